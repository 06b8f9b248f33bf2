import { hashOf } from '../http/session.ts'
import type { EventStream } from './event-stream.ts'

export type SessionStreams = ReturnType<typeof makeSessionStreams>

type Find = {
  /** Answers from memory. */
  knows: (token: string) => boolean
  /** By the hash of the token in hexadecimal. */
  findLive: (hashes: readonly string[]) => Promise<ReadonlySet<string>>
}

export function makeSessionStreams({ knows, findLive }: Find) {
  const tokens = new Map<EventStream, string>()

  /** Closes streams whose session has ended, and returns the others. */
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
    add(stream: EventStream, token: string) {
      tokens.set(stream, token)
      stream.onClose(() => tokens.delete(stream))
    },
    keepLive,
    endOver: () => keepLive(tokens.keys()),
  }
}
