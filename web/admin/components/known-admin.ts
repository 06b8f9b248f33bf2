import { forgetAnswers } from '../../api/session.ts'
import { storeForSession } from '../../browser/session-storage.ts'

const ID = 'admin_id'

/** The id of the administrator who is signed in in this tab: empty until the service has said whose session it is. */
export const knownAdmin = (): string | null => sessionStorage.getItem(ID)

const tasks = new Set<() => void>()

/** Says what has to be done once it is known again who is signed in. */
export const onceSignedIn = (task: () => void): void => void tasks.add(task)

/** Notes that an administrator is signed in in this tab, and who, where the service has said it. */
export function noteAdmin(id: number | string = knownAdmin() ?? ''): void {
  storeForSession(ID, String(id))
  if (id === '') return
  for (const task of tasks) task()
  tasks.clear()
}

export function forgetAdmin(): void {
  sessionStorage.removeItem(ID)
  forgetAnswers()
}
