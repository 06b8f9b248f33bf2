import { readTopic } from './topics.ts'

/** More than any screen watches. */
const MAX_TOPICS = 8

/** Topics, each with what the browser shows of it: the hash of the answer behind it, nothing where it cannot tell. */
export type Watched = ReadonlyMap<string, string>

const SHOWN = /^[\w-]{0,100}$/

/** The topics of `?watch=a,b~hash`, or null when one of them is none or they are too many. */
export function readWatched(watch: unknown): Watched | null {
  if (typeof watch !== 'string') return null
  const watched = new Map<string, string>()
  for (const item of watch.split(',')) {
    const [topic, shown] = item.split(/~(.*)/s)
    if (!readTopic(topic!) || !SHOWN.test(shown ?? '')) return null
    watched.set(topic!, shown ?? '')
  }
  return watched.size <= MAX_TOPICS ? watched : null
}

/** `?watch=` as `readWatched` understands it, in an order that does not hang on that of the topics. */
export const writeWatched = (watched: Watched): string =>
  [...watched]
    .map(([topic, shown]) => (shown ? `${topic}~${shown}` : topic))
    .toSorted()
    .join()
