import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { findArrival, listArrivals, markArrival, undoArrival } from '../../../../contract/admin/arrivals.ts'
import { arrivalSettings } from '../../../../contract/admin/settings.ts'
import { listAudit } from '../../../../contract/admin/audit.ts'
import { decideReservations } from '../../../../contract/admin/bulk-decisions.ts'
import { moveReservation } from '../../../../contract/admin/moves.ts'
import { listReservationHistory } from '../../../../contract/admin/reservations.ts'
import { bookTourFor } from '../../../../contract/admin/walk-ins.ts'
import { listMyReservations } from '../../../../contract/reservation.ts'
import { actOnReservation } from '../../../../contract/reservation-action.ts'
import { CODE_SIGNS, spacedCode } from '../../../../domain/arrival.ts'
import { TODAY, type Client } from '../../../../test/app.ts'
import { useAdmin, useEventDate, useTestApp } from '../../../../test/fixture.ts'
import { typedInHangul } from '../../../../test/hangul.ts'
import {
  makeAdmin,
  makeDocent,
  makeMember,
  makeTourSlots,
  makeVisitor,
  tourParty,
} from '../../../../test/make.ts'
import { cancelRequest, decision, makeReservation } from '../../../../test/make-reservation.ts'
import { endMeeting } from '../../../../contract/meeting.ts'
import { requestCancellation } from '../../../../contract/reservation-action.ts'

const TOMORROW = '2026-11-21'
const PUBLIC_URL = 'https://stand.example.com'

const app = useTestApp({ publicUrl: PUBLIC_URL })
const day = useEventDate(app)
const tomorrow = useEventDate(app, TOMORROW)
const adminName = '박관리'
const admin = useAdmin(app, adminName)

type Ids = { id: number }
const make = (given: Parameters<typeof makeReservation>[3] = {}) => makeReservation(app, admin, day, given)
const arrive = ({ id }: Ids, at?: string) => ({ params: { id: String(id) }, body: { ...(at && { at }) } })
const undone = ({ id }: Ids, arrived_at: string) => ({ params: { id: String(id) }, body: { arrived_at } })
const codeOf = async (browser: Client) => {
  const { tours, meetings } = await browser.ok(listMyReservations, {})
  return [...tours, ...meetings][0]!.arrival_code
}
const storedCode = async ({ id }: Ids) =>
  (
    await app.db
      .selectFrom('reservations')
      .select('arrival_code')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  ).arrival_code
const mailsAbout = async ({ id }: Ids) => (await app.mails()).filter((mail) => mail.reservation_id === id)
const historyOf = async ({ id }: Ids) =>
  (await admin.ok(listReservationHistory, { params: { id: String(id) } })).map(({ action, actor }) => [
    action,
    actor,
  ])

