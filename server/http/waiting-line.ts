/** Work that waits for its turn; `giveUp` is called instead where that has not come by `until`. */
type Work = { begin: () => void; giveUp: () => void; until: number }

/** Work that begins in turn: what ranks first, and of one rank what came first, so much of each rank at once. */
export type WaitingLine = {
  add(rank: number, work: Work): void
  /** Work of that rank is over. */
  done(rank: number): void
  /** A new connection was taken: others probably wait behind it, for one is taken in each turn of the event loop. */
  arrived(): void
  waiting(rank: number): number
}

// A turn of the event loop takes one new connection. Were requests begun as they are read, thousands of connections that
// ask all the time would keep new ones waiting for a quarter of a minute. While new ones come, a turn begins one request.
const TURN_MS = 2
const GIVE_UP_EVERY_MS = 100

/** `atOnce` says how much of each rank may be under way, the first rank first. */
export function makeWaitingLine(atOnce: readonly number[]): WaitingLine {
  const ranks = atOnce.map((most) => ({ most, underWay: 0, line: [] as Work[] }))
  const ready = () => ranks.find(({ line, underWay, most }) => line.length > 0 && underWay < most)
  let isRunning = false
  let givingUp: NodeJS.Timeout | undefined
  let hasArrived = false

  function takeTurn() {
    const end = hasArrived ? -Infinity : performance.now() + TURN_MS
    hasArrived = false
    for (let rank = ready(); rank; rank = ready()) {
      rank.underWay += 1
      rank.line.shift()!.begin()
      if (performance.now() >= end) {
        setImmediate(takeTurn)
        return
      }
    }
    isRunning = false
  }

  function run() {
    if (isRunning || !ready()) return
    isRunning = true
    setImmediate(takeTurn)
  }

  function giveUpLate() {
    givingUp = undefined
    const now = performance.now()
    for (const { line } of ranks) while (line[0] && line[0].until < now) line.shift()!.giveUp()
    watchLate()
  }

  function watchLate() {
    if (ranks.some(({ line }) => line.length > 0)) givingUp ??= setTimeout(giveUpLate, GIVE_UP_EVERY_MS)
  }

  return {
    add(rank, work) {
      ranks[rank]!.line.push(work)
      run()
      watchLate()
    },
    done(rank) {
      ranks[rank]!.underWay -= 1
      run()
    },
    arrived() {
      hasArrived = true
    },
    waiting: (rank) => ranks[rank]!.line.length,
  }
}
