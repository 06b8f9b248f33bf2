import { deleteKeys } from '../../browser/session-storage.ts'
import { forgetMember, tellOtherTabs } from '../session.ts'

/** Needs neither the service nor HTTPS. A logout that is not confirmed stays. */
export function endSession(): void {
  forgetMember()
  deleteKeys(localStorage, /^(?:signed_in|push_member|push_offered|day_view)$/)
  tellOtherTabs(null)
}
