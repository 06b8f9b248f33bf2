import type { Endpoint } from '../../../contract/endpoint.ts'
import { mayAct, type Role } from '../../../domain/role.ts'
import { makeStore } from '../../ui/store.ts'
import { onServiceClock } from '../../browser/clock.ts'
import { readStored, storeForSession, storeOnDevice, deleteKeys } from '../../browser/session-storage.ts'
import { ApiError } from '../../api/client.ts'
import { forgetAnswers } from '../../api/session.ts'

const NAME = 'admin_role'
type Who = { name: string; role: Role }

const signedIn = makeStore(readStored(NAME) as Who | null)

export function noteWho({ name, role }: Who): void {
  const who = signedIn.get()
  if (who?.name === name && who.role === role) return
  signedIn.set({ name, role })
  storeForSession(NAME, JSON.stringify({ name, role }))
}

/** Null until the server has said who is signed in. */
export const useWho = signedIn.useValue

/** Whether the signed-in administrator may make a call. The server decides; screens only hide. */
export function useMay(): (what: Pick<Endpoint, 'role'>) => boolean {
  const role = useWho()?.role
  return ({ role: minimum }) => !role || !minimum || mayAct(role, minimum)
}

const ID = 'admin_id'
/** Unlike the id, it outlives the session. */
const LAST = 'admin_last'
// Arrivals that are not sent stay.
const OF_ADMINS =
  /^(?:admin_id|admin_last|admin_role|no-arrivals|queue-order|setup_checklist|draft:message)$|^(?:reason:|sent:\/api\/admin\/)/

/** Empty until the server says who is signed in. */
export const knownAdmin = (): string | null => sessionStorage.getItem(ID)

/** By the readable cookie beside the session's. */
export const hasSession = (): boolean => document.cookie.includes('csrftoken=')

const tasks = new Set<() => void>()

export const onceSignedIn = (task: () => void): void => void tasks.add(task)

export function noteAdmin(id: number | string = knownAdmin() ?? ''): void {
  storeForSession(ID, String(id))
  if (id === '') return
  const last = sessionStorage.getItem(LAST)
  if (last !== null && last !== String(id)) deleteKeys(sessionStorage, /^draft:message$/)
  storeForSession(LAST, String(id))
  // For arrivals marked without a network.
  storeOnDevice('clock', String(onServiceClock(0)))
  for (const task of tasks) task()
  tasks.clear()
}

export function forgetAdmin(): void {
  sessionStorage.removeItem(ID)
  forgetAnswers()
}

export function leaveAdmin(): void {
  deleteKeys(sessionStorage, OF_ADMINS)
  deleteKeys(localStorage, OF_ADMINS)
  forgetAnswers()
}

/** The one thing that a signed-in administrator may do first. */
export type ToDo = 'password' | 'second_factor'

export function toDoOf(failure: unknown): ToDo | null {
  const code = failure instanceof ApiError ? failure.code : undefined
  if (code === 'password_change_required') return 'password'
  return code === 'second_factor_setup_required' ? 'second_factor' : null
}
