import type { EventStream } from './event-stream.ts'

/** Writes to streams now and then, so that proxies keep them and one whose browser is gone is noticed. */
export type SignsOfLife = { add(stream: EventStream): void; stop(): void }

// To write to two thousand at once takes a twentieth of a second of this process, and as much of the proxy behind it, in which
// hardly anybody would be answered.
const PARTS = 100

/** Each stream is written to every `everyMs` milliseconds, a hundredth of them at a time. */
export function makeSignsOfLife(everyMs: number): SignsOfLife {
  const parts = Array.from({ length: PARTS }, () => new Set<EventStream>())
  let added = 0
  let turn = 0
  const timer = setInterval(() => {
    turn = (turn + 1) % PARTS
    for (const stream of parts[turn]!) stream.ping()
  }, everyMs / PARTS)
  timer.unref()
  return {
    add(stream) {
      const part = parts[added % PARTS]!
      added += 1
      part.add(stream)
      stream.onClose(() => part.delete(stream))
    },
    stop: () => clearInterval(timer),
  }
}
