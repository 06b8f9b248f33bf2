import { expect, test } from 'vitest'
import { reserveTour } from '../../../contract/booking.ts'
import { deleteTourSlot } from '../../../contract/admin/slot-deletions.ts'
import { decideReservations } from '../../../contract/admin/bulk-decisions.ts'
import { changeMember, deleteMember } from '../../../contract/admin/members.ts'
import { moveReservation } from '../../../contract/admin/moves.ts'
import { editVisitor } from '../../../contract/admin/reservation-edits.ts'
import { login } from '../../../contract/login.ts'
import { type TourReservation } from '../../../contract/reservation.ts'
import { actOnReservation, requestCancellation } from '../../../contract/reservation-action.ts'
import { waitForTour } from '../../../contract/waitlist-requests.ts'
import { TAKE_BACK_MS } from '../../../domain/take-back.ts'
import type { Client } from '../../../test/app.ts'
import { useAdmin, useEventDate, useTestApp } from '../../../test/fixture.ts'
import { makeDocent, makeTourSlots, makeVisitor, tourParty } from '../../../test/make.ts'
import { countRows, makeConnections } from '../../../test/make-connections.ts'
import { sendMails as sendMailsOf } from '../../../test/outbox.ts'
import { cancelRequest, decision } from '../../../test/make-reservation.ts'
import { tourForm } from '../../../test/make-waiting.ts'

const app = useTestApp()
const admin = useAdmin(app)
const day = useEventDate(app)

const one = ({ id }: { id: number }) => ({ params: { id: String(id) } })

async function tablesWith(text: string): Promise<string[]> {
  const { rows: tables } = await app.pool.query<{ name: string }>(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
  )
  const found: string[] = []
  for (const { name } of tables) {
    const { rows } = await app.pool.query(
      `select from ${name} as each where each::text ilike '%' || $1 || '%' limit 1`,
      [text],
    )
    if (rows.length > 0) found.push(name)
  }
  return found
}

/** Sends everything that is due, or fails to; what is said of it to the log names nobody. */
async function sendMails(to: string[] = [], fails = false) {
  const said: unknown[] = []
  const say = (facts: object) => void said.push(facts)
  await sendMailsOf({ ...app, log: { info: say, warn: say, error: say } }, async (mail) => {
    if (fails) throw new Error(`450 mailbox <${mail.to}> is full`)
    to.push(mail.to)
  })
  expect(JSON.stringify(said)).not.toContain('@')
}

const SECRETS = {
  name: '은밀한이름',
  email: 'hidden@secret.example',
  phone: '010-4321-8765',
  company_name: '숨은회사',
  position: '숨은직책',
}
const VISITOR = { ...tourParty, name: '비밀방문자', company: '비밀거래처', phone: '010-6655-4433' }
const CORRECTED = '비밀대리인'
const FORMER = 'former@secret.example'
const TEXTS = { note: '비밀메모', reason: '비밀사유', feedback: '비밀후기', message: '비밀안내' }
const ALL = [
  ...Object.values(SECRETS),
  VISITOR.name,
  VISITOR.company,
  VISITOR.phone,
  CORRECTED,
  ...Object.values(TEXTS),
  FORMER,
]

/** Two waiting list entries, one of which ends with a mail. */
async function makeWaits(browser: Client) {
  const slots = await makeTourSlots(app.db, day, await makeDocent(app.db), '15:00', '16:00')
  for (const slot of slots) {
    await (await makeVisitor(app)).browser.ok(reserveTour, tourForm(slot))
    await browser.ok(waitForTour, tourForm(slot, { visitor: VISITOR, note: TEXTS.note }))
  }
  const reason = TEXTS.reason
  await admin.ok(deleteTourSlot, { ...one(slots[1]!), body: { reason } })
  // The slot's holder was given the same reason; remove those copies.
  await app.db
    .updateTable('reservations')
    .set({ cancel_note: null })
    .where('cancel_note', '=', reason)
    .execute()
  await app.db
    .updateTable('reservation_history')
    .set({ reason: null })
    .where('action', '=', 'cancel')
    .execute()
  await app.db.deleteFrom('mails').where('kind', '=', 'cancelled').execute()
}

