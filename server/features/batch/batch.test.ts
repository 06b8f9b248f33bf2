import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { BATCHED, batchReads, type BatchedName } from '../../../contract/batch.ts'
import { actOnReservation } from '../../../contract/reservation-action.ts'
import { useAdmin, useEventDate, useTestApp, useVisitor } from '../../../test/fixture.ts'
import { decision, makeReservation } from '../../../test/make-reservation.ts'
import { makeVisitor } from '../../../test/make.ts'

const app = useTestApp()
const admin = useAdmin(app)
const day = useEventDate(app)
const stranger = useVisitor(app)

const NAMES = Object.keys(BATCHED) as BatchedName[]
const of = (...names: string[]) => ({ query: { of: names.join() } })

test('each answer in a batch is the one of its own call, with its tag, and of nobody else', async () => {
  const { browser, member } = await makeReservation(app, admin, day)
  const batch = await browser.ok(batchReads, of(...NAMES))
  for (const name of NAMES) {
    const { answer, etag } = batch[name]!
    const alone = await browser.send(BATCHED[name], {})
    expect(answer).toEqual(alone.json())
    expect(etag).toBe(alone.headers.etag)
  }
  expect(batch['my-info']!.answer.id).toBe(member.id)
  expect(
    batch['my-reservations']!.answer.tours.length + batch['my-reservations']!.answer.meetings.length,
  ).toBe(1)
  const others = await stranger.ok(batchReads, of(...NAMES))
  expect(others['my-info']!.answer.id).not.toBe(member.id)
  expect(others['my-reservations']!.answer).toEqual({ tours: [], meetings: [] })
})

test('a batch of which nothing has changed is not sent again, and one with a change is', async () => {
  const { browser, reservation } = await makeReservation(app, admin, day, { time: '11:00' })
  const [input, kept] = [of('my-reservations', 'event-dates'), { etag: '' }]
  const poll = async () => {
    const { statusCode, headers } = await browser.send(batchReads, input, { 'if-none-match': kept.etag })
    kept.etag = String(headers.etag)
    return statusCode
  }
  expect(await poll()).toBe(200)
  expect(await poll()).toBe(304)
  await admin.ok(actOnReservation, decision(reservation, 'approve'))
  expect(await poll()).toBe(200)
  expect(await poll()).toBe(304)
})

test('what one member reads is compressed only when it is long, which costs the processor less', async () => {
  const { browser, reservation } = await makeReservation(app, admin, day, { time: '12:00' })
  // As long as the lists of those who have more and more reservations.
  const readWith = async (letters: number) => {
    await sql`update reservations set visitor = jsonb_set(visitor, '{company}', to_jsonb(repeat('가', ${letters}::int)))
      where id = ${reservation.id}`.execute(app.db)
    const answer = await browser.send(BATCHED['my-reservations'], {}, { 'accept-encoding': 'br' })
    expect(answer.statusCode).toBe(200)
    return answer.headers['content-encoding']
  }
  expect(await readWith(1_000)).toBeUndefined()
  await expect.poll(() => readWith(5_000)).toBe('br')
})

test('only what a batch can hold may be asked for, and with a session', async () => {
  for (const names of [[], ['schedule'], ['my-info', ''], [...NAMES, 'my-info']])
    expect(await stranger.refused(batchReads, of(...names))).toMatchObject({
      status: 400,
      code: 'invalid_input',
    })
  const { browser } = await makeVisitor(app)
  browser.jar.clear()
  expect(await browser.refused(batchReads, of('my-info', 'waitlist'))).toMatchObject({ status: 401 })
})

test('one that fails does not take the others along: it is left out, and fails where it is asked for by itself', async () => {
  await sql`alter table waitlist_entries rename to away`.execute(app.db)
  try {
    const { waitlist, ...others } = await stranger.ok(batchReads, of(...NAMES))
    expect(waitlist).toBeUndefined()
    expect(Object.keys(others)).toHaveLength(NAMES.length - 1)
    expect(await stranger.refused(BATCHED.waitlist, {})).toMatchObject({ status: 500 })
    expect(await stranger.refused(batchReads, of('waitlist'))).toMatchObject({ status: 500 })
  } finally {
    await sql`alter table away rename to waitlist_entries`.execute(app.db)
  }
})
