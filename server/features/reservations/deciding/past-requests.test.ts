import { describe, expect, test } from 'vitest'
import { decideReservations } from '../../../../contract/admin/bulk-decisions.ts'
import { getDashboard } from '../../../../contract/admin/dashboard.ts'
import { deleteChosenTourSlots, tourSlotsImpact } from '../../../../contract/admin/slot-deletions.ts'
import { membersImpact } from '../../../../contract/admin/members.ts'
import { countEventDates } from '../../../../contract/admin/event-dates.ts'
import { listAudit } from '../../../../contract/admin/audit.ts'
import { listMyReservations } from '../../../../contract/reservation.ts'
import { actOnReservation } from '../../../../contract/reservation-action.ts'
import { TODAY } from '../../../../test/app.ts'
import { useAdmin, useEventDate, useTestApp } from '../../../../test/fixture.ts'
import { decision, makeReservation } from '../../../../test/make-reservation.ts'

const app = useTestApp()
const day = useEventDate(app)
const admin = useAdmin(app)

/** A tour from 10:00 to 10:25, or a meeting from 10:00 to 10:30, that its member has asked for. */
const make = (given: Parameters<typeof makeReservation>[3] = {}) => makeReservation(app, admin, day, given)
const mailsAbout = async ({ id }: { id: number }) =>
  (await app.mails()).filter((mail) => mail.reservation_id === id).map((mail) => mail.subject)
const TOO_LATE = '이미 지난 시간의 예약입니다.'

describe.each([
  ['VIP_TOUR', '10:24', '10:25'],
  ['GROUP_MEETING', '10:29', '10:30'],
] as const)('a %s that nobody has decided', (kind, before, end) => {
  test(`can be approved at ${before}, although it has begun`, async () => {
    const { reservation } = await make({ kind })
    app.setClock(TODAY, before)
    await admin.ok(actOnReservation, decision(reservation, 'approve'))
  })

  test(`is not approved any more at ${end}, alone or with others, and stays as it was`, async () => {
    const { reservation, browser } = await make({ kind })
    app.setClock(TODAY, end)
    expect(await admin.refused(actOnReservation, decision(reservation, 'approve'))).toMatchObject({
      status: 409,
      code: 'past_time',
      error: TOO_LATE,
    })
    const body = { reservation_ids: [reservation.id], action: 'approve' as const }
    expect(await admin.ok(decideReservations, { body })).toMatchObject({
      done: 0,
      failed: 1,
      results: [{ id: reservation.id, done: false, error: TOO_LATE }],
    })
    const { tours, meetings } = await browser.ok(listMyReservations, {})
    expect([...tours, ...meetings]).toMatchObject([{ status: 'PENDING' }])
    expect(await mailsAbout(reservation)).toHaveLength(1)
  })

  test(`is rejected at ${end} without a mail, and with one where the administrator wants it`, async () => {
    const [silent, told] = [await make({ kind }), await make({ kind })]
    app.setClock(TODAY, end)
    const { body, params } = decision(told.reservation, 'reject')
    const { reservation } = await admin.ok(actOnReservation, decision(silent.reservation, 'reject'))
    expect(reservation.status).toBe('REJECTED')
    await admin.ok(actOnReservation, { params, body: { ...body, notify: true } })
    expect(await mailsAbout(silent.reservation)).toHaveLength(1)
    expect(await mailsAbout(told.reservation)).toHaveLength(2)
  })
})

test('a deletion cancels past requests without a mail, and what is to come with one', async () => {
  const [past, coming] = [await make(), await make({ time: '16:00' })]
  const asked = await make({ status: 'CANCEL_REQUESTED' })
  app.setClock(TODAY, '12:00')
  const before = (await mailsAbout(asked.reservation)).length
  const all = [past, asked, coming]
  const time_slot_ids = all.map(({ slots }) => slots[0]!.id)
  const impact = await admin.ok(tourSlotsImpact, { query: { ids: time_slot_ids.join() } })
  expect(impact).toEqual({ reservation_ids: [coming.reservation.id] })
  const ofMembers = { query: { ids: all.map(({ member }) => member.id).join() } }
  expect(await admin.ok(membersImpact, ofMembers)).toEqual(impact)
  expect(await admin.ok(countEventDates, {})).toMatchObject([{ date: TODAY, reservations: 1 }])
  await admin.ok(deleteChosenTourSlots, { body: { time_slot_ids } })
  for (const { browser } of all)
    expect((await browser.ok(listMyReservations, {})).tours).toMatchObject([{ status: 'CANCELLED' }])
  expect(await mailsAbout(past.reservation)).toHaveLength(1)
  expect(await mailsAbout(asked.reservation)).toHaveLength(before)
  expect(await mailsAbout(coming.reservation)).toHaveLength(2)
})

test.each(['approve_cancellation', 'reject_cancellation'] as const)(
  'a member who asked for a cancellation is told of the decision after the end too: %s',
  async (action) => {
    const { reservation } = await make({ status: 'CANCEL_REQUESTED' })
    app.setClock(TODAY, '12:00')
    const before = (await mailsAbout(reservation)).length
    await admin.ok(actOnReservation, decision(reservation, action))
    expect(await mailsAbout(reservation)).toHaveLength(before + 1)
  },
)

test('a bulk rejection of past requests can skip their mails, but not those of upcoming ones', async () => {
  const past = [await make(), await make({ kind: 'GROUP_MEETING' }), await make(), await make()]
  const coming = await make({ time: '16:00' })
  app.setClock(TODAY, '12:00')
  const reject = async (of: typeof past, notify?: boolean) => {
    const body = {
      reservation_ids: of.map(({ reservation }) => reservation.id),
      action: 'reject' as const,
      reason: '시간이 지나 처리되지 않은 신청입니다.',
      ...(notify !== undefined && { notify }),
    }
    expect(await admin.ok(decideReservations, { body })).toMatchObject({ done: of.length, failed: 0 })
  }
  await reject([past[0]!, past[1]!, coming])
  await reject([past[2]!], false)
  await reject([past[3]!], true)
  const mails = async ({ reservation }: (typeof past)[0]) => (await mailsAbout(reservation)).length
  expect(await Promise.all([...past, coming].map(mails))).toEqual([1, 1, 1, 2, 2])
  const { results } = await admin.ok(listAudit, { query: {} })
  expect(results[0]!.details).toMatchObject({ action: 'reject', notify: true, done: 1 })
})

test('a past request counts as waiting until it is rejected', async () => {
  const { reservation } = await make()
  const waiting = async () => (await admin.ok(getDashboard, { query: {} })).stats.pending_tours
  const before = await waiting()
  app.setClock(TODAY, '18:00')
  expect(await waiting()).toBe(before)
  await admin.ok(actOnReservation, decision(reservation, 'reject'))
  expect(await waiting()).toBe(before - 1)
})
