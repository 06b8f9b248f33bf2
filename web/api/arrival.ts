import { getMyInfo, type Member } from '../../contract/member.ts'
import { pathOf } from '../paths.ts'
import { call } from './client.ts'
import { isLeaving, isRefusal, SIGNED_IN, type LoginState } from './session.ts'

const TIMEOUT_MS = 8_000

/** Whether somebody has signed in in this browser, as far as it remembers. */
export const wasSignedIn = (): boolean => localStorage.getItem(SIGNED_IN) !== null

/** The member to whom the browser's cookie belongs; null for nobody, and while the service does not answer. */
export async function recognise(): Promise<Member | null> {
  if (isLeaving()) return null
  try {
    const member = await call(getMyInfo, {}, { timeoutMs: TIMEOUT_MS })
    // A logout in another tab may have come meanwhile.
    return isLeaving() ? null : member
  } catch (failure) {
    if (isRefusal(failure)) localStorage.removeItem(SIGNED_IN)
    return null
  }
}

// Browsers keep the state of an entry whose own address is opened once more; a login that is opened anew begins anew.
const [opened] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
if (opened?.type === 'navigate' && opened.name === location.href && loginState().wanted)
  history.replaceState(null, '')

function loginState() {
  return (history.state ?? {}) as LoginState
}

/** For the entries between the login and the way back to it: the sign-up. */
export function stillWanted(): LoginState {
  const { wanted, owner = '', state } = loginState()
  return wanted ? { wanted, owner, state } : {}
}

/** Where the login leads this user, and what the entry there carries; what another wanted is not told. */
export function wantedBy(id: number): { address: string; state: unknown } | null {
  const { wanted = '', owner, state } = loginState()
  const isScreen = pathOf(wanted) !== undefined
  return isScreen && (!owner || owner === String(id)) ? { address: wanted, state } : null
}

/** Whether somebody is at the login because a session has ended by itself. */
export const hasEnded = (): boolean => loginState().has_ended === true
