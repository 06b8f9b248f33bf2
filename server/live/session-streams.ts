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

type Find = {
  /** Whether a session is known to live without asking. */
  knows: (token: string) => boolean
  /** Answers which of these sessions, by the hash of their token in hexadecimal, have not ended. */
  findLive: (hashes: readonly string[]) => Promise<ReadonlySet<string>>
}

export function makeSessionStreams({ knows, findLive }: Find): SessionStreams {
  const tokens = new Map<EventStream, string>()

  async function keepLive(streams: Iterable<EventStream>) {
    const asked = [...streams]
    const doubtful = new Map<EventStream, string>()
    for (const stream of asked) {
      const token = tokens.get(stream)
      if (token !== undefined && !knows(token)) doubtful.set(stream, hashOf(token).toString('hex'))
    }
    const live = doubtful.size > 0 ? await findLive([...new Set(doubtful.values())]) : new Set()
    const kept = new Set<EventStream>()
    for (const stream of asked) {
      const hash = doubtful.get(stream)
      if (!tokens.has(stream)) continue
      if (hash === undefined || live.has(hash)) kept.add(stream)
      else stream.close()
    }
    return kept
  }

  return {
    add(stream, token) {
      tokens.set(stream, token)
      stream.onClose(() => tokens.delete(stream))
    },
    keepLive,
    endOver: () => keepLive(tokens.keys()),
  }
}
