const TICK_MS = 50
// A pause of the garbage collector delays one tick; overload delays several in a row.
const TICKS = 5
const MANY = 200

/** Measures by how much timers of this process are late. */
export type EventLoopLag = {
  /** In milliseconds; called once for each request. */
  lateBy(): number
  stop(): void
}

/**
 * Answers the smallest delay of the last ticks. Under thousands of connections Node reads tens of thousands of requests
 * before it runs a timer: then the answer is by how much the next tick is overdue.
 */
export function watchEventLoop(): EventLoopLag {
  const late = Array.from({ length: TICKS }, () => 0)
  let due = performance.now() + TICK_MS
  let leastLate = 0
  let askedSinceTick = 0
  const timer = setInterval(() => {
    const now = performance.now()
    late.shift()
    late.push(Math.max(0, now - due))
    leastLate = Math.min(...late)
    due = now + TICK_MS
    askedSinceTick = 0
  }, TICK_MS)
  timer.unref()
  return {
    lateBy() {
      askedSinceTick += 1
      return askedSinceTick > MANY ? Math.max(leastLate, performance.now() - due) : leastLate
    },
    stop: () => clearInterval(timer),
  }
}
