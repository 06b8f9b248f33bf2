// A network can keep a connection and let nothing through.
const TIMEOUT_MS = 120_000

export class TooLate extends Error {}

/** Fetches a part of the app, and fails with `TooLate` where it has not come after two minutes. */
export const inTime = <Module>(load: () => Promise<Module>): Promise<Module> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new TooLate('a part of the app')), TIMEOUT_MS)
    void load()
      .then(resolve, reject)
      .finally(() => clearTimeout(timer))
  })
