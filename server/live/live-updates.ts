import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import pg from 'pg'
import { RESERVATIONS_TOPIC } from '../../contract/admin/changes.ts'
import { isOwnTopic, OWN_TOPICS, readTopic, type TopicKind } from '../../contract/topics.ts'
import type { Watched } from '../../contract/watched.ts'
import type { Instant } from '../../domain/madrid-time.ts'
import { passingFailure } from '../database/failures.ts'
import { AppError } from '../http/app-error.ts'
import { findLiveSessions, findSession, type Owner } from '../http/session.ts'
import { coalesce, type EventStream } from './event-stream.ts'
import { makeRememberedSessions } from './remembered-sessions.ts'
import { serveStreams } from './serve-streams.ts'
import { makeSessionStreams, type SessionStreams } from './session-streams.ts'
import { makeSnapshots, type Topic } from './snapshots.ts'
import type { StreamLimits } from './stream-places.ts'

/**
 * A change drops cached answers and notifies streams. Without a `connection` to listen on, nothing is cached.
 */
export function serveLiveUpdates(app: FastifyInstance, limits: StreamLimits, connection?: pg.ClientConfig) {
  const snapshots = makeSnapshots()
  const remembered = makeRememberedSessions((...asked) => findSession(app.db, ...asked))
  const sessions = makeSessionStreams({
    knows: (token) => remembered.knows(token, app.clock()),
    findLive: (hashes) => findLiveSessions(app.db, hashes, app.clock()),
  })
  const watch = makeTopicWatch(app.clock, sessions, app.log)
  app.decorate('snapshots', snapshots)
  app.decorate('sessions', remembered)
  app.decorate('changes', watch)
  serveStreams(app, { sessions, limits })
  if (!connection) return
  const listening = listenForChanges(() => new pg.Client({ ...connection, ...LISTENER_CONNECTION }), {
    changed(topic) {
      snapshots.drop(topic)
      if (topic.startsWith('member ')) watch.memberChanged(Number(topic.slice('member '.length)))
      else watch.changed()
    },
    sessionsEnded: (owner) => remembered.forget(owner),
    hearing(hears) {
      snapshots.keep(hears)
      remembered.keep(hears)
      if (!hears) return
      watch.membersMissed()
      watch.changed()
    },
  })
  app.addHook('onClose', () => listening.stop())
}

const CHANNEL = 'fairslot_changed'
const RECONNECT_AFTER = 500
const HEARTBEAT_EVERY = 1_000
/** Detect a lost connection within two seconds. */
export const LISTENER_CONNECTION = { keepAlive: true, connectionTimeoutMillis: 1_000, query_timeout: 750 }

type Listener = {
  changed(topic: Topic): void
  sessionsEnded(owner: Owner | 'all'): void
  hearing(hears: boolean): void
}

/** Reconnects by itself; `hearing(false)` in between. */
export function listenForChanges(connect: () => pg.Client, listener: Listener): { stop(): Promise<void> } {
  let client: pg.Client
  const stopping = new AbortController()

  function notified(payload: string) {
    const [what, id] = payload.split(' ') as [string, string?]
    if (what === 'event' || what === 'bookings') listener.changed(what)
    else if (what === 'member') listener.changed(`member ${Number(id)}`)
    else if (what === 'member_session') listener.sessionsEnded({ member_id: Number(id) })
    else if (what === 'admin_session') listener.sessionsEnded({ admin_id: Number(id) })
    else if (what === 'api_token') listener.sessionsEnded({ token_id: Number(id) })
    else listener.sessionsEnded('all')
  }

  /** Throws when the connection is lost. */
  async function listen(): Promise<never> {
    const ended = new AbortController()
    client = connect()
    // An unhandled error would end the process; `end` follows it.
    client.on('error', () => {})
    client.on('end', () => ended.abort())
    client.on('notification', ({ payload }) => notified(payload!))
    await client.connect()
    await client.query(`listen ${CHANNEL}`)
    listener.hearing(true)
    for (;;) {
      await sleep(HEARTBEAT_EVERY, undefined, { ref: false, signal: ended.signal })
      // A connection that the network has dropped reports no error.
      await client.query('select')
    }
  }

  async function run() {
    while (!stopping.signal.aborted) {
      await listen().catch(() => {})
      if (stopping.signal.aborted) return
      listener.hearing(false)
      client.end().catch(() => {})
      await sleep(RECONNECT_AFTER, undefined, { ref: false })
    }
  }

  void run()
  return {
    async stop() {
      stopping.abort()
      await client.end().catch(() => {})
    },
  }
}

