import { isTopic } from './topics.ts'

/** Exceeds any screen's needs. */
const MAX_TOPICS = 8

/** Hash of the displayed answer per topic; empty if unknown. */
export type Watched = ReadonlyMap<string, string>

const SHOWN = /^[\w-]{0,100}$/

/** Parses `?watch=a,b~hash`; null if invalid. */
export function readWatched(watch: unknown): Watched | null {
  if (typeof watch !== 'string') return null
  const watched = new Map<string, string>()
  for (const item of watch.split(',')) {
    const [topic, shown] = item.split(/~(.*)/s)
    if (!isTopic(topic!) || !SHOWN.test(shown ?? '')) return null
    watched.set(topic!, shown ?? '')
  }
  return watched.size <= MAX_TOPICS ? watched : null
}

/** Sorted, so that equal sets share an address. */
export const writeWatched = (watched: Watched): string =>
  [...watched]
    .map(([topic, shown]) => (shown ? `${topic}~${shown}` : topic))
    .sort()
    .join()
