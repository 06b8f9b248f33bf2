import type { Instant } from '../../domain/madrid-time.ts'
import { BUILD } from '../browser/build-id.ts'
import { now } from '../browser/clock.ts'
import { readStored, storeForSession } from '../browser/session-storage.ts'

const TAKEN = 'board_took_build'
const TRY_AGAIN_MS = 10 * 60_000

/**
 * Loads the board anew when the service has another build than this one. Most walls hang in the hall's own network
 * without HTTPS, where no service worker tells of it. One that the browser does not get although it is announced must
 * not keep the wall reloading, and is not given up either: while a deployment goes on, another server may have answered.
 * Also the same build again, if a part of this page is missing.
 */
export async function takeServedBuild(missesPart = false): Promise<void> {
  const entry = await findServedEntry()
  if (!entry || (entry === BUILD && !missesPart)) return
  const taken = readStored(TAKEN) as { entry: string; at: Instant } | null
  // Either way: a rehearsal's clock may have been set back since.
  if (taken?.entry === entry && Math.abs(now() - taken.at) < TRY_AGAIN_MS) return
  if (storeForSession(TAKEN, JSON.stringify({ entry, at: now() }))) location.reload()
}

/** For what a wall can do without until it comes. One that its browser never asks for again comes with a new page. */
export const ON_WALL = { onMissing: () => takeServedBuild(true) }

/** The script that starts the app, as the service's page names it now; undefined for any other answer. */
async function findServedEntry(): Promise<string | undefined> {
  try {
    const answer = await fetch('/', { cache: 'no-store' })
    if (!answer.ok) return undefined
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
    const source = page.querySelector('script[type=module][src]')?.getAttribute('src')
    return source ? new URL(source, location.origin).href : undefined
  } catch {
    return undefined
  }
}
