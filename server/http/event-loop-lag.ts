const TICK_MS = 50
// One tick may be a garbage collection; several in a row are overload.
const TICKS = 5
const MANY = 200

/**
 * The smallest lag of the last ticks. Node may read thousands of requests before a timer: then how overdue
 * the next tick is.
 */
export function watchEventLoop() {
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
    /** In milliseconds; call it once for each request. */
    lateBy() {
      askedSinceTick += 1
      return askedSinceTick > MANY ? Math.max(leastLate, performance.now() - due) : leastLate
    },
    stop: () => clearInterval(timer),
  }
}
