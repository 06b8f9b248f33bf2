import { Stripe } from 'stripe'
import { Webhook as StandardWebhook } from 'standardwebhooks'
import { describe, expect, onTestFinished, test } from 'vitest'
import { getAttention } from '../../../contract/admin/attention.ts'
import { listAudit } from '../../../contract/admin/audit.ts'
import { moveReservation } from '../../../contract/admin/moves.ts'
import { deleteMembers } from '../../../contract/admin/members.ts'
import {
  addWebhook,
  changeWebhook,
  deleteWebhook,
  listWebhookDeliveries,
  listWebhooks,
  renewWebhookSecret,
  resendDeliveries,
  testWebhook,
} from '../../../contract/admin/webhooks.ts'
import { editVisitor } from '../../../contract/admin/reservation-edits.ts'
import type { BodyOf } from '../../../contract/endpoint.ts'
import { actOnReservation, requestCancellation } from '../../../contract/reservation-action.ts'
import { webhookBody } from '../../../contract/webhook.ts'
import { WEBHOOK_EVENTS, type WebhookEvent } from '../../../domain/webhook.ts'
import { TAKE_BACK_MS } from '../../../domain/take-back.ts'
import { TODAY, type Client } from '../../../test/app.ts'
import { useAdmin, useEventDate, useTestApp } from '../../../test/fixture.ts'
import { makeAdmin, makeRoomSlots } from '../../../test/make.ts'
import { cancelRequest, decision, makeReservation } from '../../../test/make-reservation.ts'
import { startReceiver, startTelling, useReceiver, type Received } from '../../../test/webhook-receiver.ts'
import { sweep } from '../../housekeeping.ts'
import { enqueueEvent } from './commands.ts'

const app = useTestApp({ webhookAllow: ['127.0.0.0/8'] })
const admin = useAdmin(app)
const day = useEventDate(app)
const receiver = useReceiver(app, admin)
const { tell, told } = receiver

const form = (events: readonly WebhookEvent[] = WEBHOOK_EVENTS, url = receiver.url) => ({
  name: '문자 발송',
  url,
  events: [...events],
  is_on: true,
})

const add = async (events?: readonly WebhookEvent[], url?: string) =>
  admin.ok(addWebhook, { body: form(events, url) })

/** Sends all that is due once approvals can no longer be undone. */
function tellLater() {
  app.passMinutes(TAKE_BACK_MS / 60_000)
  return tell()
}

const deliveriesOf = ({ id }: { id: number }) =>
  admin.ok(listWebhookDeliveries, { params: { id: String(id) } })

const stripe = new Stripe('no key: nothing is called')

/** Verifies a delivery with the libraries that receivers use. */
function isSignedWith(secret: string, { headers, text, body }: Received): boolean {
  const byStandard = () => new StandardWebhook(secret).verify(text, headers as Record<string, string>)
  const byStripe = () => stripe.webhooks.constructEvent(text, String(headers['fairslot-signature']), secret)
  const believed = [byStandard, byStripe].map((verify) => {
    try {
      expect(verify()).toEqual(body)
      return true
    } catch (error) {
      expect(String(error)).toMatch(/signature/i)
      return false
    }
  })
  expect(new Set(believed).size, 'both or neither').toBe(1)
  return believed[0]!
}

