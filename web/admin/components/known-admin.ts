import { forgetAnswers } from '../../api/session.ts'
import { storeForSession } from '../../browser/session-storage.ts'

const ID = 'admin_id'

/** The id of the administrator who is signed in in this tab: empty until the service has said whose session it is. */
export const knownAdmin = (): string | null => sessionStorage.getItem(ID)

/** Notes that an administrator is signed in in this tab, and who, where the service has said it. */
export function noteAdmin(id: number | string = knownAdmin() ?? ''): void {
  storeForSession(ID, String(id))
}

export function forgetAdmin(): void {
  sessionStorage.removeItem(ID)
  forgetAnswers()
}
