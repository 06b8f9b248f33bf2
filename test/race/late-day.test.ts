import { setTimeout } from 'node:timers/promises'
import { beforeAll, expect, test } from 'vitest'
import { rearrangeReservations } from '../../contract/admin/rearrange.ts'
import { reserveTour } from '../../contract/booking.ts'
import type { ResponseOf } from '../../contract/endpoint.ts'
import { timeOf } from '../../domain/slot.ts'
import type { Client } from '../app.ts'
import { useAdmin, useEventDate, useTestApp } from '../fixture.ts'
import { findMismatched, findUnmailed, makeTours, rearranging } from '../make-rearranging.ts'
import { makeVisitor, tourParty } from '../make.ts'

const TOURS = 83
const PHONES = 20
const DOCENTS = 5
/** Between two phones, so that some book before the shift and some after it. */
const PAUSE_MS = 100
const TIMES = Array.from({ length: 24 }, (_, n) => timeOf(9 * 60 + n * 25))

const app = useTestApp()
const day = useEventDate(app)
const admin = useAdmin(app)
let origin: string
beforeAll(async () => {
  origin = await app.listen()
})

type Booked = ResponseOf<typeof reserveTour>['reservation']

/** Asks for one slot after the other until it has one. */
async function bookOne(browser: Client, slots: { id: number }[]): Promise<Booked | null> {
  const cookie = [...browser.jar].map(([name, value]) => `${name}=${value}`).join('; ')
  for (const slot of slots) {
    const response = await fetch(origin + reserveTour.path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie },
      body: JSON.stringify({ available_tour_id: slot.id, event_date_id: day.id, visitor: tourParty }),
    })
    const answer = (await response.json()) as ResponseOf<typeof reserveTour>
    expect([201, 409]).toContain(response.status)
    if (response.status === 201) return answer.reservation
  }
  return null
}

test('a full day of 83 tours moves by 30 minutes while 20 phones book: nothing is lost, doubled or unmailed', async () => {
  const made = []
  for (let n = 0, left = TOURS; n < DOCENTS; n += 1, left = Math.max(0, left - TIMES.length))
    made.push(await makeTours(app, admin, day, TIMES, Math.min(left, TIMES.length)))
  const held = new Set(made.flatMap(({ tours, slots }) => tours.map((_, n) => slots[n]!.id)))
  const free = made.flatMap(({ slots }) => slots).filter(({ id }) => !held.has(id))
  expect([held.size, free.length]).toEqual([TOURS, DOCENTS * TIMES.length - TOURS])
  const phones: Client[] = []
  for (let n = 0; n < PHONES; n += 1) phones.push((await makeVisitor(app)).browser)
  const findTimes = async () => {
    const slots = await app.db.selectFrom('slots').select(['id', 'starts_at']).orderBy('id').execute()
    return slots.map(({ id, starts_at }) => [id, starts_at.getTime()] as const)
  }
  const before = await findTimes()

  /** Again with the new dry run, whenever a phone was faster. */
  async function shiftDay() {
    for (;;) {
      const change = { scope: { date: day.date }, act: 'shift', minutes: 30 } as const
      const { body } = await rearranging(admin, change)
      const began = performance.now()
      const shifted = await admin.send(rearrangeReservations, { body })
      if (shifted.statusCode === 200) return { took: performance.now() - began, ...shifted.json<Shifted>() }
      expect(shifted.json()).toMatchObject({ code: 'changed_meanwhile' })
    }
  }
  type Shifted = ResponseOf<typeof rearrangeReservations>
  const turned = (n: number) => [...free.slice(n % free.length), ...free.slice(0, n % free.length)]
  const [{ took, changed_ids }, ...booked] = await Promise.all([
    shiftDay(),
    ...phones.map(async (phone, n) => {
      await setTimeout(n * PAUSE_MS)
      return bookOne(phone, turned(n))
    }),
  ])
  expect(took).toBeLessThan(5_000)
  expect(await findTimes()).toEqual(before.map(([id, starts_at]) => [id, starts_at + 30 * 60_000]))

  const confirmed = booked.filter((each) => each !== null)
  expect(confirmed).toHaveLength(PHONES)
  expect(new Set(confirmed.map((each) => each.available_tour.id)).size).toBe(PHONES)
  const mails = await app.mails()
  const movedOf = (id: number) => mails.filter((mail) => mail.reservation_id === id && mail.kind === 'moved')
  for (const { id, available_tour } of confirmed) {
    const former = before.find(([slot_id]) => slot_id === available_tour.id)![1]
    const isNew = Date.parse(`${day.date}T${available_tour.time}:00+01:00`) !== former
    // A phone that was told the former time is mailed the new one.
    expect(movedOf(id)).toHaveLength(isNew ? 0 : 1)
    expect(changed_ids.includes(id)).toBe(!isNew)
  }
  for (const { tours } of made)
    for (const { reservation } of tours) {
      expect(changed_ids).toContain(reservation.id)
      expect(movedOf(reservation.id)).toHaveLength(1)
    }
  expect(await findMismatched(app)).toEqual([])
  expect(await findUnmailed(app)).toEqual([])
})
