import { BUILD } from '../browser/build-id.ts'
import { patienceOf } from '../browser/clock.ts'
import { storeForSession } from '../browser/session-storage.ts'
import { TooLate } from '../browser/use-part.ts'
import { currentToasts } from '../ui/toast.ts'

const RELOADED = 'reloaded_from_build'

const TRY_AGAIN_MS = 20_000

/** Nobody types or presses retry at a wall. */
const isWall = () => location.pathname.startsWith('/display')

/**
 * For a missing part, as after a deployment. Once per build, and only if the service answers: offline the
 * page would go blank.
 */
export async function reloadFor(failure: unknown) {
  if (failure instanceof TooLate || sessionStorage.getItem(RELOADED) === BUILD) return
  await reloadWhenReachable()
}

async function isReachable(): Promise<boolean> {
  try {
    const { signal } = patienceOf(TRY_AGAIN_MS)
    // A proxy answers with an error while the service starts.
    return (await fetch('/', { method: 'HEAD', cache: 'no-store', signal })).ok
  } catch {
    return false
  }
}

async function reloadWhenReachable() {
  // Without the note it could reload for ever.
  if (!(await isReachable()) || !storeForSession(RELOADED, BUILD)) return
  location.reload()
  await new Promise(() => {})
}

export function keepTrying(): void {
  setInterval(() => void (isWall() && reloadWhenReachable()), TRY_AGAIN_MS)
}

let isOutdated = false

/** Loaded at the next change of screen, so that nobody is interrupted. */
export function markOutdated(): void {
  isOutdated = true
  if (isWall()) location.reload()
}

export async function reloadSoon() {
  if (await isReachable()) isOutdated = true
}

/** Runs on each change of screen, when nobody is typing. */
export function reloadIfOutdated(): void {
  // Toasts must be read first, and approvals undone.
  const isAwaited = currentToasts().length > 0 || document.querySelector('.undo-strip')
  if (isOutdated && !isAwaited) location.reload()
}