type TopicSource = {
  /** `of` is the member of a personal topic. */
  read: (of: string, now: Instant) => Promise<{ hash: string } | undefined>
  /** Prevents watching invented topics. */
  isKnown?: (of: string, now: Instant) => Promise<boolean>
}

function makeTopicWatch(clock: () => Instant, sessions: SessionStreams, log: FastifyBaseLogger) {
  const sources = new Map<TopicKind, TopicSource>()
  /** By topic; a member's own are named `mine 7`. */
  const watched = new Map<string, Set<EventStream>>()
  /** The hash of the last answer, by public topic. */
  const hashes = new Map<string, string>()
  const streams = new Set<EventStream>()

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
    const last = hashes.get(topic)
    if (watched.has(topic)) hashes.set(topic, hash)
    if (last !== undefined && last !== hash) send(topic, watched.get(topic) ?? [])
  }

  /** A failing topic must not delay the others. */
  async function lookAtAll() {
    const looked = await Promise.allSettled([...watched.keys()].filter(readTopic).map(look))
    const failures = looked.flatMap((each) => (each.status === 'rejected' ? [each.reason as unknown] : []))
    failures.forEach(warn)
    if (failures.length > 0) throw failures[0]
  }

  // Other parts log an unreachable database.
  function warn(failure: unknown) {
    if (!passingFailure(failure)) log.warn({ err: failure }, 'cannot read changes')
  }

  const sendLive = async (topic: string, to: Iterable<EventStream> = []) =>
    sessions
      .keepLive(to)
      .then((live) => send(topic, live))
      .catch((error: unknown) => {
        warn(error)
        throw error
      })
  // Browsers also poll.
  const sendOwn = (topic: string, to?: Iterable<EventStream>) => void sendLive(topic, to).catch(() => {})

  const changes = coalesce(lookAtAll)
  const adminChanges = coalesce(() => sendLive(RESERVATIONS_TOPIC, watched.get(RESERVATIONS_TOPIC)))

  function join(stream: EventStream, names: readonly string[]) {
    streams.add(stream)
    for (const name of names) watched.getOrInsertComputed(name, () => new Set()).add(stream)
    stream.onClose(() => {
      streams.delete(stream)
      for (const name of names) {
        watched.get(name)?.delete(stream)
        if (watched.get(name)?.size !== 0) continue
        watched.delete(name)
        hashes.delete(name)
      }
    })
  }

  async function hashOf(topic: string) {
    if (!hashes.has(topic)) await look(topic)
    return hashes.get(topic)
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
      if (streams.has(stream) && (hash !== shown || !shown)) stream.send(topic)
    }
  }

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
      const names = [...topics.keys()].map((topic) => (isOwnTopic(topic) ? `${topic} ${member_id}` : topic))
      join(stream, names)
      void greet(stream, topics, member_id)
    },
    addAdmin(stream: EventStream) {
      join(stream, [RESERVATIONS_TOPIC])
      stream.send(RESERVATIONS_TOPIC)
    },
    changed() {
      changes.changed()
      adminChanges.changed()
    },
    memberChanged(member_id: number) {
      for (const topic of OWN_TOPICS) sendOwn(topic, watched.get(`${topic} ${member_id}`))
    },
    /** Notifications may have been lost. */
    membersMissed() {
      for (const topic of OWN_TOPICS) {
        const own = [...watched].flatMap(([name, of]) => (name.startsWith(`${topic} `) ? [...of] : []))
        sendOwn(topic, own)
      }
    },
    close() {
      changes.close()
      adminChanges.close()
      for (const stream of streams) stream.close()
    },
    streams,
  }
}

function send(topic: string, streams: Iterable<EventStream>) {
  for (const stream of streams) stream.send(topic)
}

declare module 'fastify' {
  interface FastifyInstance {
    changes: ReturnType<typeof makeTopicWatch>
  }
}
