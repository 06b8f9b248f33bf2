import { expect, test } from 'vitest'
import { sendMessage } from '../../contract/admin/messages.ts'
import { reserveTour } from '../../contract/booking.ts'
import { actOnReservation, requestCancellation } from '../../contract/reservation-action.ts'
import { TODAY, type Client } from '../../test/app.ts'
import { useEventDate, useTestApp, useVisitor } from '../../test/fixture.ts'
import { cancelRequest, decision } from '../../test/make-reservation.ts'
import { makeAdmin, makeDocent, makeTourSlots, makeVisitor, tourParty } from '../../test/make.ts'

const app = useTestApp()
const day = useEventDate(app)
const visitor = useVisitor(app)

const freeTour = async () => (await makeTourSlots(app.db, day, await makeDocent(app.db), '10:00'))[0]!
const wish = (slot: { id: number }, company = '한빛전자') => ({
  body: { available_tour_id: slot.id, event_date_id: day.id, visitor: { ...tourParty, company } },
})
const book = (who: Client, slot: { id: number }, key: string, company?: string) =>
  who.send(reserveTour, wish(slot, company), { 'idempotency-key': key })
type Made = Parameters<typeof decision>[0]
const holders = async (slot: { id: number }) =>
  app.db.selectFrom('reservation_slots').select('reservation_id').where('slot_id', '=', slot.id).execute()

test('a booking whose answer was lost is answered again, not made again or refused', async () => {
  const slot = await freeTour()
  const first = await book(visitor, slot, 'lost-answer')
  const again = await book(visitor, slot, 'lost-answer')
  expect([first.statusCode, again.statusCode]).toEqual([201, 201])
  expect(again.json()).toEqual(first.json())
  expect(await holders(slot)).toHaveLength(1)
})

const ENDINGS: [string, (made: Made, admin: Client) => Promise<unknown>][] = [
  ['rejected', (made, admin) => admin.ok(actOnReservation, decision(made, 'reject'))],
  ['cancelled by an administrator', (made, admin) => admin.ok(actOnReservation, decision(made, 'cancel'))],
  [
    'cancelled by its member',
    async (made, admin) => {
      await admin.ok(actOnReservation, decision(made, 'approve'))
      await visitor.ok(requestCancellation, cancelRequest(made))
      await admin.ok(actOnReservation, decision(made, 'approve_cancellation'))
    },
  ],
]

test.each(ENDINGS)(
  'a booking whose answer was lost and that was %s: sent again it is neither promised nor made, as a new request it is',
  async (how, end) => {
    const slot = await freeTour()
    const { browser: admin } = await makeAdmin(app)
    const { reservation } = (await book(visitor, slot, how)).json<{ reservation: Made }>()
    await end(reservation, admin)
    for (const again of [1, 2]) {
      const answer = await book(visitor, slot, how)
      expect([again, answer.statusCode, answer.json()]).toMatchObject([again, 409, { code: 'request_over' }])
    }
    expect(await holders(slot)).toHaveLength(1)
    expect((await book(visitor, slot, `once more ${how}`)).statusCode).toBe(201)
    expect(await holders(slot)).toHaveLength(2)
  },
)

test('a booking that waits, is approved or is asked to be cancelled is answered again as it was', async () => {
  const slot = await freeTour()
  const { browser: admin } = await makeAdmin(app)
  const first = await book(visitor, slot, 'still-there')
  const { reservation } = first.json<{ reservation: Made }>()
  const expectSame = async () => expect((await book(visitor, slot, 'still-there')).body).toBe(first.body)
  await admin.ok(actOnReservation, decision(reservation, 'approve'))
  await expectSame()
  await visitor.ok(requestCancellation, cancelRequest(reservation))
  await expectSame()
})

test('a repeat that comes while the first still runs waits for it', async () => {
  const slot = await freeTour()
  const answers = await Promise.all(Array.from({ length: 10 }, () => book(visitor, slot, 'impatient')))
  expect(answers.map((answer) => answer.statusCode)).toEqual(Array.from({ length: 10 }, () => 201))
  expect(new Set(answers.map((answer) => answer.body)).size).toBe(1)
  expect(await holders(slot)).toHaveLength(1)
})

test('the same key with another body is refused', async () => {
  const slot = await freeTour()
  await book(visitor, slot, 'other-body')
  const other = await book(visitor, slot, 'other-body', '누리소프트')
  expect(other.statusCode).toBe(422)
  expect(other.json()).toMatchObject({ code: 'idempotency_mismatch' })
})

test('a dry run is answered anew each time, because its answer may name members', async () => {
  const { browser: admin } = await makeAdmin(app)
  const body = { audience: { members: {} }, subject: '안내', text: '안내', dry_run: true }
  const headers = { 'idempotency-key': 'a dry run' }
  for (let tries = 0; tries < 2; tries += 1)
    expect((await admin.send(sendMessage, { body }, headers)).statusCode).toBe(200)
  const kept = await app.db.selectFrom('idempotency_keys').select('answer').execute()
  expect(kept.filter(({ answer }) => answer?.includes('preview'))).toEqual([])
})

test('a failure is not remembered: the same words can succeed later', async () => {
  const slot = await freeTour()
  await app.db.updateTable('slots').set({ is_locked: true }).where('id', '=', slot.id).execute()
  expect((await book(visitor, slot, 'second-chance')).statusCode).toBe(409)
  await app.db.updateTable('slots').set({ is_locked: false }).where('id', '=', slot.id).execute()
  expect((await book(visitor, slot, 'second-chance')).statusCode).toBe(201)
})

test("somebody else's equal key is another key", async () => {
  const slot = await freeTour()
  const { browser: other } = await makeVisitor(app)
  expect((await book(visitor, slot, 'shared')).statusCode).toBe(201)
  expect((await book(other, slot, 'shared')).statusCode).toBe(409)
})

test('a key is forgotten after a day', async () => {
  const slot = await freeTour()
  await book(visitor, slot, 'old')
  app.setClock('2026-11-21', '08:01')
  expect((await book(visitor, slot, 'old')).statusCode).toBe(409)
  app.setClock(TODAY, '08:00')
})

test('an empty key or one of more than 64 characters is refused', async () => {
  const slot = await freeTour()
  expect((await book(visitor, slot, '')).statusCode).toBe(400)
  expect((await book(visitor, slot, 'k'.repeat(65))).statusCode).toBe(400)
  expect((await book(visitor, slot, 'k'.repeat(64))).statusCode).toBe(201)
})

test("an administrator's decision is repeated too", async () => {
  const { reservation } = await visitor.ok(reserveTour, wish(await freeTour()))
  const { browser } = await makeAdmin(app)
  const approve = () =>
    browser.send(
      actOnReservation,
      { params: { id: String(reservation.id) }, body: { type: 'VIP_TOUR', action: 'approve' } },
      { 'idempotency-key': 'approve-once' },
    )
  const [first, again] = [await approve(), await approve()]
  expect([first.statusCode, again.statusCode]).toEqual([200, 200])
  expect(again.json()).toEqual(first.json())
})
