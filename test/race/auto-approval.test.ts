import { beforeAll, describe, expect, test } from 'vitest'
import { reserveTour } from '../../contract/booking.ts'
import { listMyReservations } from '../../contract/reservation.ts'
import { actOnReservation } from '../../contract/reservation-action.ts'
import type { Client } from '../app.ts'
import { useAdmin, useEventDate, useTestApp } from '../fixture.ts'
import { makeDocent, makeTourSlots, makeVisitor, tourParty } from '../make.ts'
import { decision, makeReservation } from '../make-reservation.ts'
import { withoutHolders } from './without-holders.ts'

const AT_ONCE = 20
const ROUNDS = 10

const app = useTestApp()
const day = useEventDate(app)
const admin = useAdmin(app)

beforeAll(() => app.db.updateTable('settings').set({ auto_approve: 'all' }).execute())

async function freeTours(count: number, time: string) {
  const docents = await Promise.all(Array.from({ length: count }, () => makeDocent(app.db)))
  return Promise.all(docents.map(async (docent) => (await makeTourSlots(app.db, day, docent, time))[0]!))
}
const form = ({ id }: { id: number }, replaces?: number) => ({
  available_tour_id: id,
  event_date_id: day.id,
  visitor: tourParty,
  replaces,
})
const outcomesOf = async (browsers: Client[], body: ReturnType<typeof form>) => {
  const answers = await Promise.all(browsers.map((browser) => browser.send(reserveTour, { body })))
  return answers.map((answer) => {
    const { code, reservation } = answer.json<{ code?: string; reservation?: { status: string } }>()
    return reservation?.status ?? code
  })
}

describe('members who ask for one tour at once', () => {
  const visitors = async () =>
    Promise.all(Array.from({ length: AT_ONCE }, async () => (await makeVisitor(app)).browser))

  test('one is approved, and the others are refused', async () => {
    const browsers = await visitors()
    for (const slot of await freeTours(ROUNDS, '10:00')) {
      const outcomes = await outcomesOf(browsers, form(slot))
      expect(outcomes.map(String).toSorted()).toEqual([
        'APPROVED',
        ...Array.from({ length: AT_ONCE - 1 }, () => 'slot_taken'),
      ])
    }
  })

  test('control: when a slot no longer has one holder, several are approved', async () => {
    const browsers = await visitors()
    const [slot] = await freeTours(1, '10:00')
    await withoutHolders(app.pool, async () => {
      const outcomes = await outcomesOf(browsers, form(slot!))
      expect(outcomes.filter((outcome) => outcome === 'APPROVED').length).toBeGreaterThan(1)
    })
  })
})

test('a member who asks for several other times at once has one of them, instead of the former one', async () => {
  const { reservation, browser } = await makeReservation(app, admin, day)
  const slots = await freeTours(AT_ONCE, '11:00')
  const statuses = await Promise.all(
    slots.map((slot) => browser.send(reserveTour, { body: form(slot, reservation.id) })),
  )
  expect(statuses.filter(({ statusCode }) => statusCode === 201)).toHaveLength(1)
  const { tours } = await browser.ok(listMyReservations, {})
  expect(tours.map(({ status }) => status).toSorted()).toEqual(['APPROVED', 'CANCELLED'])
})

test('a change crosses the cancellation of the former reservation: one of them happens, without a failure', async () => {
  const slots = await freeTours(ROUNDS, '12:00')
  for (const slot of slots) {
    const { reservation, browser } = await makeReservation(app, admin, day)
    const [changed, cancelled] = await Promise.all([
      browser.send(reserveTour, { body: form(slot, reservation.id) }),
      admin.send(actOnReservation, decision(reservation, 'cancel')),
    ])
    expect([
      [201, 409],
      [409, 200],
    ]).toContainEqual([changed.statusCode, cancelled.statusCode])
  }
})
