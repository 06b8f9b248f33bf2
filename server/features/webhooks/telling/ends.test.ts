import { beforeEach, describe, expect, test } from 'vitest'
import { markArrival, undoArrival } from '../../../../contract/admin/arrivals.ts'
import { erasePersons } from '../../../../contract/admin/closing.ts'
import { arrivalSettings } from '../../../../contract/admin/settings.ts'
import { deleteTourSlot } from '../../../../contract/admin/slot-deletions.ts'
import { endMeeting } from '../../../../contract/meeting.ts'
import { actOnReservation } from '../../../../contract/reservation-action.ts'
import { webhookBody } from '../../../../contract/webhook.ts'
import { TODAY } from '../../../../test/app.ts'
import { useAdmin, useEventDate, useTestApp } from '../../../../test/fixture.ts'
import { cancelAll, makeAdmin } from '../../../../test/make.ts'
import { decision, makeReservation } from '../../../../test/make-reservation.ts'
import { useReceiver } from '../../../../test/webhook-receiver.ts'
import { tellOfEnded } from './commands.ts'

const app = useTestApp({ webhookAllow: ['127.0.0.0/8'] })
const admin = useAdmin(app)
const day = useEventDate(app)
const receiver = useReceiver(app, admin)

const EVENTS = ['reservation.completed', 'reservation.ended_early', 'reservation.no_show'] as const

beforeEach(async () => {
  await cancelAll(app.db)
  await admin.ok(arrivalSettings.change, { body: { arrivals: true } })
})

/** By two processes at the same time, then once more. */
async function tellAt(time: string) {
  app.setClock(TODAY, time)
  await Promise.all([tellOfEnded(app.db, app.now()), tellOfEnded(app.db, app.now())])
  await tellOfEnded(app.db, app.now())
  await receiver.tell()
}
/** Sorted by type: the order is kept for each reservation only. */
const told = () =>
  receiver.received
    .map(({ body }) => [body.type, body.reservation!.id] as const)
    .toSorted(([one], [other]) => one.localeCompare(other))
const make = (time: string, kind: 'VIP_TOUR' | 'GROUP_MEETING' = 'VIP_TOUR') =>
  makeReservation(app, admin, day, { kind, time, status: 'APPROVED' })
const arrive = ({ id }: { id: number }) => admin.ok(markArrival, { params: { id: String(id) }, body: {} })

