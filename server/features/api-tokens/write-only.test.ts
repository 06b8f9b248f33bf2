import { beforeAll, describe, expect, test } from 'vitest'
import { getMyAdmin } from '../../../contract/admin/accounts.ts'
import { addApiToken } from '../../../contract/admin/api-tokens.ts'
import { listAudit } from '../../../contract/admin/audit.ts'
import type { ApiScope } from '../../../contract/endpoint.ts'
import { actOnReservation } from '../../../contract/reservation-action.ts'
import { useAdmin, useEventDate, useTestApp } from '../../../test/fixture.ts'
import { makeDocent, makeMember, makeTourSlots, tourParty } from '../../../test/make.ts'
import { decision, makeReservation } from '../../../test/make-reservation.ts'

const app = useTestApp()
const admin = useAdmin(app)
const day = useEventDate(app)
let writes: string
let both: string
let writesMembers: string

beforeAll(async () => {
  const make = async (scopes: ApiScope[], name: string) =>
    (await admin.ok(addApiToken, { body: { name, scopes } })).secret
  writes = await make(['reservations:write'], '쓰기만')
  both = await make(['reservations:read', 'reservations:write'], '읽기와 쓰기')
  writesMembers = await make(['members:write', 'reservations:read'], '회원 쓰기만')
})

const send = (token: string, method: 'POST' | 'PUT' | 'PATCH', url: string, payload: object) =>
  app.server.inject({ method, url, payload, headers: { authorization: `Bearer ${token}` } })
const post = (token: string, url: string, payload: object) => send(token, 'POST', url, payload)

test('a token that only writes learns ids and statuses, no names', async () => {
  const { reservation, member } = await makeReservation(app, admin, day)
  const { body } = decision(reservation, 'approve')
  const answer = await post(writes, `/api/admin/reservations/${reservation.id}/action/`, body)
  expect(answer.statusCode).toBe(200)
  expect(answer.json()).toMatchObject({
    message: '예약이 승인되었습니다.',
    reservation: { id: reservation.id, status: 'APPROVED' },
  })
  const { name, company, phone } = reservation.visitor
  for (const secret of [name, company, phone, member.name, member.phone, member.email])
    expect(answer.body).not.toContain(secret)

  const other = await makeReservation(app, admin, day)
  const url = `/api/admin/reservations/${other.reservation.id}/action/`
  expect((await post(both, url, decision(other.reservation, 'approve').body)).body).toContain(name)
})

test('nor from a refusal, which names for others what is stored and who has done it', async () => {
  const { reservation, member } = await makeReservation(app, admin, day)
  const { id, visitor } = reservation
  // A right guess and a wrong one are answered alike.
  for (const guess of [visitor, { ...tourParty, name: '이전' }]) {
    const edit = { type: 'VIP_TOUR', visitor: { ...tourParty, name: '이후' }, expected: { visitor: guess } }
    const conflict = await send(writes, 'PATCH', `/api/admin/reservations/${id}/visitor/`, edit)
    expect(conflict.json()).toMatchObject({ code: 'scope_required' })
  }
  await admin.ok(actOnReservation, decision(reservation, 'reject'))
  const decided = await post(
    writes,
    `/api/admin/reservations/${id}/action/`,
    decision(reservation, 'approve').body,
  )
  expect(decided.json()).toMatchObject({ code: 'invalid_transition' })
  const { name: by } = await admin.ok(getMyAdmin, {})
  for (const secret of [visitor.name, member.name, by]) expect(decided.body).not.toContain(secret)
})

