import { beforeEach, expect, test } from 'vitest'
import { bookTourFor } from '../../contract/admin/walk-ins.ts'
import { reserveTour } from '../../contract/booking.ts'
import type { Client } from '../app.ts'
import { useAdmin, useEventDate, useTestApp } from '../fixture.ts'
import { MEMBER_LOCK, untilManyHaveCounted, withWeakerBooking } from './weaker-booking.ts'
import { makeDocent, makeTourSlots, makeVisitor, tourParty } from '../make.ts'

const AT_ONCE = 50
const MOST = 5

const app = useTestApp()
const day = useEventDate(app)
const admin = useAdmin(app)

beforeEach(async () => {
  await app.db.updateTable('settings').set({ max_reservations: MOST }).execute()
})

/** One member asks for fifty tours at once; answers how many requests ended in which status. */
async function bookAll() {
  const docents = await Promise.all(Array.from({ length: AT_ONCE }, () => makeDocent(app.db)))
  const slots = await Promise.all(
    docents.map(async (docent) => (await makeTourSlots(app.db, day, docent, '10:00'))[0]!),
  )
  const { browser, member } = await makeVisitor(app)
  const answers = await Promise.all(slots.map((slot) => book(browser, slot)))
  const statuses = answers.map(({ statusCode }) => statusCode)
  return {
    member,
    booked: statuses.filter((status) => status === 201).length,
    refused: statuses.filter((status) => status === 409).length,
    free: slots.filter((_, n) => statuses[n] !== 201),
  }
}

const wish = (slot: { id: number }) => ({
  available_tour_id: slot.id,
  event_date_id: day.id,
  visitor: tourParty,
})
const book = (browser: Client, slot: { id: number }) => browser.send(reserveTour, { body: wish(slot) })

test('who asks for fifty tours at once gets as many as a member may have, and an administrator may add one', async () => {
  const { booked, refused, member, free } = await bookAll()
  expect({ booked, refused }).toEqual({ booked: MOST, refused: AT_ONCE - MOST })
  await admin.ok(bookTourFor, { body: { ...wish(free[0]!), user_id: member.id } })
})

test('control: when bookings of one member do not wait for each other, there are more', async () => {
  const { booked } = await withWeakerBooking(app.pool, MEMBER_LOCK, () =>
    untilManyHaveCounted(app.pool, MOST, bookAll),
  )
  expect(booked).toBeGreaterThan(MOST)
})
