import { BUILD } from '../browser/build-id.ts'
import { now, onServiceClock } from '../browser/clock.ts'
import { answeredAt } from '../browser/session-storage.ts'
import { markOutdated } from './reload.ts'

const LOOK_AGAIN_MS = 15 * 60_000

// Without HTTPS there are no service workers.
const { serviceWorker } = navigator as Partial<Navigator>

export function startKeeping(): void {
  serviceWorker?.addEventListener('message', ({ data }: MessageEvent<{ entry: string }>) => {
    if (new URL(data.entry, location.origin).href !== BUILD) markOutdated()
  })
  const look = () => void keep()
  look()
  // For pages opened offline or kept open all day.
  addEventListener('online', look)
  setInterval(look, LOOK_AGAIN_MS)
}

async function keep() {
  forgetOldWalls()
  try {
    const registration = await serviceWorker?.getRegistration()
    if (registration) await registration.update()
    else await serviceWorker?.register('/service-worker.js', { updateViaCache: 'none' })
  } catch {
    // No network, or forbidden by the browser: tried again later.
  }
}

/** Visitors' names must not stay on a device that showed a board once. */
function forgetOldWalls() {
  const dayAgo = now() - 24 * 60 * 60_000
  for (const name of Object.keys(localStorage))
    if (name.startsWith('wall:') && onServiceClock(answeredAt(name, 'localStorage')) < dayAgo)
      localStorage.removeItem(name)
}
