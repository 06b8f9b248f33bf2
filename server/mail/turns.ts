/** The turns of all mails of a process, one after the other. */
export type Turns = {
  /** Comes back when the next mail may be written and sent. */
  next(): Promise<void>
}

// A mail takes some milliseconds of the thread that answers everybody. Four hundred decisions are told in ten seconds.
const PAUSE_MS = 25

/** Without a pause as long as nobody waits for the process; while it `isBusy`, so many mails a second and no fewer. */
export function makeTurns(isBusy: () => boolean): Turns {
  let freeAt = -Infinity
  return {
    async next() {
      await new Promise((resolve) => void setImmediate(resolve))
      if (!isBusy()) return
      const now = performance.now()
      const turnAt = Math.max(now, freeAt)
      freeAt = turnAt + PAUSE_MS
      if (turnAt > now) await new Promise((resolve) => void setTimeout(resolve, turnAt - now))
    },
  }
}
