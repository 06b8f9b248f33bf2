import { expect, test } from 'vitest'
import { addApiToken } from '../../../contract/admin/api-tokens.ts'
import { listAudit } from '../../../contract/admin/audit.ts'
import { listReservationHistory } from '../../../contract/admin/reservations.ts'
import type { ApiScope } from '../../../contract/endpoint.ts'
import { useAdmin, useEventDate, useTestApp } from '../../../test/fixture.ts'
import { makeReservation } from '../../../test/make-reservation.ts'

const app = useTestApp({ webhookAllow: ['127.0.0.0/8'] })
const admin = useAdmin(app)
const day = useEventDate(app)

type Answer = { reservation: { arrived_at: string }; webhook: { id: number }; secret: string; 0: object }

const make = async (name: string, scopes: ApiScope[]) => {
  const { secret } = await admin.ok(addApiToken, { body: { name, scopes } })
  return async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object) => {
    const headers = { authorization: `Bearer ${secret}` }
    const answer = await app.server.inject({ method, url, headers, ...(payload && { payload }) })
    return { status: answer.statusCode, ...answer.json<Answer>() }
  }
}
const historyOf = async (id: number) =>
  (await admin.ok(listReservationHistory, { params: { id: String(id) } })).map(
    ({ action, actor, reason }) => [action, actor, reason],
  )

test('a badge scanner finds a visitor by the code, marks the arrival, and takes it back', async () => {
  const scan = await make('입구 스캐너', ['arrivals'])
  const { reservation } = await makeReservation(app, admin, day, { status: 'APPROVED' })
  const { id, arrival_code } = reservation
  app.setClock(day.date, '10:03')
  const found = await scan('GET', `/api/admin/arrivals/find/?code=${arrival_code}`)
  expect(found).toMatchObject({ arrival: { id, name: reservation.visitor.name, arrived_at: null } })
  const { id: colleague } = await app.db.selectFrom('admins').select('id').executeTakeFirstOrThrow()
  const url = `/api/admin/reservations/${id}/arrival/`
  // History names the token, although `by` names an administrator.
  const marked = await scan('POST', url, { count: 2, by: colleague })
  expect(marked).toMatchObject({ status: 200, reservation: { count: 2, arrived_by: 'API 입구 스캐너' } })
  app.setClock(day.date, '10:04')
  expect(await scan('POST', url, {})).toMatchObject({ status: 409, code: 'already_arrived' })
  const { arrived_at } = marked.reservation
  expect(await scan('POST', `${url}undo/`, { arrived_at })).toMatchObject({
    reservation: { arrived_at: null },
  })
})

test('it frees the slots of visitors who are more than five minutes late, but not earlier', async () => {
  const scan = await make('입구 스캐너', ['arrivals'])
  const { reservation } = await makeReservation(app, admin, day, { status: 'APPROVED' })
  const { reservation: here } = await makeReservation(app, admin, day, { status: 'APPROVED' })
  const missed = ({ id }: { id: number }) => scan('POST', `/api/admin/reservations/${id}/no-show/`)
  app.setClock(day.date, '10:04')
  expect(await missed(reservation)).toMatchObject({
    status: 409,
    code: 'invalid_transition',
    error: '시작하고 5분이 지나면 처리할 수 있습니다.',
  })
  await scan('POST', `/api/admin/reservations/${here.id}/arrival/`, {})
  app.setClock(day.date, '10:05')
  expect(await missed(here)).toMatchObject({ error: '이미 도착이 확인된 예약입니다.' })
  expect(await missed({ id: 999_999 })).toMatchObject({ status: 404 })
  expect(await missed(reservation)).toMatchObject({ status: 200, reservation: { status: 'CANCELLED' } })
  expect((await historyOf(reservation.id)).at(-1)).toEqual(['cancel', 'API 입구 스캐너', '미도착'])
  const told = (await app.mails()).filter(({ reservation_id }) => reservation_id === reservation.id)
  expect(told.at(-1)!.text).toContain('미도착')
  expect(await missed(reservation)).toMatchObject({ error: '취소되었거나 거절된 예약입니다.' })
})

test('a program manages webhooks, also what asks an administrator for the password again', async () => {
  const manage = await make('연동 도구', ['webhooks'])
  await app.db
    .updateTable('sessions')
    .set({ confirmed_at: new Date(0) })
    .execute()
  const body = { name: '문자', url: 'https://127.0.0.1/hook', events: ['reservation.created'], is_on: true }
  const made = await manage('POST', '/api/admin/webhooks/', body)
  expect(made).toMatchObject({
    status: 201,
    webhook: { created_by: 'API 연동 도구' },
    secret: expect.any(String),
  })
  const url = `/api/admin/webhooks/${made.webhook.id}/`
  expect(await manage('PUT', url, { ...body, is_on: false })).toMatchObject({ webhook: { is_on: false } })
  expect((await manage('POST', `${url}secret/`, {})).secret).not.toBe(made.secret)
  expect(await manage('POST', `${url}test/`, {})).toMatchObject({ status: 201, delivery: { type: 'ping' } })
  expect((await manage('GET', `${url}deliveries/`))[0]).toMatchObject({ type: 'ping' })
  expect(await manage('DELETE', url)).toMatchObject({ status: 200, name: '문자' })
  const { results } = await admin.ok(listAudit, { query: {} })
  expect(results[0]).toMatchObject({ admin: 'API 연동 도구', action: 'DELETE /api/admin/webhooks/{id}/' })
})
