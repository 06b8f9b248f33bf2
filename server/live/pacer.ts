import type { EventStream } from './event-stream.ts'

/** Sends topics to streams no faster than their browsers can be answered: each that hears of one asks at once. */
export type Pacer = {
  send(topic: string, streams: ReadonlySet<EventStream>): void
  /** A stream that has ended. */
  forget(stream: EventStream): void
  close(): void
}

// A board's or a few phones' hear at once, whoever else is waiting to hear.
const FEW = 50
// Two thousand in a second.
const PORTION = 20
const PAUSE_MS = 10
// A service that is never done with what it was asked tells all the same, slowly: polls come without being told.
const MAX_HOLD_MS = 250

/** `isBusy` says whether those who ask by themselves leave no time for more. */
export function makePacer(isBusy: () => boolean): Pacer {
  /** The streams that are to hear, the longest waiting first, and of what. */
  const due = new Map<EventStream, Set<string>>()
  let next: NodeJS.Timeout | undefined
  let sentAt = -Infinity

  function sendSome() {
    const now = performance.now()
    if (!isBusy() || now - sentAt >= MAX_HOLD_MS) {
      sentAt = now
      for (const [stream, topics] of due.entries().take(PORTION)) {
        due.delete(stream)
        for (const topic of topics) stream.send(topic)
      }
    }
    next = due.size > 0 ? setTimeout(sendSome, PAUSE_MS) : undefined
  }

  return {
    send(topic, streams) {
      if (streams.size <= FEW) {
        for (const stream of streams) stream.send(topic)
        return
      }
      for (const stream of streams) due.set(stream, (due.get(stream) ?? new Set()).add(topic))
      if (next === undefined) sendSome()
    },
    forget: (stream) => void due.delete(stream),
    close() {
      clearTimeout(next)
      due.clear()
    },
  }
}