test('it does not learn whether a phone or an e-mail is known', async () => {
  const known = await makeMember(app.db)
  const [slot] = await makeTourSlots(app.db, day, await makeDocent(app.db), '17:00')
  const profile = { name: '새회원', company_name: '새회사', position: '과장' }
  const people = [
    { ...profile, email: 'new@example.com', phone: known.phone },
    { ...profile, email: known.email, phone: '010-9999-0001' },
    { ...profile, email: 'new@example.com', phone: '010-9999-0002' },
  ]
  const answers = []
  for (const new_member of people) {
    const form = { available_tour_id: slot!.id, event_date_id: day.id, visitor: tourParty, new_member }
    answers.push((await post(writes, '/api/admin/reserve-tour/', form)).body)
  }
  expect(new Set(answers).size).toBe(1)
  expect(answers[0]).toContain('scope_required')
})

describe('a token that only writes members', () => {
  const profile = { name: '새회원', company_name: '새회사', position: '과장', is_vip: false, is_vvip: false }
  const UNKNOWN = { email: 'unknown@example.com', phone: '010-9999-0009' }

  test.each([
    ['to register', 'POST', '/api/admin/users/', (contact: object) => ({ ...profile, ...contact })],
    ['to change', 'PUT', '/api/admin/users/{id}/', (contact: object) => ({ ...profile, ...contact })],
    [
      'to import',
      'POST',
      '/api/admin/users/import/',
      (contact: object) => ({ rows: [{ row: 2, ...profile, ...contact }], mode: 'both', only_good: true }),
    ],
    [
      'to give a tier by a search',
      'PATCH',
      '/api/admin/users/tier/',
      ({ phone: search }: { phone: string }) => ({ found: { search }, tier: 'vip', expected_changes: 1 }),
    ],
  ] as const)(
    'is refused %s, with one answer for known and unknown contacts',
    async (_, method, path, form) => {
      const [known, other] = [await makeMember(app.db), await makeMember(app.db)]
      const url = path.replace('{id}', String(other.id))
      const contacts = [{ ...UNKNOWN, phone: known.phone }, { ...UNKNOWN, email: known.email }, UNKNOWN]
      const answers = []
      for (const contact of contacts)
        answers.push((await send(writesMembers, method, url, form(contact))).body)
      expect(new Set(answers).size).toBe(1)
      expect(answers[0]).toContain('scope_required')
    },
  )

  test('gives tiers to members that it names, and learns their ids alone', async () => {
    const member = await makeMember(app.db)
    const body = { user_ids: [member.id], tier: 'vip', expected_changes: 1 }
    const answer = await send(writesMembers, 'PATCH', '/api/admin/users/tier/', body)
    expect(answer.json()).toEqual({ message: '회원 1명의 등급이 변경되었습니다.', changed: 1 })
  })
})

test('a program with both scopes of members imports a list, and registers and changes members', async () => {
  const scopes: ApiScope[] = ['members:read', 'members:write']
  const { secret } = await admin.ok(addApiToken, { body: { name: '고객 관리', scopes } })
  const known = await makeMember(app.db)
  const rows = [
    { row: 1, phone: known.phone, company_name: '새 회사' },
    {
      row: 2,
      name: '새 손님',
      company_name: '누리',
      position: '대리',
      phone: '010-8888-0001',
      email: 'new@nuri.kr',
    },
  ]
  const imported = await post(secret, '/api/admin/users/import/', { rows, mode: 'both' })
  expect(imported.json()).toMatchObject({ imported: 1, updated: 1, unchanged: 0 })
  const person = {
    name: '셋째',
    company_name: '누리',
    position: '대리',
    phone: '010-8888-0002',
    email: 'third@nuri.kr',
  }
  const added = await post(secret, '/api/admin/users/', { ...person, is_vip: false, is_vvip: false })
  const { id } = added.json<{ user: { id: number } }>().user
  const changed = { ...person, position: '과장', is_vip: true, is_vvip: false }
  expect((await send(secret, 'PUT', `/api/admin/users/${id}/`, changed)).json()).toMatchObject({
    user: { id, position: '과장', is_vip: true },
  })
  const { results } = await admin.ok(listAudit, { query: {} })
  expect(results.slice(0, 3).map((entry) => entry.admin)).toEqual(Array(3).fill('API 고객 관리'))
})
