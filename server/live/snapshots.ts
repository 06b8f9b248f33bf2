import type { Instant } from '../../domain/madrid-time.ts'
import { hasSeen, type Reading, type Tx } from '../database/transaction.ts'
import { SerializedAnswer } from '../http/serialized-answer.ts'

export type Snapshot<T> = {
  answer: SerializedAnswer<T> | undefined
  /** The instant from which the clock alone makes it untrue. */
  valid_until: Instant
}

/** How far a change reaches: to the times and who holds them, or to anything. */
export type Reach = 'bookings' | 'everything'

/**
 * The answers that thousands poll, made once and kept until the data or the clock changes them. A request that comes
 * while one is being made waits for that one.
 */
export type Snapshots = {
  get<T>(
    key: string,
    now: Instant,
    make: (tx: Tx) => Promise<Snapshot<T>>,
  ): Promise<SerializedAnswer<T> | undefined>
  /** A list that no booking changes, nor the clock before `valid_until`. */
  list<T>(
    key: string,
    now: Instant,
    find: (tx: Tx) => Promise<T>,
    valid_until?: Instant,
  ): Promise<SerializedAnswer<T>>
  /**
   * Forgets the answers that a change reaches; one that is being made right now is not kept either. An answer that has
   * seen the `transaction` of the change shows it already, and stays.
   */
  drop(reach?: Reach, transaction?: string): void
  /** Hears of every drop: something may have changed. */
  onDrop(listener: () => void): void
  /** How often an answer was there already, and how often it had to be made. */
  readonly asked: { hits: number; misses: number }
  /** While false, nothing is kept: changes of other processes could go unseen. */
  keep(keeps: boolean): void
}

type Read = <T>(make: (tx: Tx) => Promise<T>) => Promise<Reading<T>>
type Made = Reading<Snapshot<unknown>>
/** Answers of one reach, kept and being made. */
type Shelf = { kept: Map<string, Made>; making: Map<string, Promise<Made>> }

// More event dates than any show has; a guard against unbounded keys rather than a tuning knob.
const MAX_KEPT = 1000

const emptyShelf = (): Shelf => ({ kept: new Map(), making: new Map() })

export function makeSnapshots(read: Read): Snapshots {
  const shelves: Record<Reach, Shelf> = { bookings: emptyShelf(), everything: emptyShelf() }
  let keeps = false
  const asked = { hits: 0, misses: 0 }
  const listeners: (() => void)[] = []

  function makeOnce(reach: Reach, key: string, make: (tx: Tx) => Promise<Snapshot<unknown>>) {
    const shelf = shelves[reach]
    const running = shelf.making.get(key)
    if (running) return running
    const started = read(make)
      .then((made) => {
        // After a drop there is another shelf, so a snapshot that began before the change is not kept.
        const isKept = keeps && made.found.answer && shelf === shelves[reach] && shelf.kept.size < MAX_KEPT
        if (isKept) shelf.kept.set(key, made)
        return made
      })
      .finally(() => shelf.making.delete(key))
    shelf.making.set(key, started)
    return started
  }

  async function get(reach: Reach, key: string, now: Instant, make: (tx: Tx) => Promise<Snapshot<unknown>>) {
    const known = shelves[reach].kept.get(key)?.found
    const isHit = known !== undefined && now < known.valid_until
    asked[isHit ? 'hits' : 'misses'] += 1
    const { answer, valid_until } = isHit ? known : (await makeOnce(reach, key, make)).found
    // One that was being made may have been begun before the clock changed it.
    return now < valid_until ? answer : (await makeOnce(reach, key, make)).found.answer
  }

  const snapshots: Snapshots = {
    asked,
    get: async <T>(key: string, now: Instant, make: (tx: Tx) => Promise<Snapshot<T>>) =>
      (await get('bookings', key, now, make)) as SerializedAnswer<T> | undefined,
    async list<T>(key: string, now: Instant, find: (tx: Tx) => Promise<T>, valid_until = Infinity) {
      const make = async (tx: Tx) => ({
        answer: new SerializedAnswer<T>(JSON.stringify(await find(tx))),
        valid_until,
      })
      return (await get('everything', key, now, make)) as SerializedAnswer<T>
    },
    drop(reach = 'everything', transaction) {
      for (const each of reach === 'everything' ? (['bookings', 'everything'] as const) : [reach]) {
        const shelf = emptyShelf()
        for (const [key, made] of shelves[each].kept)
          if (transaction !== undefined && hasSeen(made.moment, transaction)) shelf.kept.set(key, made)
        shelves[each] = shelf
      }
      for (const listener of listeners) listener()
    },
    onDrop: (listener) => void listeners.push(listener),
    keep(on) {
      keeps = on
      snapshots.drop()
    },
  }
  return snapshots
}
