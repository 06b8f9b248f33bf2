import { getMyInfo, type Member } from '../../contract/member.ts'
import { pathOf } from '../paths.ts'
import { call } from './client.ts'
import { isLeaving, isRefusal, SIGNED_IN, type LoginState } from './session.ts'

const TIMEOUT_MS = 8_000

/** Null also while the service does not answer. */
export async function recognise(): Promise<Member | null> {
  if (isLeaving()) return null
  try {
    const member = await call(getMyInfo, {}, { timeoutMs: TIMEOUT_MS })
    // Another tab may have logged out during the call.
    return isLeaving() ? null : member
  } catch (failure) {
    if (isRefusal(failure)) localStorage.removeItem(SIGNED_IN)
    return null
  }
}

// Browsers keep an entry's state when its address is opened again; drop it.
const [opened] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
if (opened?.type === 'navigate' && opened.name === location.href && loginState().wanted)
  history.replaceState(null, '')

function loginState() {
  return (history.state ?? {}) as LoginState
}

/** Carries the wanted page through the sign-up. */
export function stillWanted(): LoginState {
  const { wanted, owner = '', state } = loginState()
  return wanted ? { wanted, owner, state } : {}
}

/** A page that another user wanted is not revealed. */
export function wantedBy(id: number): { address: string; state: unknown } | null {
  const { wanted = '', owner, state } = loginState()
  const isScreen = pathOf(wanted) !== undefined
  return isScreen && (!owner || owner === String(id)) ? { address: wanted, state } : null
}

export const hasEnded = (): boolean => loginState().has_ended === true
