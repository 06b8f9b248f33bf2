import { expect, test } from 'vitest'
import { markArrival } from '../../../../contract/admin/arrivals.ts'
import { erasePersons } from '../../../../contract/admin/closing.ts'
import { deleteMember } from '../../../../contract/admin/members.ts'
import { moveReservation } from '../../../../contract/admin/moves.ts'
import { editNote, editVisitor } from '../../../../contract/admin/reservation-edits.ts'
import { listReservations } from '../../../../contract/admin/reservations.ts'
import { deleteTourSlot } from '../../../../contract/admin/slot-deletions.ts'
import { giveFeedback } from '../../../../contract/meeting.ts'
import { actOnReservation, requestCancellation } from '../../../../contract/reservation-action.ts'
import { TODAY } from '../../../../test/app.ts'
import { useAdmin, useEventDate, useTestApp } from '../../../../test/fixture.ts'
import { makeAdmin, makeDocent, makeTourSlots, tourParty } from '../../../../test/make.ts'
import { cancelRequest, decision, makeReservation } from '../../../../test/make-reservation.ts'

const app = useTestApp()
const admin = useAdmin(app)
const day = useEventDate(app)

const make = (given: Parameters<typeof makeReservation>[3] = {}) => makeReservation(app, admin, day, given)
const about = ({ id }: { id: number }) => ({ params: { id: String(id) } })
const changedSince = async (updated_since: string, rest: { page?: string; page_size?: string } = {}) => {
  const { tours, meetings, ...answer } = await admin.ok(listReservations, {
    query: { updated_since, ...rest },
  })
  return { ...answer, ids: [...tours, ...meetings].map(({ id }) => id) }
}

type Made = Awaited<ReturnType<typeof make>>
const CHANGES: Record<string, (made: Made) => Promise<unknown>> = {
  'a decision': ({ reservation }) => admin.ok(actOnReservation, decision(reservation, 'cancel')),
  'a request to cancel': ({ browser, reservation }) =>
    browser.ok(requestCancellation, cancelRequest(reservation)),
  'an edit of the visitor': ({ reservation }) =>
    admin.ok(editVisitor, {
      ...about(reservation),
      body: { type: 'VIP_TOUR', visitor: { ...tourParty, count: 4 } },
    }),
  'a note': ({ reservation }) =>
    admin.ok(editNote, { ...about(reservation), body: { type: 'VIP_TOUR', note: '통역 필요' } }),
  'another time': async ({ reservation }) => {
    const [slot] = await makeTourSlots(app.db, day, await makeDocent(app.db), '15:00')
    const body = { type: 'VIP_TOUR' as const, available_tour_id: slot!.id, event_date_id: day.id }
    return admin.ok(moveReservation, { ...about(reservation), body })
  },
  'an arrival': ({ reservation }) => admin.ok(markArrival, { ...about(reservation), body: {} }),
}

test.each(Object.entries(CHANGES))(
  '%s is found by who asks for what has changed since',
  async (_, change) => {
    const { reservation: unchanged } = await make({ status: 'APPROVED' })
    const made = await make({ status: 'APPROVED' })
    app.setClock(TODAY, '09:50')
    await change(made)
    const { ids } = await changedSince('2026-11-20T09:50:00+01:00')
    expect(ids).toContain(made.reservation.id)
    expect(ids).not.toContain(unchanged.id)
  },
)

test('so is the erasure of its member, when it had been over', async () => {
  const { reservation, member } = await make({ status: 'REJECTED' })
  app.setClock(TODAY, '11:00')
  await admin.ok(deleteMember, about(member))
  expect((await changedSince('2026-11-20T11:00:00+01:00')).ids).toEqual([reservation.id])
})

test('so is the feedback of a member', async () => {
  const { reservation, browser } = await make({ kind: 'GROUP_MEETING', status: 'APPROVED' })
  app.setClock(TODAY, '12:00')
  await browser.ok(giveFeedback, { ...about(reservation), body: { feedback: '좋았습니다.' } })
  expect((await changedSince('2026-11-20T12:00:00+01:00')).ids).toEqual([reservation.id])
})

test('an end by the clock is a change, also when the slot is deleted before the sync', async () => {
  const since = '2026-11-20T18:20:00+01:00'
  const { reservation, slots } = await make({ status: 'APPROVED', time: '18:00' })
  const deleted = await make({ status: 'APPROVED', time: '18:00' })
  const rejected = await make({ status: 'REJECTED', time: '18:00' })
  app.setClock(TODAY, '18:24')
  expect((await changedSince(since)).ids).toEqual([])
  app.setClock(TODAY, '18:30')
  await admin.ok(deleteTourSlot, about(deleted.slots[0]!))
  const { ids } = await changedSince(since)
  expect(ids).toEqual([reservation.id, deleted.reservation.id])
  expect(ids).not.toContain(rejected.reservation.id)
  expect(slots).toHaveLength(1)
  expect((await changedSince('2026-11-20T18:31:00+01:00')).ids).toEqual([])
})

test('pages lose nothing that changes between them, and the first one says where the next sync begins', async () => {
  app.setClock(TODAY, '19:00')
  const since = '2026-11-20T19:00:00+01:00'
  const made = []
  for (let n = 0; n < 5; n += 1) made.push((await make({ status: 'APPROVED', time: `20:${n}0` })).reservation)
  const first = await changedSince(since, { page: '1', page_size: '2' })
  expect(first).toMatchObject({ count: 5, as_of: expect.stringMatching(/^2026-11-20T18:5[45]:..\+01:00$/) })
  app.passMinutes(1)
  // By the time of the visit or of the change, this would move the third one to the first page.
  const [slot] = await makeTourSlots(app.db, day, await makeDocent(app.db), '22:00')
  const body = { type: 'VIP_TOUR' as const, available_tour_id: slot!.id, event_date_id: day.id }
  await admin.ok(moveReservation, { ...about(made[0]!), body })
  const second = await changedSince(since, { page: '2', page_size: '2' })
  expect(second.as_of).toBeUndefined()
  const third = await changedSince(since, { page: '3', page_size: '2' })
  expect([...first.ids, ...second.ids, ...third.ids]).toEqual(made.map(({ id }) => id))
  // A change after the reading of its page comes with the next sync.
  expect((await changedSince(first.as_of!)).ids).toContain(made[0]!.id)
})

test.each([
  ['2026-11-20T19:00:00+01:00', 200],
  ['2026-11-20T19:00:00 01:00', 200],
  ['2026-11-20T18:00:00.250Z', 200],
  ['2026-11-20T19:00:00', 400],
  ['2026-11-20', 400],
  ['yesterday', 400],
])('the instant has an offset: %s', async (updated_since, status) => {
  expect((await admin.send(listReservations, { query: { updated_since } })).statusCode).toBe(status)
})

// Last: it ends the event.
test('the erasure of everybody after the event is found too', async () => {
  const { reservation } = await make({ status: 'REJECTED' })
  app.setClock('2026-11-21', '09:00')
  const { browser } = await makeAdmin(app)
  await browser.ok(erasePersons, { body: { confirm: '삭제', erase_backups: false } })
  const query = { updated_since: '2026-11-21T09:00:00+01:00' }
  const { tours } = await browser.ok(listReservations, { query })
  expect(tours.find(({ id }) => id === reservation.id)).toMatchObject({ visitor: { name: '' } })
})
