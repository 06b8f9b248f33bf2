import { useSyncExternalStore } from 'react'
import type { Endpoint } from '../../../contract/endpoint.ts'
import { mayAct, type Role } from '../../../domain/role.ts'
import { readStored, storeForSession } from '../../browser/session-storage.ts'

const NAME = 'admin_role'
type Who = { name: string; role: Role }

let who = readStored(NAME) as Who | null
const listeners = new Set<() => void>()

export function noteWho({ name, role }: Who): void {
  if (who?.name === name && who.role === role) return
  who = { name, role }
  storeForSession(NAME, JSON.stringify(who))
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Null until the server has said who is signed in. */
export const useWho = (): Who | null => useSyncExternalStore(subscribe, () => who)

/** Whether the signed-in administrator may make a call. The server decides; screens only hide. */
export function useMay(): (what: Pick<Endpoint, 'role'>) => boolean {
  const role = useWho()?.role
  return ({ role: minimum }) => !role || !minimum || mayAct(role, minimum)
}