/** A member with personal data in every place that stores any. */
async function makeTraces() {
  const { member, browser } = await makeVisitor(app, { ...SECRETS, email: FORMER })
  const [now, requested_at] = [new Date(app.now()), new Date(app.now())]
  for (const email of [FORMER, SECRETS.email])
    await app.db
      .insertInto('email_codes')
      .values({ email, code_hash: Buffer.from('x'), requested_at, verified_at: null, ended_at: null })
      .execute()
  await admin.ok(changeMember, { ...one(member), body: { ...member, email: SECRETS.email } })
  await browser.ok(login, { body: { phone: member.phone, name: member.name } })
  const [slot] = await makeTourSlots(app.db, day, await makeDocent(app.db), '11:00')
  const body = { available_tour_id: slot!.id, event_date_id: day.id, visitor: VISITOR, note: TEXTS.note }
  const booked = await browser.send(reserveTour, { body }, { 'idempotency-key': 'booked' })
  const { reservation } = booked.json<{ reservation: TourReservation }>()
  await admin.send(actOnReservation, decision(reservation, 'approve'), { 'idempotency-key': 'approved' })
  await browser.ok(requestCancellation, cancelRequest(reservation, TEXTS.reason))
  // The refusal's text names the faster colleague.
  const approval = { reservation_ids: [reservation.id], action: 'approve' as const }
  const many = await admin.send(
    decideReservations,
    { body: approval },
    { 'idempotency-key': 'approved many' },
  )
  expect(many.body).toContain(SECRETS.name)
  const [later] = await makeTourSlots(app.db, day, await makeDocent(app.db), '13:00')
  const to = { available_tour_id: later!.id, event_date_id: day.id, message: TEXTS.message }
  const goal = { ...one(reservation), body: { type: 'VIP_TOUR' as const, ...to } }
  await admin.send(moveReservation, goal, { 'idempotency-key': 'moved' })
  await admin.ok(editVisitor, {
    ...one(reservation),
    body: { type: 'VIP_TOUR', visitor: { ...VISITOR, name: CORRECTED } },
  })
  await app.db.updateTable('reservations').set({ feedback: TEXTS.feedback }).execute()
  await makeWaits(browser)
  await makeConnections(app, admin, day, { member, browser, reservation }, TEXTS.message)
  app.passMinutes(TAKE_BACK_MS / 60_000)
  await sendMails()
  await admin.ok(actOnReservation, decision(reservation, 'reject_cancellation', TEXTS.reason))
  const tried = { guess: null, origin: '127.0.0.1', at: now }
  await app.db
    .insertInto('attempts')
    .values([
      { ...tried, kind: 'login', account: SECRETS.phone, guess: '아무개' },
      { ...tried, kind: 'login', account: '010-0000-0000', guess: SECRETS.name },
      { ...tried, kind: 'code_request', account: SECRETS.email },
    ])
    .execute()
  // A remembered answer that names the member.
  const answer = JSON.stringify({ message: `${SECRETS.name}님` })
  const key = { owner: `member ${member.id}`, key: 'any', request_hash: Buffer.from('x'), answer }
  await app.db
    .insertInto('idempotency_keys')
    .values({ ...key, created_at: now })
    .execute()
  return member
}

test('no personal data of an erased member or their visitors remains in the database', async () => {
  const member = await makeTraces()
  for (const text of ALL.slice(0, -1)) expect(await tablesWith(text), text).not.toEqual([])

  const response = await admin.send(deleteMember, one(member), { 'idempotency-key': 'erase' })
  expect(response.statusCode).toBe(200)
  await sendMails([], true)
  app.passMinutes(1)
  const to: string[] = []
  await sendMails(to)
  expect(to).toContain(SECRETS.email)
  for (const text of ALL) expect([text, await tablesWith(text)]).toEqual([text, []])
  // Waiting list, phone and links are deleted; webhook events keep only ids.
  for (const table of [
    'waitlist_entries',
    'waitlist_slots',
    'push_subscriptions',
    'pushes',
    'calendar_feeds',
  ])
    expect([table, await countRows(app, table)]).toEqual([table, 0])
  expect(JSON.stringify(await app.db.selectFrom('webhook_deliveries').selectAll().execute())).not.toMatch(
    /push\.example|hidden/,
  )
})

test('a mail that failed finally is erased too', async () => {
  const { member, browser } = await makeVisitor(app, {
    name: '반송되는이름',
    email: 'bounced@secret.example',
  })
  const [slot] = await makeTourSlots(app.db, day, await makeDocent(app.db), '12:00')
  await browser.ok(reserveTour, {
    body: { available_tour_id: slot!.id, event_date_id: day.id, visitor: tourParty },
  })
  await admin.ok(deleteMember, one(member))
  await sendMails([], true)
  expect(await tablesWith('bounced@secret.example')).toEqual(['public.mails'])
  for (let tries = 0; tries < 30; tries += 1) {
    app.passMinutes(20)
    await sendMails([], true)
  }
  for (const text of ['반송되는이름', 'bounced@secret.example'])
    expect(await tablesWith(text), text).toEqual([])
})
