import { ID } from '../../api/session.ts'
import { storeForSession } from '../../browser/session-storage.ts'

/** Notes that an administrator is signed in in this tab, and who, where the login has said it. */
export function noteAdmin(id: number | string = sessionStorage.getItem(ID.admin) ?? ''): void {
  storeForSession(ID.admin, String(id))
}