describe('a reservation gets its code when it is approved', () => {
  test('a request has none, and one that is approved has one, which its member sees and its mail says', async () => {
    const { reservation, browser } = await make()
    expect(await storedCode(reservation)).toBeNull()
    expect(await codeOf(browser)).toBeNull()
    const approved = await admin.ok(actOnReservation, decision(reservation, 'approve'))
    const code = approved.reservation.arrival_code!
    expect(code).toMatch(new RegExp(`^[${CODE_SIGNS}]{6}$`))
    expect(await codeOf(browser)).toBe(code)
    const [received, mail] = await mailsAbout(reservation)
    expect(received!.text).not.toContain('입장 코드')
    expect(mail!.text).toContain(`입장 코드: ${spacedCode(code)}`)
  })

  test('reservations approved in bulk each have their own code, also in their mail', async () => {
    const made = [await make(), await make(), await make({ kind: 'GROUP_MEETING' })]
    const reservation_ids = made.map(({ reservation }) => reservation.id)
    await admin.ok(decideReservations, { body: { reservation_ids, action: 'approve' } })
    const codes = await Promise.all(made.map(({ browser }) => codeOf(browser)))
    expect(new Set(codes).size).toBe(3)
    for (const [i, { reservation }] of made.entries())
      expect((await mailsAbout(reservation)).at(-1)!.text).toContain(spacedCode(codes[i]!))
  })

  test('one that is booked at the desk has it at once, in the answer and in its mail', async () => {
    const [slot] = await makeTourSlots(app.db, day, await makeDocent(app.db), '11:00')
    const member = await makeMember(app.db)
    const body = {
      user_id: member.id,
      available_tour_id: slot!.id,
      event_date_id: day.id,
      visitor: tourParty,
    }
    const { reservation } = await admin.ok(bookTourFor, { body })
    expect(reservation.arrival_code).toBe(await storedCode(reservation))
    expect((await mailsAbout(reservation))[0]!.text).toContain(spacedCode(reservation.arrival_code!))
  })

  test('it keeps its code when a request to cancel it is refused, and when it is moved', async () => {
    const { reservation, browser } = await make({ status: 'APPROVED' })
    const code = reservation.arrival_code!
    await browser.ok(requestCancellation, cancelRequest(reservation))
    expect(await codeOf(browser)).toBeNull()
    await admin.ok(actOnReservation, decision(reservation, 'reject_cancellation'))
    expect(await codeOf(browser)).toBe(code)
    expect((await mailsAbout(reservation)).at(-1)!.text).toContain(spacedCode(code))
    const [slot] = await makeTourSlots(app.db, tomorrow, await makeDocent(app.db), '12:00')
    const to = { type: 'VIP_TOUR' as const, available_tour_id: slot!.id, event_date_id: tomorrow.id }
    await admin.ok(moveReservation, { params: { id: String(reservation.id) }, body: to })
    expect(await codeOf(browser)).toBe(code)
    expect((await mailsAbout(reservation)).at(-1)!.text).toContain(spacedCode(code))
  })

  test('ten thousand codes use only unambiguous characters and are all different', async () => {
    const { rows } = await app.db.transaction().execute(async (tx) => {
      await sql`create temporary table given (code int, arrival_code text) on commit drop`.execute(tx)
      await sql`create trigger given before insert on given for each row execute function give_arrival_code()`.execute(
        tx,
      )
      return sql<{ code: string }>`
        insert into given select generate_series(1, 10000) returning arrival_code as code`.execute(tx)
    })
    expect(rows.filter(({ code }) => !new RegExp(`^[${CODE_SIGNS}]{6}$`).test(code))).toEqual([])
    // For 10,000 codes out of a billion, 0.05 collisions are expected.
    expect(new Set(rows.map(({ code }) => code)).size).toBeGreaterThan(9_997)
    const signs = new Set(rows.flatMap(({ code }) => code.split('')))
    expect(signs.size).toBe(CODE_SIGNS.length)
  })

  test('no two reservations can have one code, and a code of other signs cannot be written', async () => {
    const [one, other] = [await make({ status: 'APPROVED' }), await make({ status: 'APPROVED' })]
    const set = (code: string) =>
      app.db
        .updateTable('reservations')
        .set({ arrival_code: code })
        .where('id', '=', other.reservation.id)
        .execute()
    await expect(set(one.reservation.arrival_code!)).rejects.toThrow('reservations_arrival_code_key')
    await expect(set('ABCDE0')).rejects.toThrow('reservations_arrival_code')
  })
})

