import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { downloadCalendarEntry } from '../../../contract/calendar.ts'
import { endMeeting, giveFeedback } from '../../../contract/meeting.ts'
import { actOnReservation } from '../../../contract/reservation-action.ts'
import type { Status } from '../../../domain/reservation.ts'
import { TODAY, type Client } from '../../../test/app.ts'
import { useAdmin, useEventDate, useTestApp } from '../../../test/fixture.ts'
import { makeVisitor } from '../../../test/make.ts'
import { decision, makeReservation } from '../../../test/make-reservation.ts'
import { sendMails } from '../../../test/outbox.ts'

const app = useTestApp()
const day = useEventDate(app)
const admin = useAdmin(app)

const make = (given: Parameters<typeof makeReservation>[3] = {}) =>
  makeReservation(app, admin, day, { status: 'APPROVED', ...given })
type Booked = Awaited<ReturnType<typeof make>>['reservation']
const named = ({ id }: { id: number }) => ({ params: { id: String(id) } })

/** A calendar's unfolded lines by name. */
const entryOf = (calendar: string) => {
  const lines = calendar.replaceAll('\r\n ', '').split('\r\n')
  const own = lines.slice(lines.indexOf('BEGIN:VEVENT') + 1, lines.indexOf('END:VEVENT'))
  return Object.fromEntries(own.map((line) => line.split(/[;:](.*)/s).slice(0, 2) as [string, string]))
}
const mailedEntry = async ({ id }: { id: number }) => {
  const mail = (await app.mails()).findLast((each) => each.reservation_id === id && each.calendar)
  return entryOf(mail!.calendar!)
}

test.each(['VIP_TOUR', 'GROUP_MEETING'] as const)(
  'an approved %s can be taken into a calendar: the entry is the one that was mailed',
  async (kind) => {
    const { browser, reservation } = await make({ kind })
    const response = await browser.send(downloadCalendarEntry, named(reservation))
    expect(response.statusCode).toBe(200)
    const { ATTENDEE, ...mailed } = await mailedEntry(reservation)
    expect(ATTENDEE).toContain('MAILTO')
    expect(entryOf(response.body)).toEqual(mailed)
    expect(mailed).toMatchObject({ SEQUENCE: '2', STATUS: 'CONFIRMED' })
    expect(response.body).toContain('\r\nMETHOD:PUBLISH\r\n')
  },
)

test('it is a calendar file with a Korean name, and nobody keeps a copy', async () => {
  const { browser, reservation } = await make({ kind: 'GROUP_MEETING' })
  const { headers } = await browser.send(downloadCalendarEntry, named(reservation))
  expect(headers['content-type']).toBe('text/calendar; charset=utf-8')
  expect(headers['cache-control']).toBe('no-store')
  const disposition = String(headers['content-disposition'])
  expect(disposition).toMatch(/^attachment; filename="[\x20-\x7e]+\.ics"; filename\*=UTF-8''[\w%.-]+$/)
  expect(decodeURIComponent(disposition.split("UTF-8''")[1]!)).toBe(`미팅_${TODAY}_1000.ics`)
})

test('a later change has a higher sequence than the mail, and a cancellation a higher one still', async () => {
  const { browser, reservation } = await make({ kind: 'GROUP_MEETING' })
  await browser.ok(giveFeedback, { ...named(reservation), body: { feedback: '기대됩니다.' } })
  const { body } = await browser.send(downloadCalendarEntry, named(reservation))
  await admin.ok(actOnReservation, decision(reservation, 'cancel'))
  const cancelled = await mailedEntry(reservation)
  expect(entryOf(body)).toMatchObject({ SEQUENCE: '3', UID: cancelled['UID'] })
  expect(cancelled).toMatchObject({ SEQUENCE: '4', STATUS: 'CANCELLED' })
})

test.each([
  ['PENDING', '대기중'],
  ['CANCEL_REQUESTED', '취소 요청'],
  ['COMPLETED', '종료됨'],
  ['REJECTED', '거절됨'],
  ['CANCELLED', '취소됨'],
] as [Status, string][])('one that is %s has no entry to give: the answer says %s', async (status, word) => {
  const { browser, reservation } = await make({ status })
  expect(await browser.refused(downloadCalendarEntry, named(reservation))).toMatchObject({
    status: 409,
    code: 'invalid_transition',
    error: `현재 상태(${word})에서는 처리할 수 없습니다.`,
  })
})

test('nor one that is over: until its last minute it has', async () => {
  const { browser, reservation } = await make()
  app.setClock(TODAY, '10:24')
  expect((await browser.send(downloadCalendarEntry, named(reservation))).statusCode).toBe(200)
  app.setClock(TODAY, '10:25')
  expect(await browser.refused(downloadCalendarEntry, named(reservation))).toMatchObject({ status: 409 })
})

test("somebody else's, an unknown and an impossible number are not there; without a session nothing is", async () => {
  const { reservation } = await make()
  const { browser: other } = await makeVisitor(app)
  const foreign = await other.refused(downloadCalendarEntry, named(reservation))
  const unknown = await other.refused(downloadCalendarEntry, named({ id: 999_999 }))
  expect(foreign).toMatchObject({ status: 404, code: 'not_found', error: unknown.error })
  expect(await other.refused(downloadCalendarEntry, { params: { id: 'x' } })).toMatchObject({ status: 404 })
  expect(await app.client().refused(downloadCalendarEntry, named(reservation))).toMatchObject({
    status: 401,
  })
})

const finds = 'the address of the service, the contact and the name have changed'
test.each([
  ['is cancelled', (id: Booked) => admin.ok(actOnReservation, decision(id, 'cancel'))],
  ['ended before its start', (id: Booked, by: Client) => by.ok(endMeeting, named(id))],
])(`a calendar finds the entry of a meeting that %s, although ${finds}`, async (_how, end) => {
  const { reservation, browser } = await make({ kind: 'GROUP_MEETING' })
  const sent: string[] = []
  const send = () =>
    sendMails({ db: app.db, now: () => app.now() + 60_000 }, async ({ reservation_id, calendar }) => {
      if (reservation_id === reservation.id && calendar) sent.push(calendar.content)
    })
  await send()
  await app.db.updateTable('settings').set({ event_name: '2027', contact_email: 'new@example.com' }).execute()
  await end(reservation, browser)
  await sql`update mails set facts = jsonb_set(facts, '{public_url}', '"http://booking.fair.example:3000"')
    where status = 'queued' and reservation_id = ${reservation.id}`.execute(app.db)
  await send()
  const [request, cancellation] = sent.map(entryOf)
  const identity = (entry: Record<string, string>) =>
    Object.entries(entry).filter(([name]) => name === 'UID' || name.startsWith('ORGANIZER'))
  expect(cancellation).toMatchObject({ STATUS: 'CANCELLED' })
  expect(identity(cancellation!)).toEqual(identity(request!))
  expect(identity(cancellation!)).toHaveLength(2)
})
