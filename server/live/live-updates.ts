import type { FastifyInstance } from 'fastify'
import pg from 'pg'
import { findLiveSessions, findSession } from '../http/session.ts'
import { makeAdminStreams } from './admin-streams.ts'
import { listenForChanges, LISTENER_CONNECTION } from './database-notifications.ts'
import { makeRememberedSessions, type RememberedSessions } from './remembered-sessions.ts'
import { serveStreams } from './serve-streams.ts'
import { makeSessionStreams } from './session-streams.ts'
import { makeSnapshots, type Snapshots } from './snapshots.ts'
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
  const admins = makeAdminStreams(sessions, app.log)
  // Also for changes of this process, so that each is pushed once.
  const changed = () => {
    watch.changed()
    admins.changed()
  }
  app.decorate('snapshots', snapshots)
  app.decorate('sessions', remembered)
  app.decorate('changes', {
    offer: watch.offer,
    get open() {
      return watch.streams.size + admins.streams.size
    },
  })
  serveStreams(app, { watch, admins, sessions, limits })
  if (!connection) return
  const listening = listenForChanges(() => new pg.Client({ ...connection, ...LISTENER_CONNECTION }), {
    changed(topic) {
      snapshots.drop(topic)
      if (topic.startsWith('member ')) watch.memberChanged(Number(topic.slice('member '.length)))
      else changed()
    },
    sessionsEnded: (owner) => remembered.forget(owner),
    hearing(hears) {
      snapshots.keep(hears)
      remembered.keep(hears)
      if (!hears) return
      watch.membersMissed()
      changed()
    },
  })
  app.addHook('onClose', () => listening.stop())
}

declare module 'fastify' {
  interface FastifyInstance {
    snapshots: Snapshots
    sessions: RememberedSessions
    changes: Pick<TopicWatch, 'offer'> & { readonly open: number }
  }
}
