import type { FastifyBaseLogger } from 'fastify'
import { RESERVATIONS_TOPIC } from '../../contract/admin/changes.ts'
import { passingFailure } from '../database/failures.ts'
import { coalesce, type EventStream } from './event-stream.ts'
import type { SessionStreams } from './session-streams.ts'

export type AdminStreams = ReturnType<typeof makeAdminStreams>

export function makeAdminStreams(sessions: SessionStreams, log: FastifyBaseLogger) {
  const streams = new Set<EventStream>()

  async function notify() {
    try {
      for (const stream of await sessions.keepLive(streams)) stream.send(RESERVATIONS_TOPIC)
    } catch (error) {
      // Other parts log an unreachable database.
      if (!passingFailure(error)) log.warn({ err: error }, 'cannot read changes for administrators')
      throw error
    }
  }

  const changes = coalesce(notify)

  return {
    /** Sends the topic at once, and after each change. */
    add(stream: EventStream) {
      streams.add(stream)
      stream.onClose(() => streams.delete(stream))
      stream.send(RESERVATIONS_TOPIC)
    },
    changed: changes.changed,
    close() {
      changes.close()
      for (const stream of streams) stream.close()
    },
    streams,
  }
}
