import { AppError } from '../http/app-error.ts'
import type { EventStream } from './event-stream.ts'

export type StreamLimits = ReturnType<typeof streamLimitsFor>

/** Without the streams of administrators. */
export function streamLimitsFor(connections: number) {
  const streams = Math.min(10_000, Math.floor((connections * 5) / 8))
  const part = (share: number) => Math.ceil(streams * share)
  return {
    streams,
    anonymous: part(0.6),
    streamsOfNetwork: part(0.8),
    anonymousOfNetwork: part(0.4),
    // Each visible tab has one.
    streamsOfSession: 6,
    pingMs: 20_000,
    sessionCheckMs: 3_000,
  }
}

/** `session` is the session that the stream was opened with. */
export type Listener = { network: string; session: string | null; isAdmin?: boolean }

// Until then browsers poll.
const COME_AGAIN = { headers: { 'retry-after': '60' } }

export function makeStreamPlaces(limits: StreamLimits) {
  const taken = new Map<string, Set<EventStream>>()
  const namesOf = new Map<EventStream, string[]>()
  const sizeOf = (name: string) => taken.get(name)?.size ?? 0

  /** The name of each group, its most streams, and the refusal of one more. */
  function groupsOf({ network, session, isAdmin = false }: Listener) {
    const all = [
      ['all', limits.streams, 'overloaded'],
      [`of ${network}`, limits.streamsOfNetwork, 'too_many_requests'],
    ] as const
    const anonymous = [
      ['anonymous', limits.anonymous, 'overloaded'],
      [`anonymous of ${network}`, limits.anonymousOfNetwork, 'too_many_requests'],
    ] as const
    if (isAdmin) return []
    return session === null ? [...all, ...anonymous] : all
  }

  function leave(stream: EventStream) {
    for (const name of namesOf.get(stream) ?? []) {
      const streams = taken.get(name)
      streams?.delete(stream)
      if (streams?.size === 0) taken.delete(name)
    }
    namesOf.delete(stream)
  }

  return {
    /** Allows a session that would only replace its own oldest stream. */
    refuseFull(listener: Listener) {
      const takesOwn = sizeOf(`session ${listener.session}`) >= limits.streamsOfSession
      if (takesOwn) return
      for (const [name, most, code] of groupsOf(listener))
        if (sizeOf(name) >= most) throw new AppError(code, COME_AGAIN)
    },
    take(stream: EventStream, listener: Listener) {
      const session = `session ${listener.session}`
      const names: string[] = groupsOf(listener).map(([name]) => name)
      if (listener.session !== null) {
        names.push(session)
        const [oldest] = taken.get(session) ?? []
        if (oldest && sizeOf(session) >= limits.streamsOfSession) {
          leave(oldest)
          oldest.close()
        }
      }
      for (const name of names) taken.getOrInsertComputed(name, () => new Set()).add(stream)
      namesOf.set(stream, names)
      stream.onClose(() => leave(stream))
    },
  }
}
