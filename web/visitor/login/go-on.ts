import { navigate } from 'wouter/use-browser-location'
import type { Member } from '../../../contract/member.ts'
import { wantedBy } from '../../api/arrival.ts'
import { admit, SIGNED_IN, tellOtherTabs } from '../../api/session.ts'
import { storeOnDevice } from '../../browser/session-storage.ts'
import { PATHS, pathOf, type DashboardState } from '../../paths.ts'

export function goOn(member: Member, from: Pick<DashboardState, 'from_login'>): void {
  if (pathOf(location.pathname) !== PATHS.login) {
    // The visitor has left; the login leads on when they return.
    storeOnDevice(SIGNED_IN, String(member.id))
    return tellOtherTabs(member.id)
  }
  admit(member)
  const { address, state } = wantedBy(member.id) ?? { address: PATHS.dashboard, state: null }
  const isDashboard = pathOf(address) === PATHS.dashboard
  navigate(address, { replace: true, state: isDashboard ? { ...(state as DashboardState), ...from } : state })
}

export type GoOn = typeof goOn
