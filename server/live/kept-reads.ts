/**
 * The results of reads, kept by name until they are dropped. A read that is under way at a drop is not kept, unless it has
 * said as what it begins, and that stays.
 */
export type KeptReads<T extends Begun, Begun = T> = {
  find(name: string): T | undefined
  /** Reads it now: once for all who ask meanwhile. `read` may say early what a drop will ask of the result. */
  read(name: string, read: (begins: (as: Begun) => void) => Promise<T>): Promise<T>
  drop(name: string): void
  /** Drops what `which` is true of, all unless it is given; of what is being read also what has not said anything yet. */
  dropAll(which?: (found: Begun) => boolean): void
  readonly size: number
}

type Limits<T> = {
  /** How much is kept at most: that which was asked for longest ago makes place. */
  max: number
  /** How much of it this is, nothing for what is not worth keeping: 1 unless it is given. */
  weigh?: (found: T) => number
  /** How long it is of use, in milliseconds: for ever unless it is given. */
  usefulMs?: number
}

export function makeKeptReads<T extends Begun, Begun = T>({
  max,
  weigh = () => 1,
  usefulMs,
}: Limits<T>): KeptReads<T, Begun> {
  const kept = new Map<string, { found: T; weight: number; end?: NodeJS.Timeout | undefined }>()
  const reading = new Map<string, { result: Promise<T>; as?: Begun }>()
  let weight = 0

  function remove(name: string) {
    const entry = kept.get(name)
    if (!entry) return
    weight -= entry.weight
    // Its timer would keep it in memory all the same.
    clearTimeout(entry.end)
    kept.delete(name)
  }

  function keep(name: string, found: T) {
    const own = weigh(found)
    if (own === 0 || own > max) return
    remove(name)
    // Collected soon, it makes no room for garbage either.
    const end = usefulMs === undefined ? undefined : setTimeout(remove, usefulMs, name).unref()
    kept.set(name, { found, weight: own, end })
    weight += own
    for (const oldest of kept.keys()) {
      if (weight <= max) return
      remove(oldest)
    }
  }

  return {
    find(name) {
      const entry = kept.get(name)
      if (!entry) return undefined
      kept.delete(name)
      kept.set(name, entry)
      return entry.found
    },
    read(name, read) {
      const running = reading.get(name)
      if (running) return running.result
      const said: { as?: Begun } = {}
      const result = read((as) => void (said.as = as))
        .then((found) => {
          // After a drop there is none of this name, or another one: it began before the change.
          if (reading.get(name) === started) keep(name, found)
          return found
        })
        .finally(() => {
          if (reading.get(name) === started) reading.delete(name)
        })
      const started = Object.assign(said, { result })
      reading.set(name, started)
      return result
    },
    drop(name) {
      remove(name)
      reading.delete(name)
    },
    dropAll(which = () => true) {
      for (const [name, { as }] of reading) if (as === undefined || which(as)) reading.delete(name)
      for (const [name, { found }] of kept) if (which(found)) remove(name)
    },
    get size() {
      return kept.size
    },
  }
}
