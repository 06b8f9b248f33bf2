import type { Instant } from '../../domain/madrid-time.ts'
import { BUILD } from '../browser/build-id.ts'
import { now } from '../browser/clock.ts'
import { readStored, storeForSession } from '../browser/session-storage.ts'

const TAKEN = 'board_took_build'
const TRY_AGAIN_MS = 10 * 60_000

/**
 * Walls without HTTPS have no service worker that notices a new build. Retries, since servers may differ
 * during a deployment.
 */
export async function takeServedBuild(missesPart = false) {
  const entry = await findServedEntry()
  if (!entry || (entry === BUILD && !missesPart)) return
  const taken = readStored(TAKEN) as { entry: string; at: Instant } | null
  // Absolute: a rehearsal's clock may have been set back.
  if (taken?.entry === entry && Math.abs(now() - taken.at) < TRY_AGAIN_MS) return
  if (storeForSession(TAKEN, JSON.stringify({ entry, at: now() }))) location.reload()
}

/** A browser may never fetch a failed part again, so reload. */
export const ON_WALL = { onMissing: () => takeServedBuild(true) }

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