describe('at the desk', () => {
  test('a code in any spelling, or the QR code’s address, finds the reservation', async () => {
    const { reservation, member } = await make({ status: 'APPROVED' })
    const code = reservation.arrival_code!
    for (const typed of [
      code,
      code.toLowerCase(),
      spacedCode(code),
      `${PUBLIC_URL}/admin/arrivals?code=${code}`,
      typedInHangul(code),
    ])
      expect(await admin.ok(findArrival, { query: { code: typed } })).toMatchObject({
        arrival: {
          id: reservation.id,
          status: 'APPROVED',
          date: TODAY,
          start_time: '10:00',
          name: tourParty.name,
          count: tourParty.count,
          user: { name: member.name },
          arrived_at: null,
        },
      })
  })

  test.each(['ZZZZZ2', 'ABCDE0', '박지민', 'https://example.com/'])(
    'the unknown code %j finds nothing, without an error',
    async (code) => {
      expect(await admin.ok(findArrival, { query: { code } })).toEqual({ arrival: null })
    },
  )

  test('a request without a code is refused', async () => {
    expect((await admin.refused(findArrival, { query: { code: '' } })).status).toBe(400)
  })

  test('one press marks the arrival: an instant, in the history and the audit, and no other status', async () => {
    const { reservation, browser } = await make({ status: 'APPROVED' })
    const { updated_at } = reservation
    app.setClock(TODAY, '10:03')
    const answer = await admin.ok(markArrival, arrive(reservation))
    expect(answer).toMatchObject({
      message: '도착을 확인했습니다.',
      reservation: { status: 'APPROVED', arrived_at: `${TODAY}T10:03:00+01:00`, arrived_by: adminName },
    })
    expect(await historyOf(reservation)).toEqual([
      ['create', expect.any(String)],
      ['approve', adminName],
      ['arrive', adminName],
    ])
    const { results } = await admin.ok(listAudit, { query: {} })
    expect(results[0]).toMatchObject({ admin: adminName, target: `reservation ${reservation.id}` })
    expect(results[0]!.summary).not.toContain(tourParty.name)
    const { tours } = await browser.ok(listMyReservations, {})
    expect(tours[0]).toMatchObject({ status: 'APPROVED', arrived_at: `${TODAY}T10:03:00+01:00` })
    expect(tours[0]!.updated_at > updated_at).toBe(true)
    expect(await mailsAbout(reservation)).toHaveLength(2)
  })

  test('a second press is told when it was marked and by whom', async () => {
    const { reservation } = await make({ status: 'APPROVED' })
    app.setClock(TODAY, '10:03')
    await admin.ok(markArrival, arrive(reservation))
    app.setClock(TODAY, '10:05')
    expect(await admin.refused(markArrival, arrive(reservation))).toMatchObject({
      status: 409,
      code: 'already_arrived',
      error: `10:03에 이미 도착을 확인했습니다. (${adminName})`,
    })
  })

  test('a press delayed by a lost network counts once, with its own time', async () => {
    const { reservation } = await make({ status: 'APPROVED' })
    app.setClock(TODAY, '10:40')
    const pressed = `${TODAY}T10:04:30.250+01:00`
    for (let tries = 0; tries < 2; tries += 1)
      expect(await admin.ok(markArrival, arrive(reservation, pressed))).toMatchObject({
        reservation: { arrived_at: `${TODAY}T10:04:30+01:00` },
      })
    expect((await historyOf(reservation)).filter(([action]) => action === 'arrive')).toHaveLength(1)
  })

  test('a press that a tablet keeps until the next morning counts', async () => {
    const { reservation } = await make({ status: 'APPROVED' })
    app.setClock('2026-11-21', '09:00')
    const arrived_at = `${TODAY}T10:04:00+01:00`
    const { browser } = await makeAdmin(app)
    const { reservation: marked } = await browser.ok(markArrival, arrive(reservation, arrived_at))
    expect(marked.arrived_at).toBe(arrived_at)
  })

  test('a press from before the early end counts, though it is sent after it', async () => {
    const { reservation, browser } = await make({ kind: 'GROUP_MEETING', status: 'APPROVED' })
    app.setClock(TODAY, '10:15')
    await browser.ok(endMeeting, { params: { id: String(reservation.id) } })
    app.setClock(TODAY, '10:20')
    const [before, after] = [`${TODAY}T10:05:00+01:00`, `${TODAY}T10:16:00+01:00`]
    expect(await admin.refused(markArrival, arrive(reservation, after))).toMatchObject({
      error: '이미 끝난 예약입니다.',
    })
    await admin.ok(markArrival, arrive(reservation, before))
  })

  test.each([
    ['PENDING', '10:00', '아직 승인되지 않은 예약입니다.'],
    ['CANCELLED', '10:00', '취소되었거나 거절된 예약입니다.'],
    ['REJECTED', '10:00', '취소되었거나 거절된 예약입니다.'],
    ['CANCEL_REQUESTED', '10:00', '취소를 요청한 예약입니다. 요청을 먼저 처리해주세요.'],
    ['APPROVED', '10:25', '이미 끝난 예약입니다.'],
  ] as const)('%s at %s cannot arrive: %s', async (status, time, error) => {
    const { reservation } = await make({ status })
    app.setClock(TODAY, time)
    expect(await admin.refused(markArrival, arrive(reservation))).toMatchObject({
      status: 409,
      code: 'invalid_transition',
      error,
    })
    expect((await historyOf(reservation)).map(([action]) => action)).not.toContain('arrive')
  })

  test('a press that a colleague sends, as after a new login, keeps who pressed; the audit has who sent', async () => {
    const { reservation } = await make({ status: 'APPROVED' })
    await makeAdmin(app, '최교대')
    const [{ id: by }] = (await app.db
      .selectFrom('admins')
      .select('id')
      .where('name', '=', '최교대')
      .execute()) as [Ids]
    const input = { ...arrive(reservation), body: { by } }
    expect((await admin.ok(markArrival, input)).reservation.arrived_by).toBe('최교대')
    const { results } = await admin.ok(listAudit, { query: {} })
    expect(results[0]).toMatchObject({ admin: adminName, target: `reservation ${reservation.id}` })
    const { reservation: other } = await make({ status: 'APPROVED' })
    const deleted = { ...arrive(other), body: { by: 999_999 } }
    expect((await admin.ok(markArrival, deleted)).reservation.arrived_by).toBe(adminName)
  })

  test('the code of a cancelled reservation still finds it, as cancelled', async () => {
    const { reservation } = await make({ status: 'APPROVED' })
    await admin.ok(actOnReservation, decision(reservation, 'cancel'))
    expect(await admin.ok(findArrival, { query: { code: reservation.arrival_code! } })).toMatchObject({
      arrival: { id: reservation.id, status: 'CANCELLED', arrival_code: null },
    })
  })

  test('tomorrow’s reservation does not arrive today', async () => {
    const { reservation } = await makeReservation(app, admin, tomorrow, { status: 'APPROVED' })
    expect(await admin.refused(markArrival, arrive(reservation))).toMatchObject({
      error: '오늘 예약이 아닙니다.',
    })
    expect((await admin.refused(markArrival, arrive({ id: 999_999 }))).status).toBe(404)
  })

  test('an arrival can be undone, but not one that was marked again by a colleague', async () => {
    const { reservation } = await make({ status: 'APPROVED' })
    app.setClock(TODAY, '10:03')
    const { arrived_at } = (await admin.ok(markArrival, arrive(reservation))).reservation
    expect(await admin.ok(undoArrival, undone(reservation, arrived_at!))).toMatchObject({
      message: '도착 확인을 취소했습니다.',
      reservation: { arrived_at: null, arrived_by: null },
    })
    expect((await historyOf(reservation)).at(-1)).toEqual(['undo_arrival', adminName])
    app.setClock(TODAY, '10:06')
    await admin.ok(markArrival, arrive(reservation))
    expect(await admin.refused(undoArrival, undone(reservation, arrived_at!))).toMatchObject({
      code: 'changed_meanwhile',
    })
  })

  test('an arrival can be undone until midnight, and not on the next day', async () => {
    const { reservation } = await make({ status: 'APPROVED' })
    app.setClock(TODAY, '10:03')
    const { arrived_at } = (await admin.ok(markArrival, arrive(reservation))).reservation
    app.setClock(TOMORROW, '00:00')
    const { browser: nextDay } = await makeAdmin(app, '이아침')
    expect(await nextDay.refused(undoArrival, undone(reservation, arrived_at!))).toMatchObject({
      status: 409,
      error: '도착은 확인한 날에만 취소할 수 있습니다.',
    })
    app.setClock(TODAY, '23:59')
    const { browser: late } = await makeAdmin(app, '김야간')
    await late.ok(undoArrival, undone(reservation, arrived_at!))
  })

  test('the desk marks how many really came, corrects it afterwards, and the history has each number', async () => {
    const { reservation } = await make({ status: 'APPROVED' })
    const { browser: desk } = await makeAdmin(app, '한접수', 'desk')
    app.setClock(TODAY, '10:03')
    const press = (count: number) => ({ ...arrive(reservation), body: { count } })
    const first = await desk.ok(markArrival, press(5))
    expect(first.reservation).toMatchObject({ count: 5, arrived_at: `${TODAY}T10:03:00+01:00` })
    app.setClock(TODAY, '17:00')
    expect(await desk.ok(markArrival, press(4))).toMatchObject({
      message: '방문 인원을 4명으로 수정했습니다.',
      reservation: { count: 4, arrived_at: first.reservation.arrived_at },
    })
    expect((await desk.refused(markArrival, press(4))).code).toBe('already_arrived')
    expect(await desk.refused(markArrival, press(31))).toMatchObject({
      status: 400,
      fields: { count: '투어 방문 인원은 30명을 초과할 수 없습니다.' },
    })
    const { arrived_at } = first.reservation
    await desk.ok(undoArrival, undone(reservation, arrived_at!))
    const history = await admin.ok(listReservationHistory, { params: { id: String(reservation.id) } })
    expect(history.slice(-3).map(({ action, changes }) => [action, changes])).toEqual([
      ['arrive', `방문 인원 ${tourParty.count} → 5명`],
      ['edit_visitor', '방문 인원 5 → 4명'],
      ['undo_arrival', undefined],
    ])
  })

  test('no more people than the room holds can have come', async () => {
    const { reservation } = await make({ kind: 'GROUP_MEETING', status: 'APPROVED' })
    const refusal = await admin.refused(markArrival, { ...arrive(reservation), body: { count: 500 } })
    expect(refusal.fields!['count']).toMatch(/미팅룸 수용 인원\(\d+명\)을 초과할 수 없습니다/)
  })

  test('a move within the day keeps the arrival, a move to another day takes it back', async () => {
    const { reservation } = await make({ status: 'APPROVED' })
    await admin.ok(markArrival, arrive(reservation))
    const docent = await makeDocent(app.db)
    const move = async (date: { id: number; date: string }) => {
      const [slot] = await makeTourSlots(app.db, date, docent, '15:00')
      const body = { type: 'VIP_TOUR' as const, available_tour_id: slot!.id, event_date_id: date.id }
      return (await admin.ok(moveReservation, { params: { id: String(reservation.id) }, body })).reservation
    }
    expect((await move(day)).arrived_at).toBe(`${TODAY}T08:00:00+01:00`)
    expect((await move(tomorrow)).arrived_at).toBeNull()
  })

  test('the list of a date has what takes place, by its time, with tier, note and who has come', async () => {
    const [late, early] = [
      await make({ status: 'APPROVED', time: '17:00' }),
      await make({ status: 'APPROVED', time: '09:10' }),
    ]
    await make({ status: 'PENDING', time: '09:40' })
    const cancelled = await make({ status: 'CANCELLED', time: '09:50' })
    const calledOff = await make({ kind: 'GROUP_MEETING', status: 'COMPLETED', time: '11:00' })
    await admin.ok(markArrival, arrive(early.reservation))
    const { date, dates, arrivals } = await admin.ok(listArrivals, { query: {} })
    expect([date, dates]).toEqual([TODAY, [TODAY, TOMORROW]])
    const ids = arrivals.map(({ id }) => id)
    expect(ids.indexOf(early.reservation.id)).toBeLessThan(ids.indexOf(late.reservation.id))
    expect(ids).not.toContain(cancelled.reservation.id)
    expect(ids, 'ended before its start').not.toContain(calledOff.reservation.id)
    expect(arrivals.every(({ status }) => status !== 'PENDING')).toBe(true)
    expect(arrivals.find(({ id }) => id === early.reservation.id)).toMatchObject({
      arrived_by: adminName,
      arrival_code: early.reservation.arrival_code,
      is_vip: false,
    })
    expect((await admin.ok(listArrivals, { query: { date: TOMORROW } })).date).toBe(TOMORROW)
  })

  test('guessing codes is limited', async () => {
    const { browser } = await makeAdmin(app)
    const statuses = new Set<number>()
    for (let n = 0; n < 125; n += 1)
      statuses.add((await browser.send(findArrival, { query: { code: 'ZZZZZ2' } })).statusCode)
    expect([...statuses]).toEqual([200, 429])
  })
})