describe('what is told', () => {
  test('a request and its approval, signed, with place, times and where the member can be reached', async () => {
    const { secret } = await add()
    const { reservation, member } = await makeReservation(app, admin, day, { status: 'APPROVED' })
    await tellLater()
    expect(told()).toEqual(['reservation.created', 'reservation.decided'])
    const [first, second] = receiver.received as [Received, Received]
    for (const each of receiver.received) {
      expect(webhookBody.parse(each.body)).toEqual(each.body)
      expect(isSignedWith(secret, each)).toBe(true)
      expect(isSignedWith(`whsec_${'A'.repeat(43)}=`, each)).toBe(false)
      expect(each.headers['fairslot-event-id']).toBe(each.body.id)
      expect(each.headers['webhook-id']).toBe(each.body.id)
      expect(each.headers['fairslot-event-type']).toBe(each.body.type)
    }
    expect(first.body.id).not.toBe(second.body.id)
    expect(first.body.change).toMatchObject({ action: 'create', by: 'member', to_status: 'PENDING' })
    expect(second.body).toMatchObject({
      occurred_at: '2026-11-20T08:00:00+01:00',
      change: { action: 'approve', by: 'admin', from_status: 'PENDING', to_status: 'APPROVED', changes: [] },
      reservation: {
        id: reservation.id,
        status: 'APPROVED',
        starts_at: '2026-11-20T10:00:00+01:00',
        ends_at: '2026-11-20T10:25:00+01:00',
        available_tour: { docent: { start_point: '안내 데스크' } },
        visitor: { phone: '010-2345-6789', count: 3 },
        member: { id: member.id, name: member.name, phone: member.phone, email: member.email },
      },
    })
  })

  test.each([
    ['reject', 'PENDING', ['reservation.decided'], 'REJECTED'],
    ['cancel', 'APPROVED', ['reservation.cancelled'], 'CANCELLED'],
    ['approve_cancellation', 'CANCEL_REQUESTED', ['reservation.decided'], 'CANCELLED'],
    [
      'reject_cancellation',
      'CANCEL_REQUESTED',
      ['reservation.cancel_refused', 'reservation.decided'],
      'APPROVED',
    ],
  ] as const)('%s of what is %s: %j', async (action, status, types, to_status) => {
    const { reservation } = await makeReservation(app, admin, day, { status })
    await add()
    await admin.ok(actOnReservation, decision(reservation, action))
    await tell()
    expect(told().toSorted()).toEqual(types)
    for (const { body } of receiver.received)
      expect(body).toMatchObject({ change: { action, to_status }, reservation: { status: to_status } })
  })

  test('a member’s wish to cancel, and a corrected visitor, unless nothing was corrected', async () => {
    const { reservation, browser } = await makeReservation(app, admin, day, { status: 'APPROVED' })
    await add()
    const { type, visitor } = reservation
    const edit = (count: number) => ({
      params: { id: String(reservation.id) },
      body: { type, visitor: { ...visitor, count } } as BodyOf<typeof editVisitor>,
    })
    await admin.ok(editVisitor, edit(5))
    await admin.ok(editVisitor, edit(5))
    await browser.ok(requestCancellation, cancelRequest(reservation, '출장'))
    await tell()
    expect(
      receiver.received.map(({ body: { type: told_type, change } }) => [told_type, change]),
    ).toMatchObject([
      [
        'reservation.visitor_changed',
        { action: 'edit_visitor', changes: [{ field: 'count', from: 3, to: 5 }] },
      ],
      ['reservation.cancel_requested', { action: 'request_cancellation', by: 'member', reason: '출장' }],
    ])
    for (const { body } of receiver.received) expect(webhookBody.parse(body)).toEqual(body)
  })

  test('a move says where and when it was before', async () => {
    const { reservation } = await makeReservation(app, admin, day, {
      kind: 'GROUP_MEETING',
      status: 'APPROVED',
      time: '15:00',
    })
    if (reservation.type !== 'GROUP_MEETING') throw new Error('a meeting')
    await add()
    const room = { id: reservation.room.id! }
    const slots = await makeRoomSlots(app.db, day, room, '16:00', '16:10', '16:20')
    const time_slots = slots.map(({ id }) => ({ available_room_id: id, duration: 10 }))
    const body = { type: 'GROUP_MEETING' as const, room_id: room.id, event_date_id: day.id, time_slots }
    await admin.ok(moveReservation, { params: { id: String(reservation.id) }, body })
    await tell()
    expect(receiver.received.map(({ body: { type, change } }) => ({ type, change }))).toMatchObject([
      {
        type: 'reservation.moved',
        change: { changes: [{ field: 'time', from: '15:00 ~ 15:30', to: '16:00 ~ 16:30' }] },
      },
    ])
    expect(receiver.received[0]!.body.reservation).toMatchObject({ starts_at: '2026-11-20T16:00:00+01:00' })
  })

  test('arrivals and reminders, which no history tells; a reminder of what has begun is let go', async () => {
    const { webhook } = await add()
    const { reservation } = await makeReservation(app, admin, day, { status: 'APPROVED' })
    await tellLater()
    receiver.received.length = 0
    await app.db
      .transaction()
      .execute((tx) => enqueueEvent(tx, 'reservation.arrived', [reservation.id], app.now()))
    await app.db.transaction().execute((tx) => enqueueEvent(tx, 'reminder.due', [reservation.id], app.now()))
    await tell()
    expect(told()).toEqual(['reservation.arrived', 'reminder.due'])
    expect(receiver.received[0]!.body).toMatchObject({ change: null, reservation: { id: reservation.id } })
    await app.db.transaction().execute((tx) => enqueueEvent(tx, 'reminder.due', [reservation.id], app.now()))
    app.setClock(TODAY, '10:00')
    await tell()
    expect(told()).toHaveLength(2)
    expect(await deliveriesOf(webhook)).toMatchObject([{ status: 'expired' }, {}, {}, {}, {}])
  })

  test('only the chosen events, to webhooks that are on, and nothing of what was undone', async () => {
    const { webhook: decided } = await add(['reservation.decided'])
    const { webhook: off } = await add()
    await admin.ok(changeWebhook, { params: { id: String(off.id) }, body: { ...form(), is_on: false } })
    const { reservation } = await makeReservation(app, admin, day)
    await expect(
      app.db.transaction().execute(async (tx) => {
        await enqueueEvent(tx, 'reservation.arrived', [reservation.id], app.now())
        throw new Error('undone')
      }),
    ).rejects.toThrow('undone')
    await admin.ok(actOnReservation, decision(reservation, 'approve'))
    await tellLater()
    expect(told()).toEqual(['reservation.decided'])
    expect(await deliveriesOf(decided)).toHaveLength(1)
    expect(await deliveriesOf(off)).toMatchObject([
      { type: 'reservation.decided', status: 'waiting', attempts: 0 },
      { type: 'reservation.created', status: 'waiting', attempts: 0 },
    ])
  })

  test('of an erased member nothing personal is sent, nor kept', async () => {
    await add(['reservation.cancelled'])
    const { member } = await makeReservation(app, admin, day, { status: 'APPROVED' })
    await admin.ok(deleteMembers, { body: { user_ids: [member.id] } })
    await tell()
    const [{ text, body }] = receiver.received as [Received]
    expect(body).toMatchObject({
      type: 'reservation.cancelled',
      reservation: { status: 'CANCELLED', member: null },
    })
    for (const personal of [member.name, member.phone, member.email, '박지민', '010-2345-6789'])
      expect(text).not.toContain(personal)
  })
})

