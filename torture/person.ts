import { adminLogin, adminLogout } from '../contract/admin/login.ts'
import type { Endpoint } from '../contract/endpoint.ts'
import { login } from '../contract/login.ts'
import type { Role as AdministratorRole } from '../domain/role.ts'
import { logout } from '../contract/member.ts'
import { ADMIN_PASSWORD } from '../test/server-process.ts'
import { pickOf } from './calls/choice.ts'
import { guestsIn } from './calls/members.ts'
import { sessionOf, type Caller, type Client } from './client.ts'
import type { View } from './lookout.ts'
import type { Role } from './plan.ts'

export type Identity = {
  name: string
  phone?: string
  member_id?: number
  admin_id?: number
  role?: AdministratorRole
}

/** A worker and its current identity. */
export type Person = {
  client: Client
  view: () => View
  role: Role
  own: Identity
  who: Identity
  caller: Caller | undefined
  nextMark: () => string
}

const anonymous = ({ role, who }: Person): Caller => ({
  by: role === 'visitor' ? 'member' : 'admin',
  name: who.name,
  cookie: '',
  csrf: '',
  ...(who.member_id !== undefined && { member_id: who.member_id }),
  ...(who.admin_id !== undefined && { admin_id: who.admin_id }),
  ...(who.role && { role: who.role }),
})

export async function signIn(person: Person, pick: number): Promise<void> {
  const { role, who, client, nextMark } = person
  const [endpoint, body] =
    role === 'visitor'
      ? [login, { phone: who.phone, name: who.name }]
      : [adminLogin, { name: who.name, password: ADMIN_PASSWORD }]
  const wanted = { kind: 'login', endpoint: endpoint as Endpoint, body }
  const caller = anonymous(person)
  const id = nextMark()
  const call = await client.send({ wanted, wish: id, caller, key: null, pick })
  if (call.outcome === 'ok')
    person.caller = { ...caller, ...sessionOf(call.cookies), session: { id, since: call.end } }
  // The guest may have been deleted.
  else person.who = person.own
}

export async function signOut(person: Person, caller: Caller, pick: number): Promise<void> {
  const endpoint: Endpoint = person.role === 'visitor' ? logout : adminLogout
  const wanted = { kind: 'logout', endpoint, ends: { actor: caller.name, only: caller.session?.id } }
  await person.client.send({ wanted, wish: person.nextMark(), caller, key: null, pick })
  person.caller = undefined
}

/** Switches to a guest, who may be deleted at any time. */
export function becomeGuest(person: Person, pick: number): void {
  const guest = pickOf(guestsIn(person.view()), pick)
  if (guest) person.who = { name: guest.name, phone: guest.phone, member_id: guest.id }
  person.caller = undefined
}

/** Returns to the original identity, signed out. */
export function becomeOneself(person: Person): void {
  person.who = person.own
  person.caller = undefined
}
