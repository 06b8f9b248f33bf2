/** Whether people wait for the answer to what they do here, as opposed to screens that only ask what is new. */
export type Traffic = {
  begun(): void
  ended(): void
  readonly isBusy: boolean
}

// Somebody who is answered sends the next request soon, and so do those beside them.
const RECENT_MS = 100

/** One for a process: what can wait goes slowly while it is busy. */
export function makeTraffic(): Traffic {
  let underWay = 0
  let endedAt = -Infinity
  return {
    begun() {
      underWay += 1
    },
    ended() {
      underWay -= 1
      endedAt = performance.now()
    },
    get isBusy() {
      return underWay > 0 || performance.now() - endedAt < RECENT_MS
    },
  }
}
