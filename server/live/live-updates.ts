import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import pg from 'pg'
import { findLiveSessions, findSession, type Owner } from '../http/session.ts'
import { makeRememberedSessions } from './remembered-sessions.ts'
import { serveStreams } from './serve-streams.ts'
import { makeSessionStreams } from './session-streams.ts'
import { makeSnapshots, type Topic } from './snapshots.ts'
import type { StreamLimits } from './stream-places.ts'
import { makeTopicWatch, type TopicWatch } from './topic-watch.ts'

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
  app.decorate('changes', {
    offer: watch.offer,
    get open() {
      return watch.streams.size
    },
  })
  serveStreams(app, { watch, sessions, limits })
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

declare module 'fastify' {
  interface FastifyInstance {
    changes: Pick<TopicWatch, 'offer'> & { readonly open: number }
  }
}
