import { BUILD } from '../browser/build-id.ts'
import { TooLate } from '../browser/use-part.ts'
import { currentToasts } from '../ui/toast.ts'

const RELOADED = 'reloaded_from_build'

const TRY_AGAIN_MS = 20_000

/** Nobody stands before a wall, neither a visitor who could be interrupted nor somebody who presses a retry. */
const isWall = () => location.pathname.startsWith('/display')

/**
 * For a screen that cannot be had, as after a deployment: the page is loaded anew, once for each build and only when the
 * service answers, since a page without a network stays blank. After two minutes' wait nobody asked for another.
 */
export async function reloadFor(failure: unknown): Promise<void> {
  if (failure instanceof TooLate || sessionStorage.getItem(RELOADED) === BUILD) return
  await reloadWhenReachable()
}

async function isReachable(): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(TRY_AGAIN_MS)
    // A proxy answers too, with an error, while the service behind it starts.
    return (await fetch('/', { method: 'HEAD', cache: 'no-store', signal })).ok
  } catch {
    return false
  }
}

async function reloadWhenReachable() {
  if (!(await isReachable())) return
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

/** A part of this build is gone, or this browser never asks for it again: as for a newer build. */
export async function reloadSoon(): Promise<void> {
  if (await isReachable()) isOutdated = true
}

/** For each change of screen, when nobody is typing; what the new screen was handed is in its history entry. */
export function reloadIfOutdated(): void {
  // A message such as that a booking was requested is read first.
  if (isOutdated && currentToasts().length === 0) location.reload()
}
