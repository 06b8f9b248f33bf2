/** The results of reads, kept by name until they are dropped. A read that is under way at a drop is not kept. */
export type KeptReads<T> = {
  find(name: string): T | undefined
  /** Reads it now: once for all who ask meanwhile. */
  read(name: string, read: () => Promise<T>): Promise<T>
  drop(name: string): void
  /** Drops what `which` is true of, all unless it is given, and of what is being read all. */
  dropAll(which?: (found: T) => boolean): void
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

export function makeKeptReads<T>({ max, weigh = () => 1, usefulMs }: Limits<T>): KeptReads<T> {
  const kept = new Map<string, { found: T; weight: number }>()
  const reading = new Map<string, Promise<T>>()
  let weight = 0

  function remove(name: string) {
    weight -= kept.get(name)?.weight ?? 0
    kept.delete(name)
  }

  function keep(name: string, found: T) {
    const own = weigh(found)
    if (own === 0 || own > max) return
    remove(name)
    const entry = { found, weight: own }
    kept.set(name, entry)
    weight += own
    // Collected soon, it makes no room for garbage either.
    if (usefulMs !== undefined) setTimeout(() => kept.get(name) === entry && remove(name), usefulMs).unref()
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
      if (running) return running
      const started = read()
        .then((found) => {
          // After a drop there is none of this name, or another one: it began before the change.
          if (reading.get(name) === started) keep(name, found)
          return found
        })
        .finally(() => {
          if (reading.get(name) === started) reading.delete(name)
        })
      reading.set(name, started)
      return started
    },
    drop(name) {
      remove(name)
      reading.delete(name)
    },
    dropAll(which = () => true) {
      reading.clear()
      for (const [name, { found }] of kept) if (which(found)) remove(name)
    },
    get size() {
      return kept.size
    },
  }
}
