import type { FastifyBaseLogger } from 'fastify'
import { readTopic, topicOf, type TopicKind } from '../../contract/topics.ts'
import type { Instant } from '../../domain/madrid-time.ts'
import { passingFailure } from '../database/failures.ts'
import { AppError } from '../http/app-error.ts'
import type { EventStream } from './event-stream.ts'
import type { SessionStreams } from './session-streams.ts'

/** How the answers behind one kind of topic are read. */
export type TopicSource = {
  /** The answer that is behind a topic at present; its hash tells whether it has changed. */
  read: (of: string, now: Instant) => Promise<{ hash: string } | undefined>
  /** Whether there is such a thing at all. Only that is watched, so that nobody can make up more of it. */
  isKnown?: (of: string, now: Instant) => Promise<boolean>
}

/** Which topics have changed, and which streams watch them. */
export type TopicWatch = {
  offer(kind: TopicKind, source: TopicSource): void
  findKnown(topics: readonly string[]): Promise<string[]>
  /** Sends these topics once, as they are there, and from then on each that changes. */
  add(stream: EventStream, topics: readonly string[], member_id: number | null): void
  /** Something has changed: looks at all topics, and sends those that have. */
  changed(): void
  /** A member's reservations have changed. */
  memberChanged(member_id: number): void
  /** Any member's reservations may have changed unheard. */
  membersMissed(): void
  close(): void
  readonly streams: ReadonlySet<EventStream>
}

// Several changes within a moment are sent once; a second is promised.
const GATHER_MS = 100
// How many topics are looked at at once, how long one may take, and when a failed one is looked at again.
const AT_ONCE = 10
const LOOK_MS = 5_000
const LOOK_AGAIN_MS = 1_000

const MINE = topicOf('mine')

export function makeTopicWatch(
  clock: () => Instant,
  sessions: SessionStreams,
  log: FastifyBaseLogger,
): TopicWatch {
  const sources = new Map<TopicKind, TopicSource>()
  /** The streams of each topic, and the hash of its answer when it was last looked at. */
  const watched = new Map<string, { streams: Set<EventStream>; hash: string | undefined }>()
  const members = new Map<number, Set<EventStream>>()
  const all = new Set<EventStream>()
  let isClosed = false
  let gathering: NodeJS.Timeout | undefined
  let looking: Promise<void> = Promise.resolve()

  async function read(topic: string): Promise<string> {
    const { kind, of } = readTopic(topic)!
    try {
      return (await sources.get(kind)?.read(of, clock()))?.hash ?? 'nothing'
    } catch (error) {
      // A room that is gone, a day without slots: that too is something to look at.
      if (error instanceof AppError) return error.code
      throw error
    }
  }

  /** Looks at a topic and sends it to its streams when it has changed. */
  async function look(topic: string) {
    const hash = await within(LOOK_MS, read(topic))
    const entry = watched.get(topic)
    if (!entry || entry.hash === hash) return
    const isFirst = entry.hash === undefined
    entry.hash = hash
    if (!isFirst) for (const stream of entry.streams) stream.send(topic)
  }

  /** One that cannot be looked at holds up no other, and is looked at again. */
  async function lookAtAll() {
    const topics = [...watched.keys()]
    while (topics.length > 0) {
      const looked = await Promise.allSettled(topics.splice(0, AT_ONCE).map(look))
      const failed = looked.find((each) => each.status === 'rejected')
      if (!failed) continue
      // Of the database being away others tell, less often.
      if (!passingFailure(failed.reason)) log.warn({ err: failed.reason as unknown }, 'changes')
      gather(LOOK_AGAIN_MS)
    }
  }

  function gather(ms: number) {
    if (isClosed) return
    gathering ??= setTimeout(() => {
      gathering = undefined
      // One look after the other, so that a slow one is not overtaken by a newer one.
      looking = looking.then(lookAtAll)
    }, ms)
  }

  function remove(stream: EventStream, topics: readonly string[], member_id: number | null) {
    all.delete(stream)
    for (const topic of topics) {
      const entry = watched.get(topic)
      entry?.streams.delete(stream)
      if (entry?.streams.size === 0) watched.delete(topic)
    }
    if (member_id === null) return
    const own = members.get(member_id)
    own?.delete(stream)
    if (own?.size === 0) members.delete(member_id)
  }

  /**
   * Sends every topic once: one that changed after the browser read it, and before it could listen, would else be heard
   * of with the next change. A topic that nobody watched until now is looked at first: changes are measured against that.
   */
  async function greet(stream: EventStream, topics: readonly string[]) {
    for (const topic of topics) {
      if (topic !== MINE && watched.get(topic)?.hash === undefined) await look(topic)
      if (all.has(stream)) stream.send(topic)
    }
  }

  // A browser that does not hear because the database does not answer asks again by itself.
  const sendMine = (streams: Iterable<EventStream>) =>
    void sessions
      .keepLive(streams)
      .then((live) => live.forEach((stream) => stream.send(MINE)))
      .catch((error: unknown) => log.warn({ err: error }, 'own reservations'))

  return {
    offer: (kind, source) => void sources.set(kind, source),
    async findKnown(topics) {
      const known = await Promise.all(
        topics.map(async (topic) => {
          const { kind, of } = readTopic(topic)!
          return sources.get(kind)?.isKnown?.(of, clock()) ?? true
        }),
      )
      return topics.filter((_, i) => known[i])
    },
    add(stream, topics, member_id) {
      all.add(stream)
      stream.onClose(() => remove(stream, topics, member_id))
      if (member_id !== null) members.set(member_id, (members.get(member_id) ?? new Set()).add(stream))
      for (const topic of topics.filter((each) => each !== MINE)) {
        const entry = watched.get(topic)
        if (entry) entry.streams.add(stream)
        else watched.set(topic, { streams: new Set([stream]), hash: undefined })
      }
      greet(stream, topics).catch(() => gather(LOOK_AGAIN_MS))
    },
    changed: () => gather(GATHER_MS),
    memberChanged: (member_id) => sendMine(members.get(member_id) ?? []),
    membersMissed: () => sendMine([...members.values()].flatMap((streams) => [...streams])),
    close() {
      isClosed = true
      clearTimeout(gathering)
      for (const stream of all) stream.close()
    },
    streams: all,
  }
}

/** Gives up on slow work: a database that has fallen silent must not keep changes from being sent for good. */
async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${ms} ms`)), ms)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
