import { ApiError } from '../../api/client.ts'
import { forgetAnswers } from '../../api/session.ts'
import { storeForSession } from '../../browser/session-storage.ts'

const ID = 'admin_id'

/** Empty until the server says who is signed in. */
export const knownAdmin = (): string | null => sessionStorage.getItem(ID)

const tasks = new Set<() => void>()

export const onceSignedIn = (task: () => void): void => void tasks.add(task)

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

export const needsSetUp = (failure: unknown): boolean =>
  failure instanceof ApiError && failure.code === 'second_factor_setup_required'
