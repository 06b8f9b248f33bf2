import type { Instant } from '../../domain/madrid-time.ts'
import { earlierOf, hasSeen, type Db, type Reading, type Tx } from '../database/transaction.ts'
import { SerializedAnswer } from '../http/serialized-answer.ts'
import { makeKeptReads, type KeptReads } from './kept-reads.ts'

export type Snapshot<Answer> = {
  answer: Answer | undefined
  /** The instant from which the clock alone makes it untrue. */
  valid_until: Instant
  /** Whether changes that nobody hears of may make it untrue too: then it is not kept. */
  isPassing?: boolean
}

/** The answers about a member that are kept. */
const OF_MEMBER = ['reservations', 'waitlist'] as const
type OfMember = (typeof OF_MEMBER)[number]

/**
 * How far a change reaches: to the slots of these dates and who holds them, to those of any date, to which slots there are, or to
 * anything.
 */
export type Reach = { dates: readonly string[] } | 'bookings' | 'slots' | 'everything'

/** Whether the bookings of a date are among those that an answer is made of. */
type IsOf = (date: string) => boolean

/** A kept answer of which others are made; of the bookings of any date unless it says of which. */
export type Source<Answer> = { key: string; make: (tx: Tx) => Promise<Snapshot<Answer>>; isOf?: IsOf }

/**
 * The answers that thousands poll, made once and kept until the data or the clock changes them. A request that comes
 * while one is being made waits for that one.
 */
export type Snapshots = {
  /** Made over a connection that the asker has, where one is given. */
  get<Answer extends object>(source: Source<Answer>, now: Instant, over?: Db): Promise<Answer | undefined>
  /**
   * One that is made of another and of what is read beside that, which must be of the same dates: a change that either has not seen
   * makes it untrue.
   */
  madeOf<Of extends object, Answer extends object>(
    source: Source<Of>,
    key: string,
    now: Instant,
    make: (tx: Tx, of: Of | undefined) => Promise<Snapshot<Answer>>,
  ): Promise<Answer | undefined>
  /** A list that no booking changes, nor the clock before `valid_until`. */
  list<T>(
    key: string,
    now: Instant,
    find: (tx: Tx) => Promise<T>,
    valid_until?: Instant,
  ): Promise<SerializedAnswer<T>>
  /**
   * One that every administrator asks for within a moment of a change: made once for those who ask within a second, and
   * until the next change.
   */
  ofMoment<T>(
    key: string,
    now: Instant,
    find: (tx: Tx) => Promise<T | SerializedAnswer<T>>,
  ): Promise<SerializedAnswer<T>>
  /** One about a member, that only changes of this member change, which `dropMember` hears of, and the clock. */
  ofMember<T>(
    what: OfMember,
    member_id: number,
    now: Instant,
    find: () => Promise<Found<T>>,
  ): Promise<SerializedAnswer<T>>
  /**
   * Forgets the answers that a change reaches; one that is being made right now is not kept either. An answer that has
   * seen the `transaction` of the change shows it already, or will, and stays.
   */
  drop(reach?: Reach, transaction?: string): void
  /** Forgets what is about this member, or about all of them. */
  dropMember(member_id?: number): void
  /** Hears of every drop: something may have changed. */
  onDrop(listener: () => void): void
  /** The dates whose bookings have changed lately, in their order. */
  readonly lately: readonly string[]
  /** How often an answer was there already, and how often it had to be made. */
  readonly asked: { hits: number; misses: number }
  /** While false, nothing is kept: changes of other processes could go unseen. */
  keep(keeps: boolean): void
}

type Read = <T>(
  make: (tx: Tx) => Promise<T>,
  begins: (moment: string) => void,
  over?: Db,
) => Promise<Reading<T>>
type Begun = { moment: string; isOf?: IsOf | undefined }
type Made = Reading<Snapshot<object>> & Begun
type Shelf = KeptReads<Made, Begun>
type Make = Parameters<Shelf['read']>[1]
type Found<T> = Omit<Snapshot<object>, 'answer'> & { found: T }

/** More dates, boards and places than any show has. */
const MAX_KEPT = 1_000
/** Most events have fewer dates. */
const MAX_LATELY = 10
/** In bytes: those of thousands of members. Who asks again after longer than all others pays for the bound. */
const MAX_OF_MEMBERS = 16 * 1024 * 1024
/** In bytes: the few days that administrators look at. */
const MAX_OF_MOMENT = 8 * 1024 * 1024
const MOMENT_MS = 1_000
/** An answer of no moment has seen no transaction. */
const NO_MOMENT = '0:0:'

/** In memory an answer is its bytes and its compressed forms, which are a small part of them. */
const bytesOf = ({ answer }: Snapshot<object>) =>
  answer instanceof SerializedAnswer ? 500 + 1.5 * answer.json.length : 0

