import { logout } from '../../../contract/member.ts'
import { call } from '../client.ts'
import { isLeaving, isRefusal, LEAVING } from '../session.ts'
import { callWithRetry } from './retrying-call.ts'

// A member does not wait for a dead network.
const LOGOUT_MS = 8_000
const AGAIN_MS = 20_000

let attempt: Promise<boolean> | undefined
let isWatched = false
let isHeld = false

/** Tells the service that the session is over; false when it could not be told, which is noted until it can. */
export async function sendLogout(): Promise<boolean> {
  localStorage.setItem(LEAVING, 'yes')
  try {
    await call(logout, {}, { timeoutMs: LOGOUT_MS })
  } catch (failure) {
    // A session that is over already needs no ending.
    if (!isRefusal(failure)) return false
  }
  localStorage.removeItem(LEAVING)
  return true
}

/** Tells the service of a logout that it could not be told of, as soon as it can be reached. */
export function watchLogout(): void {
  if (isWatched) return
  isWatched = true
  addEventListener('online', tell)
  setInterval(tell, AGAIN_MS)
  tell()
}

function tell() {
  // Of several tabs the one that is looked at, so that a login in it need not fear the others.
  if (attempt || isHeld || document.hidden || !isLeaving()) return
  attempt = sendLogout().finally(() => {
    attempt = undefined
  })
}

/** The call of a login: a logout that is under way would take its new cookie away, and comes to its end first. */
export const callAfterLogout: typeof callWithRetry = async (...login) => {
  isHeld = true
  try {
    await attempt
    return await callWithRetry(...login)
  } finally {
    isHeld = false
  }
}
