import type { FastifyBaseLogger } from 'fastify'
import { RESERVATIONS_TOPIC } from '../../contract/admin/changes.ts'
import { passingFailure } from '../database/failures.ts'
import type { EventStream } from './event-stream.ts'
import type { SessionStreams } from './session-streams.ts'

/** The streams of administrators. */
export type AdminStreams = {
  /** Says once that there may be something new, and from then on whenever there may be. */
  add(stream: EventStream): void
  /** Something has changed that administrators may see. */
  changed(): void
  ping(): void
  close(): void
  readonly size: number
}

// A change is told at once; those that follow within a second are told together, because each makes every administrator
// load the whole queue.
const GATHER_MS = 100
const GAP_MS = 1_000

export function makeAdminStreams(sessions: SessionStreams, log: FastifyBaseLogger): AdminStreams {
  const streams = new Set<EventStream>()
  let isClosed = false
  let gathering: NodeJS.Timeout | undefined
  let toldAt = -Infinity

  async function tell() {
    gathering = undefined
    toldAt = performance.now()
    try {
      for (const stream of await sessions.keepLive(streams)) stream.send(RESERVATIONS_TOPIC)
    } catch (error) {
      // Of the database being away others tell, less often.
      if (!passingFailure(error)) log.warn({ err: error }, 'changes for administrators')
      changed()
    }
  }

  function changed() {
    if (isClosed) return
    gathering ??= setTimeout(() => void tell(), Math.max(GATHER_MS, toldAt + GAP_MS - performance.now()))
  }

  return {
    add(stream) {
      streams.add(stream)
      stream.onClose(() => streams.delete(stream))
      stream.send(RESERVATIONS_TOPIC)
    },
    changed,
    ping() {
      for (const stream of streams) stream.ping()
    },
    close() {
      isClosed = true
      clearTimeout(gathering)
      for (const stream of streams) stream.close()
    },
    get size() {
      return streams.size
    },
  }
}
