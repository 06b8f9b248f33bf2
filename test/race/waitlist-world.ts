import type pg from 'pg'
import { expect } from 'vitest'
import type { Endpoint } from '../../contract/endpoint.ts'
import { eventSettings } from '../../contract/admin/event-settings.ts'
import { waitlistSettings } from '../../contract/admin/settings.ts'
import { login } from '../../contract/login.ts'
import type { Member } from '../../contract/member.ts'
import type { Db } from '../../server/database/transaction.ts'
import type { TierFlags } from '../../domain/tier.ts'
import type { Client, TestApp } from '../app.ts'
import { makeRandom } from '../fuzz/random.ts'
import {
  makeAdmin,
  makeDocent,
  makeEventDate,
  makeRoom,
  makeRoomSlots,
  makeTourSlots,
  makeVisitor,
} from '../make.ts'
import { meetingForm, tourForm } from '../make-waiting.ts'
import { Model, type ModelMember, type ModelSlot } from './waitlist-model.ts'
import { makeSteps } from './waitlist-steps.ts'

// Random bookings, joins and releases of all kinds, by two servers with connections of their own on one database, and after
// each the whole of what is stored against what the model says.

/** The clock stands at each of these for so many steps. */
export const HOURS = ['09:00', '10:05', '10:15'] as const
export const STEPS = 18
const MAX_RESERVATIONS = 3
const MAX_ENTRIES = 3

/** Two servers on one database, and who has browsers before both. */
export type Sides = {
  db: Db
  pool: Pick<pg.Pool, 'query'>
  day: { id: number; date: string }
  admins: Client[]
  makeVisitor: (tier: TierFlags) => Promise<{ member: Member; browsers: Client[] }>
}

type Server = Pick<TestApp, 'db' | 'now' | 'client'>

/** The two servers with an administrator before each, and the limits that the model knows. */
export async function makeSides(pool: Sides['pool'], first: Server, second: Server): Promise<Sides> {
  const [one, other] = [(await makeAdmin(first)).browser, (await makeAdmin(second)).browser]
  const settings = await one.ok(eventSettings.get, {})
  await one.ok(eventSettings.change, { body: { ...settings, max_reservations: MAX_RESERVATIONS } })
  await one.ok(waitlistSettings.change, { body: { max_waitlist_entries: MAX_ENTRIES } })
  return {
    db: first.db,
    pool,
    day: await makeEventDate(first.db),
    admins: [one, other],
    async makeVisitor(tier) {
      const { member, browser } = await makeVisitor(first, tier)
      const beside = second.client()
      await beside.ok(login, { body: { phone: member.phone, name: member.name } })
      return { member, browsers: [browser, beside] }
    },
  }
}

export const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
export const TIERS = [
  { is_vip: false, is_vvip: false },
  { is_vip: true, is_vvip: false },
  { is_vip: true, is_vvip: true },
]

export type Person = ModelMember & { account: Member; browsers: Client[] }

/** A room and a docent, with the people who want them. */
export async function makeWorld(seed: number, { db, pool, day, admins, makeVisitor: makePerson }: Sides) {
  const { next: random } = makeRandom(seed * 2_654_435_769)
  const below = (count: number) => Math.floor(random() * count)
  const pick = <T>(list: readonly T[]): T | undefined => list[below(list.length)]
  const room = await makeRoom(db)
  const docent = await makeDocent(db, TIERS[1])
  const rooms = await makeRoomSlots(db, day, room, '10:00', '10:10', '10:20', '10:30', '10:40', '10:50')
  const tours = await makeTourSlots(db, day, docent, '10:00', '10:30', '11:00')
  const asModel = (slots: typeof rooms, place: string, needs: number): ModelSlot[] =>
    slots.map(({ id, time }) => ({
      id,
      place,
      needs,
      starts: minutesOf(time),
      isLocked: false,
      isGone: false,
      holder: null,
    }))
  const slots = [...asModel(rooms, 'room', 0), ...asModel(tours, 'docent', 1)]
  const people: Person[] = []
  for (let n = 0; n < 7; n += 1) {
    const rank = n % 3
    const { member: account, browsers } = await makePerson(TIERS[rank]!)
    people.push({ id: account.id, rank, isGone: false, account, browsers })
  }
  const model = new Model(minutesOf(HOURS[0]), MAX_RESERVATIONS, MAX_ENTRIES)

  /** A tour, or one to three times of the room. */
  function pickSlots(): ModelSlot[] {
    if (random() < 0.3) return [pick(slots.slice(6))!]
    const first = below(6)
    return slots.slice(first, Math.min(6, first + 1 + below(3)))
  }
  const form = (wanted: ModelSlot[]) => {
    const named = wanted.map(({ id }) => ({ id, event_date_id: day.id }))
    return wanted[0]!.place === 'room' ? meetingForm(room, named) : tourForm(named[0]!)
  }
  /** Sends a call to one of the servers, and compares its success with what the model says. */
  async function send(by: Client[], endpoint: Endpoint, input: object, isRight: boolean) {
    const answer = await by[below(2)]!.send(endpoint, input as never)
    const said = { call: endpoint.path, seed, input, body: answer.body }
    expect({ ...said, isDone: answer.statusCode < 300 }).toEqual({ ...said, isDone: isRight })
    return answer.json<Record<'reservation' | 'entry', { id: number }>>()
  }
  /** The whole of what is stored, as the model has it; numbers that only the service knows are learned. */
  async function compare() {
    const { rows: held } = await pool.query<{
      id: number
      reservation_id: number
      member_id: number
    }>(
      `select s.id, s.reservation_id, r.member_id from slots s join reservations r on r.id = s.reservation_id
       where s.id = any($1) order by s.id`,
      [slots.map(({ id }) => id)],
    )
    const expected = slots
      .filter(({ isGone, holder }) => !isGone && holder)
      .map(({ id, holder }) => ({ id, member_id: holder!.member.isGone ? null : holder!.member.id }))
    const said = { seed, now: model.now }
    expect({ ...said, held: held.map(({ id, member_id }) => ({ id, member_id })) }).toEqual({
      ...said,
      held: expected.toSorted((a, b) => a.id - b.id),
    })
    for (const { id, reservation_id } of held)
      slots.find((slot) => slot.id === id)!.holder!.id = reservation_id
    const { rows: entries } = await pool.query<{ id: number; outcome: string | null; created_at: Date }>(
      'select id, outcome, created_at from waitlist_entries where member_id = any($1) order by id',
      [people.map(({ id }) => id)],
    )
    const kept = model.entries.filter(({ member }) => !member.isGone)
    expect({ ...said, entries: entries.map(({ id, outcome }) => ({ id, outcome })) }).toEqual({
      ...said,
      entries: kept.map(({ id, outcome }) => ({ id, outcome })),
    })
    // Two processes have clocks of their own, by which entries are older or younger.
    for (const { id, created_at } of entries)
      kept.find((entry) => entry.id === id)!.since = created_at.getTime()
  }

  const steps = makeSteps({ model, slots, people, admins, random, below, pick, pickSlots, form, send })
  // Most of what happens is wanting.
  const weights = [...Array<number>(8).fill(0), ...Array<number>(9).fill(1), ...steps.map((_, n) => n)]
  return {
    model,
    async step() {
      await steps[pick(weights)!]!()
      await compare()
    },
  }
}
