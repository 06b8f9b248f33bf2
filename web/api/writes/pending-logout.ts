import { logout } from '../../../contract/member.ts'
import { storeOnDevice } from '../../browser/session-storage.ts'
import { call } from '../client.ts'
import { isLeaving, isRefusal, LEAVING } from '../session.ts'
import { callWithRetry } from './retrying-call.ts'

const LOGOUT_MS = 8_000
const AGAIN_MS = 20_000

let attempt: Promise<boolean> | undefined
let isWatched = false
let isHeld = false

/** False if the service did not answer; the note stays until it does. */
export async function sendLogout(): Promise<boolean> {
  storeOnDevice(LEAVING, 'true')
  try {
    await call(logout, {}, { timeoutMs: LOGOUT_MS })
  } catch (failure) {
    // The session was already over.
    if (!isRefusal(failure)) return false
  }
  localStorage.removeItem(LEAVING)
  return true
}

/** Repeats an unconfirmed logout until the service answers. */
export function watchLogout(): void {
  if (isWatched) return
  isWatched = true
  addEventListener('online', tell)
  setInterval(tell, AGAIN_MS)
  tell()
}

function tell() {
  // Only the visible tab sends, so that no hidden tab interferes with its login.
  if (attempt || isHeld || document.hidden || !isLeaving()) return
  attempt = sendLogout().finally(() => {
    attempt = undefined
  })
}

/** A running logout would remove the login's new cookie, so wait for it. */
export const callAfterLogout: typeof callWithRetry = async (...login) => {
  isHeld = true
  try {
    await attempt
    return await callWithRetry(...login)
  } finally {
    isHeld = false
  }
}