describe('what goes wrong', () => {
  const fail = (status: number) => receiver.answerWith((response) => void response.writeHead(status).end())

  test('a receiver that fails is tried again, later each time, under the same ids, until it is given up', async () => {
    const { webhook } = await add(['reservation.created'])
    fail(500)
    await makeReservation(app, admin, day)
    await tell()
    expect((await deliveriesOf(webhook))[0]).toMatchObject({
      status: 'waiting',
      attempts: 1,
      answer: 500,
      next_try_at: expect.stringMatching(/^2026-11-20T08:00:1[0-2]/),
    })
    await tell()
    expect(receiver.received, 'not before its time').toHaveLength(1)
    for (let tries = 1; tries < 10; tries += 1) {
      app.passMinutes(200)
      await tell()
    }
    // So much later everybody has to sign in again.
    const { browser: next } = await makeAdmin(app)
    const found = await next.ok(listWebhookDeliveries, { params: { id: String(webhook.id) } })
    const [given_up] = found
    expect(given_up).toMatchObject({ status: 'failed', attempts: 10, next_try_at: null })
    expect(receiver.received).toHaveLength(10)
    for (const name of ['fairslot-event-id', 'fairslot-delivery-id'])
      expect(new Set(receiver.received.map(({ headers }) => headers[name])).size).toBe(1)

    expect((await next.ok(getAttention, {})).failed_deliveries).toBe(1)
    fail(204)
    const again = { params: { id: String(webhook.id) }, body: { all_failed: true } }
    expect(await next.ok(resendDeliveries, again)).toMatchObject({ queued: 1 })
    await tell()
    const [sent] = await next.ok(listWebhookDeliveries, { params: { id: String(webhook.id) } })
    expect(sent).toMatchObject({ id: given_up!.id, status: 'delivered', answer: 204 })
    expect((await next.ok(getAttention, {})).failed_deliveries).toBe(0)
  })

  test('a redirection is a failure and is followed nowhere', async () => {
    const elsewhere = await startReceiver()
    const { webhook } = await add(['reservation.created'])
    receiver.answerWith((response) => void response.writeHead(307, { location: elsewhere.url }).end())
    await makeReservation(app, admin, day)
    await tell()
    expect((await deliveriesOf(webhook))[0]).toMatchObject({ status: 'waiting', answer: 307 })
    expect(elsewhere.received).toEqual([])
    await elsewhere.stop()
  })

  test('a later event of a reservation waits for the one before; those of others do not', async () => {
    await add()
    const { reservation } = await makeReservation(app, admin, day)
    receiver.answerWith((response, body) => {
      const isFirst = body.reservation?.id === reservation.id && body.type === 'reservation.created'
      response.writeHead(isFirst ? 503 : 200).end()
    })
    await admin.ok(actOnReservation, decision(reservation, 'approve'))
    // Both are due now, and then only the approval: the request is tried again in ten seconds.
    await tellLater()
    const other = await makeReservation(app, admin, day, { time: '11:00' })
    await tell()
    expect(receiver.received.map(({ body }) => [body.type, body.reservation!.id])).toEqual([
      ['reservation.created', reservation.id],
      ['reservation.created', other.reservation.id],
    ])
    receiver.answerWith((response) => void response.writeHead(200).end())
    app.passMinutes(1)
    await tell()
    expect(receiver.received.slice(2).map(({ body }) => [body.type, body.change?.action])).toEqual([
      ['reservation.created', 'create'],
      ['reservation.decided', 'approve'],
    ])
  })

  test('a receiver that says nothing holds up no other one', async () => {
    const silent = await startReceiver()
    const held: (() => void)[] = []
    silent.answerWith((response) => void held.push(() => response.writeHead(200).end()))
    await add(['reservation.created'], silent.url)
    await add(['reservation.created'])
    for (const time of ['12:00', '12:30', '13:00', '13:30', '14:00', '14:30'])
      await makeReservation(app, admin, day, { time })
    const telling = startTelling(app)
    onTestFinished(() => telling.stop())
    await expect.poll(() => receiver.received.length).toBe(6)
    expect(silent.received.length, 'four at once').toBe(4)
    silent.answerWith((response) => void response.writeHead(200).end())
    for (const answer of held) answer()
    await expect.poll(() => silent.received.length).toBe(6)
    await silent.stop()
  })

  test('an address that has become private since, or is not allowed any more, is not connected to', async () => {
    const { webhook } = await add(['reservation.created'])
    await makeReservation(app, admin, day)
    const telling = startTelling(app, { allow: [] })
    onTestFinished(() => telling.stop())
    await telling.idle()
    expect(receiver.received).toEqual([])
    expect((await deliveriesOf(webhook))[0]).toMatchObject({ status: 'waiting', failure: 'private_address' })
  })
})

