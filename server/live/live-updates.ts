import type { FastifyInstance } from 'fastify'
import pg from 'pg'
import type { TopicKind } from '../../contract/topics.ts'
import { readAtOneMoment } from '../database/transaction.ts'
import { findLiveSessions, findSession } from '../http/session.ts'
import { makeAdminStreams } from './admin-streams.ts'
import { listenForChanges, LISTENER_CONNECTION } from './database-notifications.ts'
import { makePacer } from './pacer.ts'
import { makeRememberedSessions, type RememberedSessions } from './remembered-sessions.ts'
import { serveStreams } from './serve-streams.ts'
import { makeSessionStreams } from './session-streams.ts'
import { makeSnapshots, type Snapshots } from './snapshots.ts'
import type { StreamLimits } from './stream-places.ts'
import { makeTopicWatch, type TopicSource } from './topic-watch.ts'

/** Sends browsers the names of topics that have changed; each asks for the answer itself. */
type Changes = {
  /** Says how the answers behind a kind of topic are read. */
  offer(kind: TopicKind, source: TopicSource): void
  /** How many streams are open. */
  readonly open: number
}

/**
 * Wires the answers that are kept, the database's notifications and the streams of browsers: a change drops the
 * answers made before it, and every drop is followed by a look at the watched topics. Without a `connection` to listen
 * on nothing is kept.
 */
export function serveLiveUpdates(app: FastifyInstance, limits: StreamLimits, connection?: pg.ClientConfig) {
  const snapshots = makeSnapshots((make, begins, over = app.db) => readAtOneMoment(over, make, begins))
  const remembered = makeRememberedSessions((...asked) => findSession(app.db, ...asked))
  const sessions = makeSessionStreams({
    knows: (token) => remembered.knows(token, app.clock()),
    findLive: (hashes) => findLiveSessions(app.db, hashes, app.clock()),
  })
  const isBusy = () => app.admission.isBusy
  const watch = makeTopicWatch(app.clock, sessions, makePacer(isBusy), isBusy, app.log)
  const admins = makeAdminStreams(sessions, isBusy, app.log)
  snapshots.onDrop(() => {
    watch.changed()
    admins.changed()
  })
  app.decorate('snapshots', snapshots)
  app.decorate('sessions', remembered)
  app.decorate('changes', {
    offer: (kind, source) => watch.offer(kind, source),
    get open() {
      return watch.streams.size + admins.streams.size
    },
  })
  serveStreams(app, { watch, admins, sessions, limits })
  if (!connection) return
  const listening = listenForChanges(() => new pg.Client({ ...connection, ...LISTENER_CONNECTION }), {
    changed(reach, transaction) {
      snapshots.drop(reach, transaction)
      // A member's own list hangs on a setting.
      if (reach === 'everything') snapshots.dropMember()
    },
    memberChanged(id) {
      snapshots.dropMember(id)
      watch.memberChanged(id)
    },
    sessionsEnded: (owner) => remembered.forget(owner),
    hearing(hears) {
      snapshots.keep(hears)
      remembered.keep(hears)
      if (hears) watch.membersMissed()
    },
  })
  app.addHook('onClose', () => listening.stop())
}

declare module 'fastify' {
  interface FastifyInstance {
    snapshots: Snapshots
    sessions: RememberedSessions
    changes: Changes
  }
}
