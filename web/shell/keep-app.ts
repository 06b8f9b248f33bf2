// After the first screen, so as not to compete for its bandwidth.
const AFTER_LOAD_MS = 2_000

export const keepAppLater = (): void => addEventListener('load', () => setTimeout(keepApp, AFTER_LOAD_MS))

function keepApp() {
  import('./keep-worker.ts').then(
    ({ registerServiceWorker }) => registerServiceWorker(),
    () => addEventListener('online', keepApp, { once: true }),
  )
}
