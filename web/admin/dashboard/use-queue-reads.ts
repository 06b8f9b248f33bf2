import { useMemo, useState } from 'react'
import { listQueue, listWaitingIds, type Queued } from '../../../contract/admin/queue.ts'
import { reservationFacts, type Reservation } from '../../../contract/reservation.ts'
import type { Instant } from '../../../domain/madrid-time.ts'
import { call } from '../../api/client.ts'
import { POLL_MS, useRead } from '../../api/reads/use-read.ts'
import { useCursor } from '../components/use-cursor.ts'
import { useSettled } from '../components/use-settled.ts'
import { isFound } from './queue-search.ts'
import { splitPage } from './queue.ts'

export const ALL = 'all'
const NONE: readonly Queued[] = []

/** The part of the queue that one looks at, as the service has it page by page. */
export function useQueueReads(now: Instant) {
  const [date, setDate] = useState(ALL)
  const [typed, setSearch] = useState('')
  const [isPastOpen, setPastOpen] = useState(false)
  const [isByWaiting, setByWaiting] = useKeptOrder()
  const settled = useSettled(typed.trim())
  // A cleared field needs no pause.
  const search = typed.trim() === '' ? undefined : settled || undefined
  const wanted = { date: date === ALL ? undefined : date, search, order: orderOf(isByWaiting) }
  const cursor = useCursor(JSON.stringify(wanted))
  const page = useRead(
    listQueue,
    { query: { ...wanted, after: cursor.after } },
    { poll: POLL_MS, keepPrevious: true },
  )
  const ofPast = { part: 'past', search } as const
  const pastCursor = useCursor(JSON.stringify(ofPast))
  const past = useRead(
    listQueue,
    { query: { ...ofPast, after: pastCursor.after } },
    { poll: POLL_MS, enabled: isPastOpen, keepPrevious: true },
  )
  const split = useMemo(() => page.data && splitPage(page.data, now), [page.data, now])
  // A page whose last was decided leads back to those that are left.
  if (page.data?.results.length === 0 && !page.isPlaceholderData) cursor.toPrevious()
  if (past.data?.results.length === 0 && !past.isPlaceholderData) pastCursor.toPrevious()
  // A reservation that comes into an empty queue must not be hidden by the date or search of before.
  if (page.data?.count === 0 && (date !== ALL || typed !== '')) {
    setDate(ALL)
    setSearch('')
  }
  // Rows of the page before that are wanted too show at once, by the same rules; the rest comes with the answer.
  const isWanted = (each: Reservation) =>
    (date === ALL || reservationFacts(each).date === date) && isFound(each, typed)
  return {
    page: { ...page, data: split?.page },
    past,
    isWanted,
    /** The requests of the page that have come to their end since it was read. */
    ended: split?.ended ?? NONE,
    isSearching: page.isPlaceholderData || (typed.trim() !== '' && settled !== typed.trim()),
    cursor,
    pastCursor,
    date,
    setDate,
    search: typed,
    setSearch,
    isByWaiting,
    setByWaiting,
    isPastOpen,
    setPastOpen,
    /** All that is found, and not only the page. */
    loadAll: () => loadPages(wanted),
    loadPast: async () => {
      const found = await loadPages(ofPast)
      return [...found, ...(split?.ended ?? []).filter(({ reservation }) => isFound(reservation, typed))]
    },
  }
}

export type QueueReads = ReturnType<typeof useQueueReads>

/** The numbers of all that waits, asked for while something is chosen that is not on the page. */
export const useWaitingIds = (enabled: boolean) => useRead(listWaitingIds, {}, { poll: POLL_MS, enabled })

const orderOf = (isByWaiting: boolean) => (isByWaiting ? ('waiting' as const) : ('time' as const))

type Wanted = Omit<NonNullable<Parameters<typeof call<typeof listQueue>>[1]['query']>, 'after'>

/** Reservations that are decided together come page by page, too. */
async function loadPages(wanted: Wanted): Promise<Queued[]> {
  const found: Queued[] = []
  let after: string | undefined
  do {
    const { results, next } = await call(listQueue, { query: { ...wanted, after } })
    found.push(...results)
    after = next ?? undefined
  } while (after !== undefined)
  return found
}

const KEPT = 'queue-order'
const WAITING = 'waiting'

/** Whether what has waited longest stands first; kept for the next visit on this machine. */
function useKeptOrder() {
  const [isByWaiting, setByWaiting] = useState(() => localStorage.getItem(KEPT) === WAITING)
  const change = (wanted: boolean) => {
    setByWaiting(wanted)
    localStorage.setItem(KEPT, wanted ? WAITING : 'time')
  }
  return [isByWaiting, change] as const
}