describe('administrators', () => {
  test('send a test, also while the webhook is off, and see what came of it', async () => {
    const { webhook } = await add()
    const params = { id: String(webhook.id) }
    await admin.ok(changeWebhook, { params, body: { ...form(), is_on: false } })
    await admin.ok(testWebhook, { params })
    await tell()
    expect(receiver.received.map(({ body }) => body)).toEqual([
      {
        id: expect.any(String),
        type: 'ping',
        occurred_at: '2026-11-20T08:00:00+01:00',
        change: null,
        reservation: null,
        member: null,
      },
    ])
    receiver.answerWith((response) => void response.writeHead(401).end())
    await admin.ok(testWebhook, { params })
    await tell()
    expect(await deliveriesOf(webhook)).toMatchObject([
      { type: 'ping', status: 'failed', answer: 401, attempts: 1 },
      { type: 'ping', status: 'delivered', answer: 200 },
    ])
    expect(await admin.ok(listWebhooks, {})).toMatchObject([{ failed: 0, last_delivery: { answer: 401 } }])
    expect((await admin.ok(getAttention, {})).failed_deliveries, 'somebody has seen it').toBe(0)
  })

  test('renew the secret: for a day both sign, then the new one alone', async () => {
    const { webhook, secret } = await add()
    const params = { id: String(webhook.id) }
    const renewed = await admin.ok(renewWebhookSecret, { params })
    expect(renewed.secret).not.toBe(secret)
    expect(renewed.webhook.former_secret_until).toBe('2026-11-21T08:00:00+01:00')
    const send = async (by: Client = admin) => {
      await by.ok(testWebhook, { params })
      await tell()
      return receiver.received.at(-1)!
    }
    const soon = await send()
    expect([secret, renewed.secret].map((each) => isSignedWith(each, soon))).toEqual([true, true])
    app.passMinutes(24 * 60)
    const later = await send((await makeAdmin(app)).browser)
    expect([secret, renewed.secret].map((each) => isSignedWith(each, later))).toEqual([false, true])
  })

  test('never see a secret again, and the log names who did what', async () => {
    const { webhook, secret } = await add()
    const params = { id: String(webhook.id) }
    await admin.ok(changeWebhook, { params, body: { ...form(), name: '알림톡' } })
    expect(JSON.stringify(await admin.ok(listWebhooks, {}))).not.toContain(secret.slice(6))
    const stored = await app.db.selectFrom('webhooks').selectAll().execute()
    expect(JSON.stringify(stored)).not.toContain(secret.slice(6))
    await admin.ok(deleteWebhook, { params })
    const { results } = await admin.ok(listAudit, { query: {} })
    expect(results.slice(0, 3)).toMatchObject([
      {
        action: 'DELETE /api/admin/webhooks/{id}/',
        details: { name: '알림톡' },
        target: `webhook ${webhook.id}`,
      },
      { action: 'PUT /api/admin/webhooks/{id}/', details: { name: '알림톡' } },
      { action: 'POST /api/admin/webhooks/', details: { name: '문자 발송', is_on: true } },
    ])
    expect(JSON.stringify(results)).not.toContain(secret.slice(6))
  })

  test('do not overwrite what a colleague has changed since, but the same twice is no conflict', async () => {
    const { webhook } = await add()
    const params = { id: String(webhook.id) }
    const { name, url, events, is_on } = webhook
    const expected = { name, url, events, is_on }
    await admin.ok(changeWebhook, { params, body: { ...expected, events: ['reservation.moved'] } })
    const mine = { ...expected, events: ['reminder.due' as const], expected }
    const refused = await admin.refused(changeWebhook, { params, body: mine })
    expect(refused).toMatchObject({
      status: 409,
      code: 'changed_meanwhile',
      fields: { events: expect.any(String) },
    })
    await admin.ok(changeWebhook, { params, body: { ...mine, events: ['reservation.moved'] } })
  })

  test.each([
    ['http://gateway.example.org/', 'https로 시작하는 주소'],
    ['https://192.168.0.10/', '내부 네트워크'],
    ['https://localhost:5432/', '내부 네트워크'],
    ['https://[::ffff:10.0.0.1]/', '내부 네트워크'],
    ['https://admin:pw@gateway.example.org/', '아이디와 비밀번호'],
    ['gateway', '올바른 주소'],
  ])('cannot send to %s', async (url, text) => {
    // Names may stand for an address that is allowed, where one is: this service allows none.
    const closed = { ...form(), url }
    const refused = await strict.admin.refused(addWebhook, { body: closed })
    expect(refused).toMatchObject({ status: 400, fields: { url: expect.stringContaining(text) } })
  })

  test.each([
    ['name', { name: ' ' }],
    ['events', { events: [] }],
    ['events.0', { events: ['reservation.exploded' as never] }],
  ])('hear beside the field %s what is wrong', async (field, wrong) => {
    const refused = await admin.refused(addWebhook, { body: { ...form(), ...wrong } })
    expect(Object.keys(refused.fields!)).toEqual([field])
  })

  test('cannot send again what is off, or ask for what is not there', async () => {
    const { webhook } = await add()
    const params = { id: String(webhook.id) }
    await admin.ok(changeWebhook, { params, body: { ...form(), is_on: false } })
    const body = { all_failed: true }
    expect(await admin.refused(resendDeliveries, { params, body })).toMatchObject({ code: 'webhook_off' })
    await admin.ok(deleteWebhook, { params })
    expect(await admin.refused(testWebhook, { params })).toMatchObject({ code: 'not_found' })
    expect(await admin.refused(deleteWebhook, { params })).toMatchObject({ code: 'not_found' })
    expect(await admin.refused(renewWebhookSecret, { params })).toMatchObject({ code: 'not_found' })
    expect(await admin.refused(listWebhookDeliveries, { params })).toMatchObject({ code: 'not_found' })
  })
})

const strictApp = useTestApp()
const strict = { admin: useAdmin(strictApp) }

test('deliveries are swept: what arrived after a week, the rest after two', async () => {
  const { webhook } = await add(['reservation.created'])
  await makeReservation(app, admin, day)
  await tell()
  await app.db.updateTable('webhook_deliveries').set({ status: 'failed' }).execute()
  await makeReservation(app, admin, day, { time: '16:40' })
  await tell()
  app.passMinutes(7 * 24 * 60)
  await sweep(app.db, app.now())
  expect((await statusesOf(webhook.id)).map(({ status }) => status)).toEqual(['failed'])
  app.passMinutes(7 * 24 * 60)
  await sweep(app.db, app.now())
  expect(await statusesOf(webhook.id)).toEqual([])
})

const statusesOf = (webhook_id: number) =>
  app.db.selectFrom('webhook_deliveries').select('status').where('webhook_id', '=', webhook_id).execute()
