// After the first screen, with which it would otherwise compete for the hall's Wi-Fi.
const AFTER_LOAD_MS = 2_000

/** Has this phone keep the app, once the first screen is there, by a part that no screen waits for. */
export const keepAppLater = (): void => addEventListener('load', () => setTimeout(keepApp, AFTER_LOAD_MS))

function keepApp() {
  import('./keep-worker.ts').then(
    ({ registerServiceWorker }) => registerServiceWorker(),
    () => addEventListener('online', keepApp, { once: true }),
  )
}