describe('where arrivals are switched off', () => {
  test('no code is shown or mailed and nobody marks any; switched on again, the codes are there', async () => {
    const { reservation, browser } = await make({ status: 'APPROVED' })
    const code = reservation.arrival_code
    const off = { body: { arrivals: false, expected: { arrivals: true } } }
    expect(await admin.ok(arrivalSettings.change, off)).toMatchObject({ settings: { arrivals: false } })
    expect(await codeOf(browser)).toBeNull()
    const other = await make({ status: 'APPROVED' })
    expect(other.reservation.arrival_code).toBeNull()
    expect((await mailsAbout(other.reservation)).at(-1)!.text).not.toContain('입장 코드')
    for (const refused of [
      await admin.refused(markArrival, arrive(reservation)),
      await admin.refused(listArrivals, { query: {} }),
      await admin.refused(findArrival, { query: { code: code! } }),
    ])
      expect(refused.code).toBe('arrivals_off')
    expect(
      await admin.refused(arrivalSettings.change, { body: { arrivals: true, expected: { arrivals: true } } }),
    ).toMatchObject({ code: 'changed_meanwhile' })
    await admin.ok(arrivalSettings.change, { body: { arrivals: true } })
    expect(await admin.ok(arrivalSettings.get, {})).toEqual({ arrivals: true })
    expect(await codeOf(browser)).toBe(code)
    expect(await codeOf(other.browser)).not.toBeNull()
  })
})

test('a member cannot use codes', async () => {
  const { reservation } = await make({ status: 'APPROVED' })
  const { browser } = await makeVisitor(app)
  expect((await browser.refused(findArrival, { query: { code: reservation.arrival_code! } })).status).toBe(
    401,
  )
  expect((await browser.refused(markArrival, arrive(reservation))).status).toBe(401)
})
