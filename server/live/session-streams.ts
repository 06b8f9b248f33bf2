import { hashOf } from '../http/token.ts'
import type { EventStream } from './event-stream.ts'

/** The streams that last no longer than the sessions that they were opened with. */
export type SessionStreams = {
  add(stream: EventStream, token: string): void
  /** Ends those of these streams whose session has ended, wherever that was, and answers the others. */
  keepLive(streams: Iterable<EventStream>): Promise<ReadonlySet<EventStream>>
  /** Ends all whose session has ended. */
  endOver(): Promise<unknown>
}

/** `findLive` answers which of these sessions, by the hash of their token in hexadecimal, have not ended. */
export function makeSessionStreams(
  findLive: (hashes: readonly string[]) => Promise<ReadonlySet<string>>,
): SessionStreams {
  const hashes = new Map<EventStream, string>()

  async function keepLive(streams: Iterable<EventStream>) {
    const kept = new Set<EventStream>()
    const asked = [...streams].filter((stream) => hashes.has(stream))
    if (asked.length === 0) return kept
    const live = await findLive([...new Set(asked.map((stream) => hashes.get(stream)!))])
    for (const stream of asked) {
      const hash = hashes.get(stream)
      if (hash === undefined) continue
      if (live.has(hash)) kept.add(stream)
      else stream.close()
    }
    return kept
  }

  return {
    add(stream, token) {
      hashes.set(stream, hashOf(token).toString('hex'))
      stream.onClose(() => hashes.delete(stream))
    },
    keepLive,
    endOver: () => keepLive(hashes.keys()),
  }
}