export function makeSnapshots(read: Read): Snapshots {
  let keeps = false
  const asked = { hits: 0, misses: 0 }
  const listeners: (() => void)[] = []
  /** The latest first. */
  let lately: readonly string[] = []
  const makeShelf = () =>
    makeKeptReads<Made, Begun>({ max: MAX_KEPT, weigh: ({ found }) => (keeps && found.answer ? 1 : 0) })
  const shelves: Record<'bookings' | 'everything', Shelf> = { bookings: makeShelf(), everything: makeShelf() }
  const ofMembers = makeKeptReads<Made, Begun>({
    max: MAX_OF_MEMBERS,
    weigh: ({ found }) => (keeps && !found.isPassing ? bytesOf(found) : 0),
  })

  const ofMoment = makeKeptReads<Made, Begun>({
    max: MAX_OF_MOMENT,
    weigh: ({ found }) => (keeps ? bytesOf(found) : 0),
    // A day is a megabyte, and nobody asks for the same again.
    usefulMs: MOMENT_MS,
  })

  /** Says of an answer that is being made as of which moment, as soon as that is known. */
  const reading =
    ({ make, isOf }: Omit<Source<object>, 'key'>, over?: Db): Make =>
    async (begins) => ({ ...(await read(make, (moment) => begins({ moment, isOf }), over)), isOf })

  async function find(shelf: Shelf, key: string, now: Instant, make: Make): Promise<Made> {
    const known = shelf.find(key)
    const isHit = known !== undefined && now < known.found.valid_until
    asked[isHit ? 'hits' : 'misses'] += 1
    const readNow = () => shelf.read(key, make)
    const made = isHit ? known : await readNow()
    // One that was being made may have been begun before the clock changed it.
    return now < made.found.valid_until ? made : readNow()
  }

  const get = async (...asking: Parameters<typeof find>) => (await find(...asking)).found.answer

  const snapshots: Snapshots = {
    asked,
    get: async <Answer extends object>(source: Source<Answer>, now: Instant, over?: Db) =>
      (await get(shelves.bookings, source.key, now, reading(source, over))) as Answer | undefined,
    async madeOf<Of extends object, Answer extends object>(
      source: Source<Of>,
      key: string,
      now: Instant,
      make: (tx: Tx, of: Of | undefined) => Promise<Snapshot<Answer>>,
    ) {
      const makeOfBoth: Make = async (begins) => {
        // Read before the connection for the rest is taken: who has one waits for no other.
        const of = await find(shelves.bookings, source.key, now, reading(source))
        const { isOf } = source
        let { moment } = of
        const { found } = await read(
          (tx) => make(tx, of.found.answer as Of | undefined),
          (own) => {
            moment = earlierOf(of.moment, own)
            begins({ moment, isOf })
          },
        )
        const valid_until = Math.min(found.valid_until, of.found.valid_until)
        return { found: { ...found, valid_until }, moment, isOf }
      }
      return (await get(shelves.bookings, key, now, makeOfBoth)) as Answer | undefined
    },
    async list<T>(key: string, now: Instant, findAll: (tx: Tx) => Promise<T>, valid_until = Infinity) {
      const make = async (tx: Tx) => ({
        answer: SerializedAnswer.of(await findAll(tx)),
        valid_until,
      })
      return (await get(shelves.everything, key, now, reading({ make }))) as SerializedAnswer<T>
    },
    async ofMoment<T>(key: string, now: Instant, findAll: (tx: Tx) => Promise<T | SerializedAnswer<T>>) {
      const make = async (tx: Tx) => {
        const found = await findAll(tx)
        const answer = found instanceof SerializedAnswer ? found : SerializedAnswer.of(found)
        return { answer, valid_until: now + MOMENT_MS }
      }
      return (await get(ofMoment, key, now, reading({ make }))) as SerializedAnswer<T>
    },
    async ofMember<T>(what: OfMember, member_id: number, now: Instant, findAll: () => Promise<Found<T>>) {
      const make = async () => {
        const { found, ...validity } = await findAll()
        return { found: { answer: SerializedAnswer.of(found), ...validity }, moment: NO_MOMENT }
      }
      // Unheard, what was begun a moment ago may be of before a change that its member knows of.
      if (!keeps) return (await make()).found.answer
      return (await get(ofMembers, `${what} ${member_id}`, now, make)) as SerializedAnswer<T>
    },
    drop(reach = 'everything', transaction) {
      const isUntrue = ({ moment }: Begun) => transaction === undefined || !hasSeen(moment, transaction)
      const dates = typeof reach === 'object' ? reach.dates : undefined
      if (dates) lately = [...new Set([...dates, ...lately])].slice(0, MAX_LATELY)
      shelves.bookings.dropAll(
        (begun) => isUntrue(begun) && (!dates || !begun.isOf || dates.some(begun.isOf)),
      )
      ofMoment.dropAll(isUntrue)
      if (reach === 'slots' || reach === 'everything') shelves.everything.dropAll(isUntrue)
      for (const listener of listeners) listener()
    },
    dropMember(member_id) {
      if (member_id === undefined) ofMembers.dropAll()
      else for (const what of OF_MEMBER) ofMembers.drop(`${what} ${member_id}`)
    },
    onDrop: (listener) => void listeners.push(listener),
    get lately() {
      return lately.toSorted()
    },
    keep(on) {
      keeps = on
      snapshots.dropMember()
      snapshots.drop()
    },
  }
  return snapshots
}
