// Benchmark row: schedule
// 0.58 with it, 0.01 without.
import type { Instant } from '../../domain/madrid-time.ts'
import { SerializedAnswer } from '../http/serialized-answer.ts'

/** `event` is everything but bookings; dropping it drops all. */
export type Topic = 'event' | 'bookings' | `member ${number}`

export type Made<Answer> = {
  answer: Answer
  /** The instant at which the answer becomes outdated without a change; default never. */
  valid_until?: Instant
}

type Question = { topic: Topic; key: string }

export type Snapshots = ReturnType<typeof makeSnapshots>

type Entry = Promise<Made<unknown>>

const MAX_TOPICS = 3_000
const MAX_ANSWERS = 300

/** Shared answers, made at the first request and dropped with their topic. */
export function makeSnapshots() {
  const topics = new Map<Topic, Map<string, Entry>>()
  const asked = { hits: 0, misses: 0 }
  let keeps = false

  function entriesOf(topic: Topic): Map<string, Entry> {
    const entries = topics.get(topic) ?? new Map<string, Entry>()
    use(topics, topic, entries, MAX_TOPICS)
    return entries
  }

  async function get<Answer>({ topic, key }: Question, now: Instant, make: () => Promise<Made<Answer>>) {
    const entries = keeps ? entriesOf(topic) : new Map<string, Entry>()
    for (let entry = entries.get(key); entry; entry = entries.get(key)) {
      const { answer, valid_until = Infinity } = await entry
      if (now < valid_until) {
        asked.hits += 1
        return answer as Answer
      }
      if (entries.get(key) === entry) entries.delete(key)
    }
    asked.misses += 1
    const made = make()
    use(entries, key, made, MAX_ANSWERS)
    made.catch(() => entries.get(key) === made && entries.delete(key))
    return (await made).answer
  }

  function drop(topic: Topic) {
    if (topic === 'event') topics.clear()
    else topics.delete(topic)
  }

  return {
    asked,
    get,
    serialized: <T>(
      question: Question,
      now: Instant,
      find: () => Promise<T>,
      valid_until: Instant = Infinity,
    ) => get(question, now, async () => ({ answer: SerializedAnswer.of(await find()), valid_until })),
    drop,
    /** While false nothing is cached: changes elsewhere could be missed. */
    keep(on: boolean) {
      keeps = on
      drop('event')
    },
  }
}

function use<Key, Value>(map: Map<Key, Value>, key: Key, value: Value, max: number) {
  map.delete(key)
  map.set(key, value)
  if (map.size > max) map.delete(map.keys().next().value!)
}

declare module 'fastify' {
  interface FastifyInstance {
    snapshots: Snapshots
  }
}
