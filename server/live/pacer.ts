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
const PAUSE_MS = 10
// So many in a pause: a thousand in a second where there is time for it. With twice as many those who ask by themselves wait longer
// after each change, for phones that know of it a second sooner. A service that is never done with what it was asked tells all the
// same, slowly: polls come without being told.
const MOST = 10
const LEAST = 0.8
// A browser that hears asks within half a second, and what that takes is seen only then: how many may hear is given up
// soon, and found again by a few more in each second.
const HALVED_IN_MS = 100
const MORE_A_SECOND = 8

/** `isBusy` says whether those who ask by themselves leave no time for more. */
export function makePacer(isBusy: () => boolean): Pacer {
  /** The streams that are to hear, the longest waiting first, and of what. */
  const due = new Map<EventStream, Set<string>>()
  let next: NodeJS.Timeout | undefined
  let lookedAt = -Infinity
  let most = MOST
  /** How many may hear now; a part of one is kept for the next time. */
  let portion = 0

  function look() {
    const now = performance.now()
    const ms = now - lookedAt
    lookedAt = now
    if (isBusy()) {
      most = Math.max(LEAST, most * 0.5 ** (Math.min(ms, HALVED_IN_MS) / HALVED_IN_MS))
      portion += LEAST
    } else {
      most = Math.min(MOST, most + (MORE_A_SECOND * ms) / 1_000)
      portion += most
    }
  }

  function sendSome() {
    look()
    const first = due.entries().take(Math.floor(portion))
    portion %= 1
    for (const [stream, topics] of first) {
      due.delete(stream)
      for (const topic of topics) stream.send(topic)
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