describe('a reservation that is over', () => {
  test('is told once, with the time of its end', async () => {
    await receiver.add(EVENTS)
    const { reservation } = await make('10:00')
    await tellAt('10:24')
    expect(told()).toEqual([])
    await tellAt('10:25')
    expect(told()).toEqual([['reservation.completed', reservation.id]])
    const { body } = receiver.received[0]!
    expect(webhookBody.parse(body)).toEqual(body)
    expect(body).toMatchObject({
      occurred_at: '2026-11-20T10:25:00+01:00',
      change: null,
      reservation: { status: 'COMPLETED' },
    })
  })

  test('is told even if the service was down, to webhooks that had chosen it by then', async () => {
    const { webhook: former } = await receiver.add(EVENTS)
    const { webhook: other } = await receiver.add(['reservation.created'])
    await make('10:00')
    app.setClock(TODAY, '12:00')
    await receiver.switchTo(true, { ...other, events: [...EVENTS] })
    await receiver.switchTo(true, { ...former, name: '알림톡' })
    await tellAt('12:01')
    const ends = async (id: number) =>
      (await receiver.deliveriesOf({ id })).filter(({ type }) => type === 'reservation.completed').length
    expect([await ends(former.id), await ends(other.id)]).toEqual([1, 0])
  })

  test('because an administrator or its member has ended it, is told at once and not again', async () => {
    await receiver.add(EVENTS)
    const tour = await make('10:00')
    const meeting = await make('10:00', 'GROUP_MEETING')
    app.setClock(TODAY, '10:10')
    await admin.ok(actOnReservation, decision(tour.reservation, 'complete'))
    await meeting.browser.ok(endMeeting, { params: { id: String(meeting.reservation.id) } })
    await receiver.tell()
    const both = [
      ['reservation.completed', tour.reservation.id],
      ['reservation.ended_early', meeting.reservation.id],
    ]
    expect(told()).toEqual(both)
    await tellAt('11:00')
    expect(told()).toEqual(both)
  })

  test('is not told again because its slot is deleted later', async () => {
    await receiver.add(EVENTS)
    const { reservation, slots } = await make('10:00')
    await tellAt('10:25')
    await admin.ok(deleteTourSlot, { params: { id: String(slots[0]!.id) } })
    await receiver.tell()
    expect(told()).toEqual([['reservation.completed', reservation.id]])
  })

  test('is told with the time of its end, though its slot was deleted before', async () => {
    await receiver.add(EVENTS)
    const { reservation, slots } = await make('10:00')
    app.setClock(TODAY, '12:00')
    await admin.ok(deleteTourSlot, { params: { id: String(slots[0]!.id) } })
    await tellAt('12:01')
    expect(told()).toEqual([['reservation.completed', reservation.id]])
    expect(receiver.received[0]!.body.occurred_at).toBe('2026-11-20T10:25:00+01:00')
  })

  test('is not told again once the persons of the event are erased', async () => {
    await receiver.add(EVENTS)
    const { reservation } = await make('10:00')
    await tellAt('10:25')
    app.setClock('2026-11-21', '09:00')
    const { browser } = await makeAdmin(app)
    await browser.ok(erasePersons, { body: { confirm: '삭제', erase_backups: false } })
    await tellOfEnded(app.db, app.now())
    await receiver.tell()
    expect(told()).toEqual([['reservation.completed', reservation.id]])
  })

  test('is not told to a webhook that was added later, nor again when its delivery is forgotten', async () => {
    await receiver.add(EVENTS)
    const { slots, reservation } = await make('10:00')
    await tellAt('10:25')
    await app.db.deleteFrom('webhook_deliveries').execute()
    app.setClock(TODAY, '12:00')
    await receiver.add(EVENTS)
    await admin.ok(deleteTourSlot, { params: { id: String(slots[0]!.id) } })
    await receiver.tell()
    expect(told()).toEqual([['reservation.completed', reservation.id]])
  })

  test('is not told of a request or a cancelled one', async () => {
    await receiver.add(EVENTS)
    await makeReservation(app, admin, day, { time: '10:00' })
    await makeReservation(app, admin, day, { time: '10:30', status: 'CANCELLED' })
    await tellAt('12:00')
    expect(told()).toEqual([])
  })
})

describe('visitors who have not come', () => {
  const noShows = () => told().filter(([type]) => type === 'reservation.no_show')

  test('are told once arrivals are marked that day, also those who were missed before', async () => {
    await receiver.add(EVENTS)
    const [missed, came] = [await make('10:00'), await make('10:30')]
    await tellAt('10:25')
    expect(noShows()).toEqual([])
    await arrive(came.reservation)
    await tellAt('10:26')
    expect(noShows()).toEqual([['reservation.no_show', missed.reservation.id]])
    await tellAt('11:00')
    expect(noShows()).toHaveLength(1)
  })

  test('are told when the arrival was marked by mistake', async () => {
    await receiver.add(EVENTS)
    const [wrong, came] = [await make('10:00'), await make('10:00')]
    app.setClock(TODAY, '10:00')
    const { reservation: arrival } = await arrive(wrong.reservation)
    await arrive(came.reservation)
    await tellAt('11:00')
    expect(noShows()).toEqual([])
    const body = { arrived_at: arrival.arrived_at! }
    await admin.ok(undoArrival, { params: { id: String(wrong.reservation.id) }, body })
    await tellAt('11:01')
    expect(noShows()).toEqual([['reservation.no_show', wrong.reservation.id]])
  })

  test('are not told while arrivals are not marked', async () => {
    await receiver.add(EVENTS)
    const [, came] = [await make('10:00'), await make('10:30')]
    app.setClock(TODAY, '10:20')
    await arrive(came.reservation)
    await admin.ok(arrivalSettings.change, { body: { arrivals: false } })
    await tellAt('12:00')
    expect(noShows()).toEqual([])
  })
})
