import { beforeAll, expect, test } from 'vitest'
import { addApiToken } from '../../../contract/admin/api-tokens.ts'
import { useAdmin, useEventDate, useTestApp } from '../../../test/fixture.ts'
import { makeDocent, makeMember, makeTourSlots, tourParty } from '../../../test/make.ts'
import { decision, makeReservation } from '../../../test/make-reservation.ts'

const app = useTestApp()
const admin = useAdmin(app)
const day = useEventDate(app)
let writes: string
let both: string

beforeAll(async () => {
  const make = async (scopes: ('reservations:read' | 'reservations:write')[], name: string) =>
    (await admin.ok(addApiToken, { body: { name, scopes } })).secret
  writes = await make(['reservations:write'], '쓰기만')
  both = await make(['reservations:read', 'reservations:write'], '읽기와 쓰기')
})

const post = (token: string, url: string, payload: object) =>
  app.server.inject({ method: 'POST', url, payload, headers: { authorization: `Bearer ${token}` } })

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
