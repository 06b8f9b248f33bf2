import type { FastifyBaseLogger } from 'fastify'
import { RESERVATIONS_TOPIC } from '../../contract/admin/changes.ts'
import { passingFailure } from '../database/failures.ts'
import type { EventStream } from './event-stream.ts'
import { gatherChanges } from './gathered-changes.ts'
import type { SessionStreams } from './session-streams.ts'

/** The streams of administrators. */
export type AdminStreams = {
  /** Says once that there may be something new, and from then on whenever there may be. */
  add(stream: EventStream): void
  /** Something has changed that administrators may see. */
  changed(): void
  close(): void
  readonly streams: ReadonlySet<EventStream>
}

// A change is told at once; those that follow within a second are told together, because each makes every administrator
// load the whole queue. Those lists are the dearest answers of all, so that in a rush they are asked for less often.
const PACE = { gatherMs: 100, apartMs: 1_000, busyApartMs: 5_000 }

export function makeAdminStreams(
  sessions: SessionStreams,
  isBusy: () => boolean,
  log: FastifyBaseLogger,
): AdminStreams {
  const streams = new Set<EventStream>()

  async function tell() {
    try {
      for (const stream of await sessions.keepLive(streams)) stream.send(RESERVATIONS_TOPIC)
    } catch (error) {
      // Of the database being away others tell, less often.
      if (!passingFailure(error)) log.warn({ err: error }, 'changes for administrators')
      throw error
    }
  }

  const changes = gatherChanges(tell, { ...PACE, isBusy })

  return {
    add(stream) {
      streams.add(stream)
      stream.onClose(() => streams.delete(stream))
      stream.send(RESERVATIONS_TOPIC)
    },
    changed: () => changes.changed(),
    close() {
      changes.close()
      for (const stream of streams) stream.close()
    },
    streams,
  }
}
