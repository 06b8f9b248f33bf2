import { deleteKeys } from '../../browser/session-storage.ts'
import { forgetMember, tellOtherTabs } from '../session.ts'

// An unconfirmed logout stays, and the view chosen on this device.
export function endSession(): void {
  forgetMember()
  deleteKeys(localStorage, /^(?:signed_in|pass|push_member|push_offered)$/)
  tellOtherTabs(null)
}
