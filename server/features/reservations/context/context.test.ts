import { expect, test } from 'vitest'
import { changeMember, deleteMember } from '../../../../contract/admin/members.ts'
import { getReservationContext } from '../../../../contract/admin/reservation-context.ts'
import { reserveTour } from '../../../../contract/booking.ts'
import type { Reservation } from '../../../../contract/reservation.ts'
import { actOnReservation, requestCancellation } from '../../../../contract/reservation-action.ts'
import { TODAY } from '../../../../test/app.ts'
import { useAdmin, useEventDate, useTestApp } from '../../../../test/fixture.ts'
import { makeDocent, makeTourSlots, tourParty } from '../../../../test/make.ts'
import { cancelRequest, decision, makeReservation } from '../../../../test/make-reservation.ts'

const app = useTestApp()
const admin = useAdmin(app)
const day = useEventDate(app)

const of = ({ id, type }: Pick<Reservation, 'id' | 'type'>) => ({
  params: { id: String(id) },
  query: { type },
})
const contextOf = (reservation: Reservation) => admin.ok(getReservationContext, of(reservation))

type Browser = Awaited<ReturnType<typeof makeReservation>>['browser']

async function bookAnother(browser: Browser, time: string, replaces?: number): Promise<Reservation> {
  const [slot] = await makeTourSlots(app.db, day, await makeDocent(app.db), time)
  const body = { available_tour_id: slot!.id, event_date_id: day.id, visitor: tourParty, replaces }
  return (await browser.ok(reserveTour, { body })).reservation
}

test('shows the member’s present data, and the state of each mail, newest first', async () => {
  const { member, reservation } = await makeReservation(app, admin, day, { status: 'APPROVED' })
  const [first] = await app.db
    .updateTable('mails')
    .set({ status: 'failed', attempts: 1, last_error: '550 no such user' })
    .where('kind', '=', 'request_received')
    .where('reservation_id', '=', reservation.id)
    .returning('id')
    .execute()
  await admin.ok(changeMember, {
    params: { id: String(member.id) },
    body: { ...member, email: 'new@example.com', is_vip: true },
  })
  const context = await contextOf(reservation)
  expect(context.member).toMatchObject({
    id: member.id,
    email: 'new@example.com',
    is_vip: true,
    is_vvip: false,
  })
  expect(context.mails).toMatchObject([
    { kind: 'approved', status: 'queued', error: null },
    {
      id: first!.id,
      kind: 'request_received',
      status: 'failed',
      error: '550 no such user',
      to: member.email,
    },
  ])
  expect(context.others).toEqual({ tours: [], meetings: [] })
  expect(context.overlapping).toEqual([])
})

test('lists what else the member has ahead: neither what is over nor what was called off', async () => {
  const { browser, reservation } = await makeReservation(app, admin, day, { kind: 'GROUP_MEETING' })
  const over = await bookAnother(browser, '08:10')
  const off = await bookAnother(browser, '10:20')
  const later = await bookAnother(browser, '11:00')
  const overlapping = await bookAnother(browser, '10:10')
  await admin.ok(actOnReservation, decision(over, 'approve'))
  await admin.ok(actOnReservation, decision(off, 'reject'))
  app.setClock(TODAY, '09:00')
  const { others, overlapping: ids } = await contextOf(reservation)
  expect(ids).toEqual([overlapping.id])
  expect(others.tours.map(({ id }) => id)).toEqual([overlapping.id, later.id])
  expect(others.meetings).toEqual([])
  expect((await contextOf(off)).overlapping).toEqual([])
  expect((await contextOf(later)).others.meetings).toMatchObject([{ id: reservation.id }])
})

test('a request for another time does not overlap with the reservation that it replaces', async () => {
  const { browser, reservation } = await makeReservation(app, admin, day, { status: 'APPROVED' })
  const change = await bookAnother(browser, '10:10', reservation.id)
  expect((await contextOf(change)).overlapping).toEqual([])
  expect((await contextOf(reservation)).overlapping).toEqual([])
  await browser.ok(requestCancellation, cancelRequest(reservation))
  // Approving the change would leave it.
  expect((await contextOf(change)).overlapping).toEqual([reservation.id])
})

test('says of a deleted member that there is none, and nothing of their other reservations', async () => {
  const { member, browser, reservation } = await makeReservation(app, admin, day)
  await bookAnother(browser, '12:00')
  await admin.ok(deleteMember, { params: { id: String(member.id) } })
  const { member: account, others, mails } = await contextOf(reservation)
  expect({ account, others }).toEqual({ account: null, others: { tours: [], meetings: [] } })
  expect(mails.find(({ kind }) => kind === 'request_received')).toMatchObject({ to: expect.any(String) })
})

test('is 404 for one that is not there or of the other kind, and refused to visitors', async () => {
  const { browser, reservation } = await makeReservation(app, admin, day)
  const missing = { id: 999_999, type: 'VIP_TOUR' } as const
  const wrong = { id: reservation.id, type: 'GROUP_MEETING' } as const
  for (const which of [missing, wrong])
    expect(await admin.refused(getReservationContext, of(which))).toMatchObject({
      status: 404,
      code: 'not_found',
    })
  expect(await browser.refused(getReservationContext, of(reservation))).toMatchObject({ status: 401 })
})
