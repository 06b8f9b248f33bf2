const REFRESH_MS = 15_000
const FORGET_MS = 60_000

/** Numbers by label, as they were read some seconds ago. */
export type KeptFigures = {
  /** Undefined while there are none that are worth saying. Begins to read newer ones when these are old, and never waits. */
  current(): Readonly<Record<string, number>> | undefined
  age_seconds(): number
}

/**
 * Figures that cost something to read, such as counts of the database. They are read only while somebody asks for them,
 * beside the asking: a database that hangs holds up nobody, and what it said a minute ago is not said any more.
 */
export function keepFigures(
  read: () => Promise<Record<string, number>>,
  now: () => number = () => performance.now(),
): KeptFigures {
  let figures: Record<string, number> = {}
  let readAt = -Infinity
  let askedAt = -Infinity
  let isReading = false

  async function refresh() {
    isReading = true
    askedAt = now()
    try {
      figures = await read()
      readAt = askedAt
    } catch {
      // While the database is away the other figures are what one wants to see.
    } finally {
      isReading = false
    }
  }

  return {
    current() {
      // There was nothing to be told: the next asking may find the first.
      const isFresh = now() - askedAt < REFRESH_MS && Object.keys(figures).length > 0
      if (!isReading && !isFresh) void refresh()
      return now() - readAt > FORGET_MS ? undefined : figures
    },
    age_seconds: () => (now() - readAt) / 1000,
  }
}
