import { BUILD } from '../browser/build-id.ts'
import { inTime, TooLate } from '../browser/in-time.ts'
import { currentToasts } from '../ui/toast.ts'

const RELOADED = 'reloaded_from_build'

const TRY_AGAIN_MS = 20_000

/** Nobody stands before a wall, neither a visitor who could be interrupted nor somebody who presses a retry. */
const isWall = () => location.pathname.startsWith('/display')

/**
 * For the import of a screen. A page from before a deployment asks for parts that are gone: then it is loaded anew,
 * once for each build. A part can also be missing because the network is, and a reload would leave a blank page: the
 * service must answer first. Prefetching does not come here, so that nobody's typing is interrupted by it.
 */
export async function loadOrReload<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await inTime(load)
  } catch (failure) {
    // After so long a wait, a reload would begin it anew unasked.
    const isLost = !(failure instanceof TooLate)
    if (isLost && sessionStorage.getItem(RELOADED) !== BUILD) await reloadWhenReachable()
    throw failure
  }
}

async function reloadWhenReachable() {
  try {
    const signal = AbortSignal.timeout(TRY_AGAIN_MS)
    const answer = await fetch('/', { method: 'HEAD', cache: 'no-store', signal })
    // A proxy answers too, with an error, while the service behind it starts.
    if (!answer.ok) return
  } catch {
    return
  }
  sessionStorage.setItem(RELOADED, BUILD)
  location.reload()
  // Nothing more of this page is to be shown.
  await new Promise(() => {})
}

/** For a screen that could not be shown: a wall is loaded anew as soon as the service answers, however often. */
export function keepTrying(): void {
  setInterval(() => void (isWall() && reloadWhenReachable()), TRY_AGAIN_MS)
}

let isOutdated = false

/** A newer build is on this phone. Nobody is interrupted: it is taken with the next change of screen. */
export function markOutdated(): void {
  isOutdated = true
  if (isWall()) location.reload()
}

/** For each change of screen, when nobody is typing; what the new screen was handed is in its history entry. */
export function reloadIfOutdated(): void {
  // A message such as that a booking was requested is read first.
  if (isOutdated && currentToasts().length === 0) location.reload()
}
