import { useMemo } from 'react'
import { listMyWaitlist, type WaitlistEntry } from '../../../../contract/waitlist.ts'
import { useChangesOf } from '../../../api/reads/use-changes.ts'
import { POLL_MS, useRead } from '../../../api/reads/use-read.ts'

const NONE: readonly WaitlistEntry[] = []

/** The member's own places in waiting lines. While they are not known it is as if there were no lines. */
export function useWaitlist() {
  const read = useRead(listMyWaitlist, {}, { poll: POLL_MS })
  useChangesOf('waits', read)
  const { max_entries = 0, entries = NONE } = read.data ?? {}
  const isKnown = read.data !== undefined || read.isError || read.isRetrying
  return useMemo(() => {
    const waiting = entries.filter(({ state }) => state === 'waiting')
    // The last one that is set is that of the shortest line.
    const longest = waiting.toSorted((a, b) => (b.place ?? 0) - (a.place ?? 0))
    return {
      waiting,
      /** It is known, or could not be got: nobody need wait for it. */
      isKnown,
      /** How many may wait at once. */
      max: max_entries,
      /** One may wait at all. */
      isOpen: max_entries > 0,
      isFull: waiting.length >= max_entries,
      /** The place in line, by slot. */
      places: new Map(longest.flatMap(({ slot_ids, place }) => slot_ids.map((id) => [id, place ?? 1]))),
    }
  }, [max_entries, entries, isKnown])
}
