import { reserveTour } from '../contract/booking.ts'
import { waitForMeeting, waitForTour } from '../contract/waitlist-requests.ts'
import type { WaitlistEntry } from '../contract/waitlist.ts'
import type { Client, TestApp } from './app.ts'
import { makeVisitor, meetingParty, tourParty } from './make.ts'

type Slot = { id: number; event_date_id: number }

export const tourForm = (slot: Slot, more: object = {}) => ({
  body: { available_tour_id: slot.id, event_date_id: slot.event_date_id, visitor: tourParty, ...more },
})

export const meetingForm = (room: { id: number }, slots: readonly Slot[], more: object = {}) => ({
  body: {
    room_id: room.id,
    event_date_id: slots[0]!.event_date_id,
    visitor: meetingParty,
    time_slots: slots.map(({ id }) => ({ available_room_id: id })),
    ...more,
  },
})

export const waitFor = async (browser: Client, slot: Slot): Promise<WaitlistEntry> =>
  (await browser.ok(waitForTour, tourForm(slot))).entry

export const waitForRun = async (
  browser: Client,
  room: { id: number },
  slots: readonly Slot[],
): Promise<WaitlistEntry> => (await browser.ok(waitForMeeting, meetingForm(room, slots))).entry

/** The member whose reservation holds a slot. */
export async function findHolder({ pool }: TestApp, { id }: { id: number }) {
  const { rows } = await pool.query<{ member_id: number | null }>(
    'select r.member_id from slots s left join reservations r on r.id = s.reservation_id where s.id = $1',
    [id],
  )
  return rows[0]!.member_id
}

/** A direct change of the database does not serve the waiting list. */
export async function waitThenBook(app: TestApp, slot: Slot) {
  const setLock = (is_locked: boolean) =>
    app.db.updateTable('slots').set({ is_locked }).where('id', '=', slot.id).execute()
  const made = await makeVisitor(app)
  await setLock(true)
  await waitFor(made.browser, slot)
  await setLock(false)
  await made.browser.ok(reserveTour, tourForm(slot))
  return made
}

export const makeVip = (app: TestApp, tier: 'VIP' | 'VVIP') =>
  makeVisitor(app, { is_vip: true, is_vvip: tier === 'VVIP' })
