const TICK_MS = 50
// A pause of the garbage collector is over with the next tick, and few have come meanwhile; overload is not.
const TICKS = 5
const MANY = 200

/** Watches by how much this process is late. */
export type EventLoopLag = {
  /** In milliseconds; asked once for each request that comes. */
  lateBy(): number
  /** Which part of the last moments it was at work, from 0 to 1. */
  busyShare(): number
  stop(): void
}

/**
 * Late is the least of the last ticks, so that one hiccup does not count. Under thousands of connections Node reads tens of
 * thousands of requests before it looks at a timer again: then it is late by as much as the next tick is overdue.
 */
export function watchEventLoop(): EventLoopLag {
  const late = Array.from({ length: TICKS }, () => 0)
  let due = performance.now() + TICK_MS
  let leastLate = 0
  let askedSinceTick = 0
  const shares = [0, 0]
  let seen = performance.eventLoopUtilization()
  const timer = setInterval(() => {
    const now = performance.now()
    late.shift()
    late.push(Math.max(0, now - due))
    leastLate = Math.min(...late)
    due = now + TICK_MS
    askedSinceTick = 0
    shares.shift()
    shares.push(performance.eventLoopUtilization(seen).utilization)
    seen = performance.eventLoopUtilization()
  }, TICK_MS)
  timer.unref()
  return {
    lateBy() {
      askedSinceTick += 1
      return askedSinceTick > MANY ? Math.max(leastLate, performance.now() - due) : leastLate
    },
    busyShare: () => (shares[0]! + shares[1]!) / 2,
    stop: () => clearInterval(timer),
  }
}
