import { beforeEach, expect, test } from 'vitest'
import { bookTourFor } from '../../contract/admin/walk-ins.ts'
import { reserveTour } from '../../contract/booking.ts'
import { bookTour, makeBookingBatch } from '../../server/features/reservations/booking/commands.ts'
import { postMail } from '../../server/outbox/post-mail.ts'
import { useAdmin, useEventDate, useTestApp } from '../fixture.ts'
import { MEMBER_LOCK, untilManyHaveCounted, withWeakerBooking } from './weaker-booking.ts'
import { makeDocent, makeTourSlots, makeVisitor, tourParty } from '../make.ts'

const AT_ONCE = 50
const MOST = 5
const TOUR_MINUTES = 25

const app = useTestApp()
const day = useEventDate(app)
const admin = useAdmin(app)

const limit = (max_reservations: number, max_minutes_per_day: number) =>
  app.db.updateTable('settings').set({ max_reservations, max_minutes_per_day }).execute()

beforeEach(() => limit(MOST, 1440))

async function makeTours() {
  const docents = await Promise.all(Array.from({ length: AT_ONCE }, () => makeDocent(app.db)))
  return Promise.all(docents.map(async (docent) => (await makeTourSlots(app.db, day, docent, '10:00'))[0]!))
}

const form = (slot: { id: number }) => ({
  available_tour_id: slot.id,
  event_date_id: day.id,
  visitor: tourParty,
})

test.each([
  ['as many', MOST, 1440],
  ['as much time', 50, MOST * TOUR_MINUTES],
])(
  'who asks for fifty tours at once gets %s as a member may have, and an administrator may add one',
  async (_what, most, minutes) => {
    await limit(most, minutes)
    const slots = await makeTours()
    const { browser, member } = await makeVisitor(app)
    const answers = await Promise.all(slots.map((slot) => browser.send(reserveTour, { body: form(slot) })))
    const statuses = answers.map(({ statusCode }) => statusCode)
    const having = (status: number) => slots.filter((_, n) => statuses[n] === status)
    expect([having(201).length, having(409).length]).toEqual([MOST, AT_ONCE - MOST])
    await admin.ok(bookTourFor, { body: { ...form(having(409)[0]!), user_id: member.id } })
  },
)

/** How many of fifty are accepted; more than the limit wait before one is written. */
async function bookAtOnce(batchOf: () => ReturnType<typeof makeBookingBatch> | undefined) {
  const slots = await makeTours()
  const { member } = await makeVisitor(app)
  const context = { db: app.db, postMail, publicUrl: 'http://localhost:3000' }
  const book = (slot: { id: number }) =>
    bookTour(context, { who: { member_id: member.id } }, form(slot), app.now(), batchOf())
  const answers = await untilManyHaveCounted(app.pool, MOST, () => Promise.allSettled(slots.map(book)))
  return answers.filter(({ status }) => status === 'fulfilled').length
}

// A batch has only one booking per member: each booking here has a batch or transaction of its own.
type BatchOf = Parameters<typeof bookAtOnce>[0]
test.each<[string, BatchOf]>([
  ['alone', () => undefined],
  ['in the batches of fifty processes', () => makeBookingBatch(app.db)],
])('bookings of one member wait for each other, %s', async (_how, batchOf) => {
  expect(await bookAtOnce(batchOf)).toBe(MOST)
})

test('control: when they do not, there are more', async () => {
  const booked = await withWeakerBooking(MEMBER_LOCK, () => bookAtOnce(() => undefined))
  expect(booked).toBeGreaterThan(MOST)
})
