import { BUILD } from '../browser/build-id.ts'
import { markOutdated } from './reload.ts'

const LOOK_AGAIN_MS = 15 * 60_000

/**
 * Has the service worker keep the app on this phone, and hears from it of newer builds. Without HTTPS there are no
 * service workers, and the app does without.
 */
export function registerServiceWorker(): void {
  if (!('serviceWorker' in navigator)) return
  const { serviceWorker } = navigator
  serviceWorker.addEventListener('message', ({ data }: MessageEvent<{ entry: string }>) => {
    if (new URL(data.entry, location.origin).href !== BUILD) markOutdated()
  })
  const keep = () => void keepWorker(serviceWorker)
  keep()
  // For a page that was opened without a network, and one that stays open all day and is to hear of a new build too.
  addEventListener('online', keep)
  setInterval(keep, LOOK_AGAIN_MS)
}

async function keepWorker(serviceWorker: ServiceWorkerContainer) {
  try {
    const registration = await serviceWorker.getRegistration()
    if (registration) await registration.update()
    else await serviceWorker.register('/service-worker.js', { updateViaCache: 'none' })
  } catch {
    // No network, or a browser that forbids it: tried again.
  }
}
