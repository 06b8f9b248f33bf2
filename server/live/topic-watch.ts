import type { FastifyBaseLogger } from 'fastify'
import { isOwnTopic, OWN_TOPICS, readTopic, type OwnTopic, type TopicKind } from '../../contract/topics.ts'
import type { Watched } from '../../contract/watched.ts'
import type { Instant } from '../../domain/madrid-time.ts'
import { passingFailure } from '../database/failures.ts'
import { AppError } from '../http/app-error.ts'
import type { EventStream } from './event-stream.ts'
import { gatherChanges } from './gathered-changes.ts'
import type { Pacer } from './pacer.ts'
import type { SessionStreams } from './session-streams.ts'

/** How the answers behind one kind of topic are read. */
export type TopicSource = {
  /** The answer that is behind a topic at present, `of` a member if it is their own; its hash tells whether it has changed. */
  read: (of: string, now: Instant) => Promise<{ hash: string } | undefined>
  /** Whether there is such a thing at all. Only that is watched, so that nobody can make up more of it. */
  isKnown?: (of: string, now: Instant) => Promise<boolean>
}

/** Which topics have changed, and which streams watch them. */
export type TopicWatch = {
  offer(kind: TopicKind, source: TopicSource): void
  findKnown(topics: Watched): Promise<Watched>
  /** Sends those of these topics once that are other than is shown of them, and from then on each that changes. */
  add(stream: EventStream, topics: Watched, member_id: number | null): void
  /** Something has changed: looks at all topics, and sends those that have. */
  changed(): void
  /** A member's reservations have changed. */
  memberChanged(member_id: number): void
  /** Any member's reservations may have changed unheard. */
  membersMissed(): void
  close(): void
  readonly streams: ReadonlySet<EventStream>
}

// Several changes within a moment are sent once; a second is promised, also while the process is busy.
const PACE = { gatherMs: 100, apartMs: 0, busyApartMs: 900 }
// How many topics are looked at at once, and how long one may take.
const AT_ONCE = 10
const LOOK_MS = 5_000

export function makeTopicWatch(
  clock: () => Instant,
  sessions: SessionStreams,
  pacer: Pacer,
  isBusy: () => boolean,
  log: FastifyBaseLogger,
): TopicWatch {
  const sources = new Map<TopicKind, TopicSource>()
  /** The streams of each topic, and the hash of its answer when it was last looked at. */
  const watched = new Map<string, { streams: Set<EventStream>; hash: string | undefined }>()
  const own: Record<OwnTopic, Map<number, Set<EventStream>>> = { mine: new Map(), waits: new Map() }
  const all = new Set<EventStream>()

  async function read(kind: TopicKind, of: string): Promise<string> {
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
    const { kind, of } = readTopic(topic)!
    const hash = await within(LOOK_MS, read(kind, of))
    const entry = watched.get(topic)
    if (!entry || entry.hash === hash) return
    const isFirst = entry.hash === undefined
    entry.hash = hash
    if (!isFirst) pacer.send(topic, entry.streams)
  }

  /** One that cannot be looked at holds up no other, and all are looked at again. */
  async function lookAtAll() {
    const topics = [...watched.keys()]
    let failure: unknown
    while (topics.length > 0) {
      const looked = await Promise.allSettled(topics.splice(0, AT_ONCE).map(look))
      const failed = looked.find((each) => each.status === 'rejected')
      if (!failed) continue
      failure = failed.reason
      // Of the database being away others tell, less often.
      if (!passingFailure(failure)) log.warn({ err: failure }, 'changes')
    }
    if (failure !== undefined) throw failure
  }

  const changes = gatherChanges(lookAtAll, { ...PACE, isBusy })

  function remove(stream: EventStream, topics: Watched, member_id: number | null) {
    all.delete(stream)
    pacer.forget(stream)
    for (const topic of topics.keys()) {
      if (isOwnTopic(topic)) {
        const streams = own[topic].get(member_id!)
        streams?.delete(stream)
        if (streams?.size === 0) own[topic].delete(member_id!)
        continue
      }
      const entry = watched.get(topic)
      entry?.streams.delete(stream)
      if (entry?.streams.size === 0) watched.delete(topic)
    }
  }

  /** The hash of what is behind a topic, looked at first where nobody watched it: changes are measured against that. */
  async function hashOf(topic: string) {
    if (watched.get(topic)?.hash === undefined) await look(topic)
    return watched.get(topic)?.hash
  }

  /**
   * Sends every topic once of which the browser does not show what is there: one that changed after it was read, and before
   * it could be listened to, would else be heard of with the next change.
   */
  async function greet(stream: EventStream, topics: Watched, member_id: number | null) {
    for (const [topic, shown] of topics) {
      const find = isOwnTopic(topic)
        ? async () => shown && read(topic, String(member_id))
        : () => hashOf(topic)
      // An answer that cannot be looked at may be another; its changes are measured against the next look.
      const hash = await find().catch(() => {
        changes.changed()
        return undefined
      })
      if (all.has(stream) && (hash !== shown || !shown)) stream.send(topic)
    }
  }

  // A browser that does not hear because the database does not answer asks again by itself.
  const sendOwn = (topic: OwnTopic, streams: Iterable<EventStream>) =>
    void sessions
      .keepLive(streams)
      .then((live) => pacer.send(topic, live))
      .catch((error: unknown) => log.warn({ err: error }, 'own reservations'))

  return {
    offer: (kind, source) => void sources.set(kind, source),
    async findKnown(topics) {
      const known = await Promise.all(
        [...topics].map(async ([topic]) => {
          const { kind, of } = readTopic(topic)!
          return sources.get(kind)?.isKnown?.(of, clock()) ?? true
        }),
      )
      return new Map([...topics].filter((_, i) => known[i]))
    },
    add(stream, topics, member_id) {
      all.add(stream)
      stream.onClose(() => remove(stream, topics, member_id))
      for (const topic of topics.keys()) {
        if (isOwnTopic(topic)) {
          const streams = own[topic].get(member_id!) ?? new Set()
          own[topic].set(member_id!, streams.add(stream))
          continue
        }
        const entry = watched.get(topic)
        if (entry) entry.streams.add(stream)
        else watched.set(topic, { streams: new Set([stream]), hash: undefined })
      }
      void greet(stream, topics, member_id)
    },
    changed: () => changes.changed(),
    memberChanged(member_id) {
      for (const topic of OWN_TOPICS) sendOwn(topic, own[topic].get(member_id) ?? [])
    },
    membersMissed() {
      for (const topic of OWN_TOPICS)
        sendOwn(
          topic,
          [...own[topic].values()].flatMap((streams) => [...streams]),
        )
    },
    close() {
      changes.close()
      pacer.close()
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
