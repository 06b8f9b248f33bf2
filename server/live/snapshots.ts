import type { Instant } from '../../domain/madrid-time.ts'
import { SerializedAnswer } from '../http/serialized-answer.ts'

export type Snapshot<T> = {
  answer: SerializedAnswer<T> | undefined
  /** The instant from which the clock alone makes it untrue. */
  valid_until: Instant
}

/**
 * The answers that thousands poll, made once and kept until the data or the clock changes them. Whoever asks while one
 * is being made waits for that one.
 */
export type Snapshots = {
  get<T>(
    key: string,
    now: Instant,
    make: () => Promise<Snapshot<T>>,
  ): Promise<SerializedAnswer<T> | undefined>
  /** A list that the clock does not change. */
  list<T>(key: string, now: Instant, find: () => Promise<T>): Promise<SerializedAnswer<T>>
  /** Forgets everything; what is being made right now is not kept either. */
  drop(): void
  /** Hears of every drop: something may have changed. */
  onDrop(listener: () => void): void
  /** How often an answer was there already, and how often it had to be made. */
  readonly asked: { hits: number; misses: number }
  /** While false, nothing is kept: changes of other processes could go unseen. */
  keep(keeps: boolean): void
}

// More event dates than any show has; a guard against unbounded keys rather than a tuning knob.
const MAX_KEPT = 1000

export function makeSnapshots(): Snapshots {
  let kept = new Map<string, Snapshot<unknown>>()
  let making = new Map<string, Promise<Snapshot<unknown>>>()
  let keeps = false
  const asked = { hits: 0, misses: 0 }
  const listeners: (() => void)[] = []

  function makeOnce(key: string, make: () => Promise<Snapshot<unknown>>) {
    const running = making.get(key)
    if (running) return running
    const [keptThen, makingThen] = [kept, making]
    const started = make()
      .then((snapshot) => {
        // After a drop `kept` is another map, so a snapshot that began before the change is not kept.
        if (keeps && snapshot.answer && keptThen === kept && kept.size < MAX_KEPT) kept.set(key, snapshot)
        return snapshot
      })
      .finally(() => makingThen.delete(key))
    making.set(key, started)
    return started
  }

  return {
    asked,
    async get<T>(key: string, now: Instant, make: () => Promise<Snapshot<T>>) {
      const known = kept.get(key)
      const isHit = known !== undefined && now < known.valid_until
      asked[isHit ? 'hits' : 'misses'] += 1
      let snapshot = isHit ? known : await makeOnce(key, make)
      // The one that was being made may have been begun before the clock changed it.
      if (now >= snapshot.valid_until) snapshot = await makeOnce(key, make)
      return snapshot.answer as SerializedAnswer<T> | undefined
    },
    async list<T>(key: string, now: Instant, find: () => Promise<T>) {
      const make = async () => ({
        answer: new SerializedAnswer<T>(JSON.stringify(await find())),
        valid_until: Infinity,
      })
      return (await this.get(key, now, make))!
    },
    drop() {
      kept = new Map()
      making = new Map()
      for (const listener of listeners) listener()
    },
    onDrop: (listener) => void listeners.push(listener),
    keep(on) {
      keeps = on
      this.drop()
    },
  }
}
