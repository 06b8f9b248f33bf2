import { changeRole } from '../../contract/admin/accounts.ts'
import { addMember, changeMember, deleteMember } from '../../contract/admin/members.ts'
import { endMemberSessions, endOtherAdminSessions } from '../../contract/admin/sessions.ts'
import { endOtherSessions } from '../../contract/sessions.ts'
import type { View } from '../lookout.ts'
import type { AdministratorStep } from '../plan.ts'
import { pickOf, type Maker } from './choice.ts'

/** Guests may be deleted; the plan's visitors stay. */
const GUEST = '손님'
const MOST_GUESTS = 12

export const guestsIn = ({ members }: View) => members.filter(({ name }) => name.startsWith(GUEST))

/** A unique phone from the mark. */
function phoneOf(mark: string): string {
  const [round, worker, count] = mark.slice(1).split('x').map(Number) as [number, number, number]
  const digits = String(round * 10_000_000 + worker * 100_000 + count).padStart(8, '0')
  return `010-${digits.slice(0, 4)}-${digits.slice(4)}`
}

/** The name contains the mark. */
export const memberBody = (name: string, mark: string) => ({
  name: `${name} ${mark}`,
  email: `${mark}@example.com`,
  phone: phoneOf(mark),
  company_name: '한빛전자',
  position: '팀장',
  is_vip: false,
  is_vvip: false,
})

const add: Maker = ({ view, mark }) =>
  guestsIn(view).length < MOST_GUESTS
    ? { kind: 'member', endpoint: addMember, body: memberBody(GUEST, mark) }
    : undefined

const change: Maker = ({ view, picks, mark }) => {
  const chosen = pickOf(view.members, picks[0])
  if (!chosen) return undefined
  const { id, name, email, phone, position } = chosen
  const tier = { is_vip: picks[1] < 0.6, is_vvip: picks[1] < 0.3 }
  const body = { name, email, phone, position, company_name: `한빛 ${mark}`, ...tier }
  return { kind: 'change_member', endpoint: changeMember, params: { id }, body, member_id: id }
}

const remove: Maker = ({ view, picks, mark }) => {
  const chosen = pickOf(guestsIn(view), picks[0])
  return (
    chosen && {
      kind: 'delete_member',
      endpoint: deleteMember,
      params: { id: chosen.id },
      body: { reason: mark },
      member_id: chosen.id,
      ends: { actor: chosen.name },
    }
  )
}

const endTheirs: Maker = ({ view, picks }) => {
  const chosen = pickOf(view.members, picks[0])
  return (
    chosen && {
      kind: 'end_member_sessions',
      endpoint: endMemberSessions,
      params: { id: chosen.id },
      ends: { actor: chosen.name },
    }
  )
}

const endOthers: Maker = ({ caller }) => ({
  kind: 'end_sessions',
  endpoint: caller.by === 'member' ? endOtherSessions : endOtherAdminSessions,
  ends: { actor: caller.name, but: caller.session?.id },
})

/** The own role once more: owners may. */
const giveRole: Maker = ({ caller }) => ({
  kind: 'role',
  endpoint: changeRole,
  params: { id: caller.admin_id! },
  body: { role: caller.role },
})

export const MEMBER_CALLS = {
  member: add,
  change_member: change,
  delete_member: remove,
  end_member_sessions: endTheirs,
  end_sessions: endOthers,
  role: giveRole,
} satisfies Partial<Record<AdministratorStep, Maker>>
