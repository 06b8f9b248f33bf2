import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import pg from 'pg'
import { ADMIN_CHANGES_PATH, RESERVATIONS_TOPIC } from '../../contract/admin/changes.ts'
import { CHANGES_PATH, readTopics, topicOf, type TopicKind } from '../../contract/topics.ts'
import { readAtOneMoment } from '../database/transaction.ts'
import { AppError } from '../http/app-error.ts'
import { identify } from '../http/gates.ts'
import { findLiveAdminTokens } from '../http/session.ts'
import { makeAdminStreams, type AdminStreams } from './admin-streams.ts'
import { listenForChanges, LISTENER_CONNECTION } from './database-notifications.ts'
import { EventStream } from './event-stream.ts'
import { makeSnapshots, type Snapshots } from './snapshots.ts'
import { makeTopicWatch, type TopicSource, type TopicWatch } from './topic-watch.ts'

/** Sends browsers the names of topics that have changed; each asks for the answer itself. */
type Changes = {
  /** Says how the answers behind a kind of topic are read. */
  offer(kind: TopicKind, source: TopicSource): void
  /** How many streams are open. */
  readonly open: number
}

const PING_MS = 20_000
/** How many one process keeps; a browser that comes later polls, as without streams. */
const MAX_OPEN = 10_000

/**
 * Wires the answers that are kept, the database's notifications and the streams of browsers: a change drops the
 * answers made before it, and every drop is followed by a look at the watched topics. Without a `connection` to listen
 * on nothing is kept.
 */
export function serveLiveUpdates(app: FastifyInstance, connection?: pg.ClientConfig) {
  const snapshots = makeSnapshots((read) => readAtOneMoment(app.db, read))
  const watch = makeTopicWatch(app.clock, app.log)
  const admins = makeAdminStreams((tokens) => findLiveAdminTokens(app.db, tokens, app.clock()), app.log)
  snapshots.onDrop(() => {
    watch.changed()
    admins.changed()
  })
  app.decorate('snapshots', snapshots)
  app.decorate('changes', {
    offer: (kind, source) => watch.offer(kind, source),
    get open() {
      return watch.streams.size + admins.size
    },
  })
  serveStreams(app, watch, admins)
  if (!connection) return
  const listening = listenForChanges(() => new pg.Client({ ...connection, ...LISTENER_CONNECTION }), {
    changed: (reach, transaction) => snapshots.drop(reach, transaction),
    memberChanged: (id) => watch.memberChanged(id),
    hearing(hears) {
      snapshots.keep(hears)
      if (hears) watch.membersMissed()
    },
  })
  app.addHook('onClose', () => listening.stop())
}

function serveStreams(app: FastifyInstance, watch: TopicWatch, admins: AdminStreams) {
  let isClosing = false
  const ping = setInterval(() => {
    for (const stream of watch.streams) stream.ping()
    admins.ping()
  }, PING_MS)
  ping.unref()
  app.addHook('preClose', async () => {
    isClosing = true
    clearInterval(ping)
    watch.close()
    admins.close()
  })

  /** Begins a stream; none for a browser that has hung up, which would be waited for in vain. */
  function begin(reply: FastifyReply, use: (stream: EventStream) => void) {
    reply.hijack()
    if (isClosing || reply.raw.destroyed) reply.raw.destroy()
    else use(new EventStream(reply.raw, app.clock()))
  }

  app.get(CHANGES_PATH, { schema: { hide: true } }, async (request, reply) => {
    const asked = readTopics(watched(request)) ?? refuse()
    refuseTooMany(app)
    const audience = asked.includes(topicOf('mine')) ? 'member' : 'public'
    const { member } = await identify(request, audience, app.db, app.clock())
    const topics = await watch.findKnown(asked)
    begin(reply, (stream) => watch.add(stream, topics, member?.id ?? null))
  })
  app.get(ADMIN_CHANGES_PATH, { schema: { hide: true } }, async (request, reply) => {
    const { token } = await identify(request, 'admin', app.db, app.clock())
    if (watched(request) !== RESERVATIONS_TOPIC) refuse()
    refuseTooMany(app)
    begin(reply, (stream) => admins.add(stream, token!))
  })
}

const watched = (request: FastifyRequest) => (request.query as { watch?: unknown }).watch

function refuse(): never {
  throw new AppError('invalid_input', { fields: { watch: '구독할 수 없는 주제입니다.' } })
}

function refuseTooMany(app: FastifyInstance) {
  if (app.changes.open >= MAX_OPEN) throw new AppError('not_ready', { headers: { 'retry-after': '60' } })
}

declare module 'fastify' {
  interface FastifyInstance {
    snapshots: Snapshots
    changes: Changes
  }
}
