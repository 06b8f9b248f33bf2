import type { FastifyBaseLogger } from 'fastify'
import { isOwnTopic, OWN_TOPICS, readTopic, type OwnTopic, type TopicKind } from '../../contract/topics.ts'
import type { Watched } from '../../contract/watched.ts'
import type { Instant } from '../../domain/madrid-time.ts'
import { passingFailure } from '../database/failures.ts'
import { AppError } from '../http/app-error.ts'
import { coalesce, type EventStream } from './event-stream.ts'
import type { SessionStreams } from './session-streams.ts'

export type TopicSource = {
  /** `of` is the member of a personal topic. */
  read: (of: string, now: Instant) => Promise<{ hash: string } | undefined>
  /** Prevents watching invented topics. */
  isKnown?: (of: string, now: Instant) => Promise<boolean>
}

export type TopicWatch = ReturnType<typeof makeTopicWatch>

export function makeTopicWatch(clock: () => Instant, sessions: SessionStreams, log: FastifyBaseLogger) {
  const sources = new Map<TopicKind, TopicSource>()
  /** By topic, with the last hash of its answer. */
  const watched = new Map<string, { streams: Set<EventStream>; hash: string | undefined }>()
  const own: Record<OwnTopic, Map<number, Set<EventStream>>> = { mine: new Map(), waits: new Map() }
  const all = new Set<EventStream>()

  async function read(kind: TopicKind, of: string): Promise<string> {
    try {
      return (await sources.get(kind)?.read(of, clock()))?.hash ?? 'nothing'
    } catch (error) {
      // A refusal, such as a deleted room, is a state too.
      if (error instanceof AppError) return error.code
      throw error
    }
  }

  async function look(topic: string) {
    const { kind, of } = readTopic(topic)!
    const hash = await read(kind, of)
    const entry = watched.get(topic)
    if (!entry || entry.hash === hash) return
    const isFirst = entry.hash === undefined
    entry.hash = hash
    if (!isFirst) send(topic, entry.streams)
  }

  /** A failing topic must not delay the others. */
  async function lookAtAll() {
    const looked = await Promise.allSettled([...watched.keys()].map(look))
    const failures = looked.flatMap((each) => (each.status === 'rejected' ? [each.reason as unknown] : []))
    // Other parts log an unreachable database.
    for (const failure of failures)
      if (!passingFailure(failure)) log.warn({ err: failure }, 'cannot read changes')
    if (failures.length > 0) throw failures[0]
  }

  const changes = coalesce(lookAtAll)

  function remove(stream: EventStream, topics: Watched, member_id: number | null) {
    all.delete(stream)
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

  async function hashOf(topic: string) {
    if (watched.get(topic)?.hash === undefined) await look(topic)
    return watched.get(topic)?.hash
  }

  /** A topic may have changed between reading and listening. */
  async function greet(stream: EventStream, topics: Watched, member_id: number | null) {
    for (const [topic, shown] of topics) {
      const find = isOwnTopic(topic)
        ? async () => shown && read(topic, String(member_id))
        : () => hashOf(topic)
      // Unreadable now: report it as changed and retry.
      const hash = await find().catch(() => {
        changes.changed()
        return undefined
      })
      if (all.has(stream) && (hash !== shown || !shown)) stream.send(topic)
    }
  }

  // Browsers also poll.
  const sendOwn = (topic: OwnTopic, streams: Iterable<EventStream>) =>
    void sessions
      .keepLive(streams)
      .then((live) => send(topic, live))
      .catch((error: unknown) => log.warn({ err: error }, 'cannot read own reservations'))

  return {
    offer: (kind: TopicKind, source: TopicSource) => void sources.set(kind, source),
    async findKnown(topics: Watched): Promise<Watched> {
      const known = await Promise.all(
        [...topics].map(async ([topic]) => {
          const { kind, of } = readTopic(topic)!
          return sources.get(kind)?.isKnown?.(of, clock()) ?? true
        }),
      )
      return new Map([...topics].filter((_, i) => known[i]))
    },
    /** Sends topics that differ from what the browser shows, then each change. */
    add(stream: EventStream, topics: Watched, member_id: number | null) {
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
    changed: changes.changed,
    memberChanged(member_id: number) {
      for (const topic of OWN_TOPICS) sendOwn(topic, own[topic].get(member_id) ?? [])
    },
    /** Notifications may have been lost. */
    membersMissed() {
      for (const topic of OWN_TOPICS)
        sendOwn(
          topic,
          [...own[topic].values()].flatMap((streams) => [...streams]),
        )
    },
    close() {
      changes.close()
      for (const stream of all) stream.close()
    },
    streams: all,
  }
}

function send(topic: string, streams: Iterable<EventStream>) {
  for (const stream of streams) stream.send(topic)
}
