import { hashOf } from '../http/token.ts'
import type { EventStream } from './event-stream.ts'

/** The streams that last no longer than the sessions that they were opened with. */
export type SessionStreams = {
  add(stream: EventStream, token: string): void
  /** Ends those of these streams whose session has ended, wherever that was, and acts on the others. */
  forLive(streams: Iterable<EventStream>, act: (stream: EventStream) => void): Promise<void>
  /** Ends all whose session has ended. */
  endOver(): Promise<void>
}

/** `findLive` answers which of these sessions, by the hash of their token in hexadecimal, have not ended. */
export function makeSessionStreams(
  findLive: (hashes: readonly string[]) => Promise<ReadonlySet<string>>,
): SessionStreams {
  const hashes = new Map<EventStream, string>()

  async function forLive(streams: Iterable<EventStream>, act: (stream: EventStream) => void) {
    const asked = [...streams].filter((stream) => hashes.has(stream))
    if (asked.length === 0) return
    const live = await findLive([...new Set(asked.map((stream) => hashes.get(stream)!))])
    for (const stream of asked) {
      const hash = hashes.get(stream)
      if (hash === undefined) continue
      if (live.has(hash)) act(stream)
      else stream.close()
    }
  }

  return {
    add(stream, token) {
      hashes.set(stream, hashOf(token).toString('hex'))
      stream.onClose(() => hashes.delete(stream))
    },
    forLive,
    endOver: () => forLive(hashes.keys(), () => {}),
  }
}
