const TICK_MS = 10_000
const TICKS = 12

export class TooLate extends Error {}

/** Fetches a part of the app, and fails with `TooLate` where it has not come after two minutes. */
export const inTime = <Module>(load: () => Promise<Module>): Promise<Module> =>
  new Promise((resolve, reject) => {
    // Counted in ticks: the time that a device sleeps is one of them, and the network is back soon after.
    let ticks = 0
    const timer = setInterval(() => {
      if (++ticks === TICKS) reject(new TooLate('a part of the app'))
    }, TICK_MS)
    void load()
      .then(resolve, reject)
      .finally(() => clearInterval(timer))
  })
