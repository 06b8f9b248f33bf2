import { expect, test } from 'vitest'
import { reserveTour } from '../../contract/booking.ts'
import { bookTour } from '../../server/features/reservations/booking/commands.ts'
import { postMail } from '../../server/outbox/post-mail.ts'
import { useAdmin, useEventDate, useTestApp } from '../fixture.ts'
import { makeDocent, makeTourSlots, tourParty } from '../make.ts'
import { makeReservation } from '../make-reservation.ts'
import { untilManyHaveCounted, withOtherLocks, withoutChangeLocks } from './weaker-booking.ts'

const AT_ONCE = 20

const app = useTestApp()
const day = useEventDate(app)
const admin = useAdmin(app)

/** An approved tour, and as many other times for it. */
async function approvedTour() {
  const made = await makeReservation(app, admin, day, { status: 'APPROVED' })
  const docents = await Promise.all(Array.from({ length: AT_ONCE }, () => makeDocent(app.db)))
  const slots = await Promise.all(docents.map((docent) => makeTourSlots(app.db, day, docent, '11:00')))
  const { id: replaces } = made.reservation
  const forms = slots.map(([slot]) => ({
    available_tour_id: slot!.id,
    event_date_id: day.id,
    visitor: tourParty,
    replaces,
  }))
  return { ...made, forms }
}

test('of twenty requests at once for another time of one tour, one waits and the others are refused', async () => {
  const { browser, forms } = await approvedTour()
  const answers = await Promise.all(forms.map((body) => browser.send(reserveTour, { body })))
  const codes = answers.map((answer) => answer.json<{ code?: string }>().code ?? String(answer.statusCode))
  expect(codes.toSorted()).toEqual(['201', ...Array.from({ length: AT_ONCE - 1 }, () => 'change_pending')])
})

test('control: without the index, and when bookings of one member do not wait for each other, several wait', async () => {
  const { member, forms } = await approvedTour()
  await app.pool.query('drop index reservations_one_change')
  const context = { db: app.db, postMail, publicUrl: 'http://localhost:3000' }
  const ask = ({ replaces, ...form }: (typeof forms)[number]) =>
    bookTour(context, { who: { member_id: member.id }, replaces }, form, app.now())
  const all = () => Promise.allSettled(forms.map(ask))
  const answers = await withOtherLocks(withoutChangeLocks, () => untilManyHaveCounted(app.pool, 2, all))
  expect(answers.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThan(1)
})
