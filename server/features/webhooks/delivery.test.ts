import { describe, expect, test } from 'vitest'
import { listWebhooks } from '../../../contract/admin/webhooks.ts'
import { actOnReservation } from '../../../contract/reservation-action.ts'
import { TAKE_BACK_MS } from '../../../domain/take-back.ts'
import { useAdmin, useEventDate, useTestApp } from '../../../test/fixture.ts'
import { decision, makeReservation } from '../../../test/make-reservation.ts'
import { useReceiver } from '../../../test/webhook-receiver.ts'
import { deviceClock } from '../../clock.ts'
import { findOutbox } from '../../http/database-metrics.ts'
import { sweep } from '../../housekeeping.ts'

const app = useTestApp({ webhookAllow: ['127.0.0.0/8'] })
const admin = useAdmin(app)
const day = useEventDate(app)
const receiver = useReceiver(app, admin)

const later = (minutes: number) => {
  app.passMinutes(minutes)
  return receiver.tell()
}
const only = async () => (await admin.ok(listWebhooks, {}))[0]!

describe('while a webhook is off', () => {
  test('its events are kept, and are sent in their order once it is on', async () => {
    const { webhook } = await receiver.add()
    await receiver.switchTo(false, webhook)
    const { reservation } = await makeReservation(app, admin, day)
    await admin.ok(actOnReservation, decision(reservation, 'reject'))
    await later(TAKE_BACK_MS / 60_000)
    expect(receiver.told()).toEqual([])
    expect(await only()).toMatchObject({ is_on: false, waiting: 2 })
    const waiting = (await findOutbox(app.db, app.now())).find(({ kind }) => kind === 'webhook')
    expect(waiting, 'no fault of the service').toMatchObject({ count: 0 })
    await receiver.switchTo(true, webhook)
    await receiver.tell()
    expect(receiver.told()).toEqual(['reservation.created', 'reservation.decided'])
  })
})

describe('an event that the receiver refuses', () => {
  test('is set aside after three tries, and later ones of its reservation go on', async () => {
    const { webhook } = await receiver.add()
    const { reservation } = await makeReservation(app, admin, day)
    receiver.answerWith((response, { type }) =>
      response.writeHead(type === 'reservation.created' ? 422 : 200).end(),
    )
    await admin.ok(actOnReservation, decision(reservation, 'reject'))
    for (let tries = 0; tries < 3; tries += 1) await later(1)
    expect(receiver.told()).toEqual([...Array(3).fill('reservation.created'), 'reservation.decided'])
    expect(await receiver.deliveriesOf(webhook)).toMatchObject([
      { type: 'reservation.decided', status: 'delivered' },
      { type: 'reservation.created', status: 'failed', attempts: 3, answer: 422 },
    ])
  })

  test.each([408, 425, 429])('is not one that it answers with %i', async (status) => {
    const { webhook } = await receiver.add(['reservation.created'])
    await makeReservation(app, admin, day)
    receiver.answer(status)
    for (let tries = 0; tries < 4; tries += 1) await later(10)
    expect((await receiver.deliveriesOf(webhook))[0]).toMatchObject({ status: 'waiting', attempts: 4 })
  })
})

describe('a receiver that asks for a pause', () => {
  const pauseAfter = async (retryAfter: string) => {
    const { webhook } = await receiver.add(['reservation.created'])
    await makeReservation(app, admin, day)
    receiver.answer(503, { 'retry-after': retryAfter })
    await receiver.tell()
    const [delivery] = await receiver.deliveriesOf(webhook)
    return (Date.parse(delivery!.next_try_at!) - app.now()) / 60_000
  }
  const HTTP_DATE = () => new Date(deviceClock() + 20 * 60_000).toUTCString()

  test.each([
    ['seconds', () => '1200', 20],
    ['a date', HTTP_DATE, 20],
    ['more than a day', () => '999999', 24 * 60],
  ])('in %s is not called before', async (_, text, minutes) => {
    const pause = await pauseAfter(text())
    expect(pause).toBeGreaterThan(minutes * 0.99)
    expect(pause, 'with jitter').toBeLessThan(minutes * 1.21)
  })

  test.each(['0', '-5', 'soon', 'Thu, 01 Jan 2026 00:00:00 GMT'])(
    'of %s is called as always',
    async (text) => {
      expect(await pauseAfter(text)).toBeLessThan(0.21)
    },
  )
})

// Last: it ends the sessions.
test('events of a webhook that is off are kept for 48 hours, and those of a webhook that is on for longer', async () => {
  const { webhook: off } = await receiver.add(['reservation.created'])
  const { webhook: on } = await receiver.add(['reservation.created'])
  await receiver.switchTo(false, off)
  await makeReservation(app, admin, day)
  const statuses = async () => {
    await sweep(app.db, app.now())
    const rows = await app.db
      .selectFrom('webhook_deliveries')
      .select(['webhook_id', 'status'])
      .orderBy('webhook_id')
      .execute()
    return rows.map(({ status }) => status)
  }
  app.passMinutes(48 * 60 - 1)
  expect(await statuses()).toEqual(['queued', 'queued'])
  app.passMinutes(1)
  expect(await statuses()).toEqual(['expired', 'queued'])
  expect(on.id).toBeGreaterThan(off.id)
})
