import { BUILD } from '../browser/build-id.ts'
import { markOutdated } from './reload.ts'

// After the first screen, with which it would otherwise compete for the hall's Wi-Fi.
const AFTER_LOAD_MS = 2_000
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
  addEventListener('load', () => setTimeout(() => void register(), AFTER_LOAD_MS))
}

async function register() {
  let registration: ServiceWorkerRegistration
  try {
    registration = await navigator.serviceWorker.register('/service-worker.js', { updateViaCache: 'none' })
  } catch {
    // No network, or a browser that forbids it: the next page load tries again.
    return
  }
  const look = () => {
    registration.update().catch(() => {})
  }
  addEventListener('online', look)
  // A page that stays open all day hears of a new build too.
  setInterval(look, LOOK_AGAIN_MS)
}
