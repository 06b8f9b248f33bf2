/** The turns of a process's mails of one kind, one after the other. */
export type Turns = {
  /** Comes back when the next mail may be written and sent. */
  next(): Promise<void>
}

/** Without a pause as long as nobody waits for the process; while it `isBusy`, one in so many milliseconds and no fewer. */
export function makeTurns(isBusy: () => boolean, pauseMs: number): Turns {
  let freeAt = -Infinity
  return {
    async next() {
      await new Promise((resolve) => void setImmediate(resolve))
      if (!isBusy()) return
      const now = performance.now()
      const turnAt = Math.max(now, freeAt)
      freeAt = turnAt + pauseMs
      if (turnAt > now) await new Promise((resolve) => void setTimeout(resolve, turnAt - now))
    },
  }
}
