import type { FastifyBaseLogger } from 'fastify'
import { RESERVATIONS_TOPIC } from '../../contract/admin/changes.ts'
import type { EventStream } from './event-stream.ts'

/** The streams of administrators, each of which lasts no longer than the session that it was opened with. */
export type AdminStreams = {
  /** Says once that there may be something new, and from then on whenever there may be. */
  add(stream: EventStream, token: string): void
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

/** `findLive` answers which of these sessions have not ended. */
export function makeAdminStreams(
  findLive: (tokens: readonly string[]) => Promise<ReadonlySet<string>>,
  log: FastifyBaseLogger,
): AdminStreams {
  const streams = new Map<EventStream, string>()
  let isClosed = false
  let gathering: NodeJS.Timeout | undefined
  let toldAt = -Infinity

  /** Ends the streams whose session has ended, wherever that was, and acts on the others. */
  async function forLive(act: (stream: EventStream) => void) {
    if (streams.size === 0) return
    const live = await findLive([...new Set(streams.values())])
    for (const [stream, token] of streams) {
      if (live.has(token)) act(stream)
      else stream.close()
    }
  }

  async function tell() {
    gathering = undefined
    toldAt = performance.now()
    try {
      await forLive((stream) => stream.send(RESERVATIONS_TOPIC))
    } catch (error) {
      log.warn({ err: error }, 'changes for administrators')
      changed()
    }
  }

  function changed() {
    if (isClosed) return
    gathering ??= setTimeout(() => void tell(), Math.max(GATHER_MS, toldAt + GAP_MS - performance.now()))
  }

  return {
    add(stream, token) {
      streams.set(stream, token)
      stream.onClose(() => streams.delete(stream))
      stream.send(RESERVATIONS_TOPIC)
    },
    changed,
    // While the database is away nobody can tell whose session has ended.
    ping: () =>
      void forLive((stream) => stream.ping()).catch(() => {
        for (const stream of streams.keys()) stream.ping()
      }),
    close() {
      isClosed = true
      clearTimeout(gathering)
      for (const stream of streams.keys()) stream.close()
    },
    get size() {
      return streams.size
    },
  }
}
