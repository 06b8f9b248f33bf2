import { BUILD } from '../browser/build-id.ts'
import { markOutdated } from './reload.ts'

const LOOK_AGAIN_MS = 15 * 60_000

/** Without HTTPS there are no service workers. */
export function registerServiceWorker(): void {
  if (!('serviceWorker' in navigator)) return
  const { serviceWorker } = navigator
  serviceWorker.addEventListener('message', ({ data }: MessageEvent<{ entry: string }>) => {
    if (new URL(data.entry, location.origin).href !== BUILD) markOutdated()
  })
  const keep = () => void keepWorker(serviceWorker)
  keep()
  // For pages opened offline or kept open all day.
  addEventListener('online', keep)
  setInterval(keep, LOOK_AGAIN_MS)
}

async function keepWorker(serviceWorker: ServiceWorkerContainer) {
  try {
    const registration = await serviceWorker.getRegistration()
    if (registration) await registration.update()
    else await serviceWorker.register('/service-worker.js', { updateViaCache: 'none' })
  } catch {
    // No network, or forbidden by the browser: tried again later.
  }
}
