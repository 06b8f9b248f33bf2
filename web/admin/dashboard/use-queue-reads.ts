import { useMemo, useState } from 'react'
import { getDashboard, waitingOf } from '../../../contract/admin/dashboard.ts'
import { PAGE_SIZE } from '../../../contract/page.ts'
import { reservationFacts, type Reservation } from '../../../contract/reservation.ts'
import type { Instant } from '../../../domain/madrid-time.ts'
import { call } from '../../api/client.ts'
import { POLL_MS, useRead } from '../../api/reads/use-read.ts'
import { toQuery } from '../components/to-query.ts'
import { usePages } from '../components/use-pages.ts'
import { useSettled } from '../components/use-settled.ts'
import { isFound, queueOf, splitPage, type Queued } from './queue.ts'

export const ALL = 'all'
const NONE: readonly Queued[] = []
const QUEUE_PAGE = 200

export function useQueueReads(now: Instant) {
  const [date, setDate] = useState(ALL)
  const [typed, setSearch] = useState('')
  const [isPastOpen, setPastOpen] = useState(false)
  const [isByWaiting, setByWaiting] = useKeptOrder()
  const settled = useSettled(typed.trim())
  // Clearing the field takes effect at once.
  const search = typed.trim() === '' ? undefined : settled || undefined
  const wanted = toQuery({ part: 'coming', date, search, order: orderOf(isByWaiting) } as const)
  const pages = usePages(JSON.stringify(wanted), QUEUE_PAGE)
  const page = useRead(
    getDashboard,
    { query: { ...wanted, ...pages.query } },
    { poll: POLL_MS, keepPrevious: true },
  )
  const ofPast = { part: 'past', search } as const
  const pastPages = usePages(JSON.stringify(ofPast), QUEUE_PAGE)
  const past = useRead(
    getDashboard,
    { query: { ...ofPast, ...pastPages.query } },
    { poll: POLL_MS, enabled: isPastOpen, keepPrevious: true },
  )
  const split = useMemo(() => page.data && splitPage(queueOf(page.data), now), [page.data, now])
  const pastPage = useMemo(() => past.data && queueOf(past.data), [past.data])
  // An old filter must not hide a request that arrives in an empty queue.
  if (split?.page.coming === 0 && (date !== ALL || typed !== '')) {
    setDate(ALL)
    setSearch('')
  }
  // Previous rows that match are shown at once; the answer brings the rest.
  const isWanted = (each: Reservation) =>
    (date === ALL || reservationFacts(each).date === date) && isFound(each, typed)
  return {
    page: { ...page, data: split?.page },
    pastPage,
    isWanted,
    /** Ended since the page was read. */
    ended: split?.ended ?? NONE,
    isSearching: page.isPlaceholderData || (typed.trim() !== '' && settled !== typed.trim()),
    pager: pages.pagerOf(page.data?.count),
    pastPager: pastPages.pagerOf(past.data?.count),
    date,
    setDate,
    search: typed,
    setSearch,
    isByWaiting,
    setByWaiting,
    isPastOpen,
    setPastOpen,
    /** Everything found, not only this page. */
    loadAll: () => loadPages(wanted),
    loadPast: async () => {
      const found = await loadPages(ofPast)
      return [...found, ...(split?.ended ?? []).filter(({ reservation }) => isFound(reservation, typed))]
    },
  }
}

export type QueueReads = ReturnType<typeof useQueueReads>

const ALL_AT_ONCE = { page: '1', page_size: String(PAGE_SIZE.max) }

/** Loaded while something off the page is chosen. Undefined if it exceeds one page. */
export function useWaitingIds(enabled: boolean) {
  const { data, dataUpdatedAt } = useRead(getDashboard, { query: ALL_AT_ONCE }, { poll: POLL_MS, enabled })
  const waiting = useMemo(() => data && new Set(waitingOf(data).map(({ id }) => id)), [data])
  return { ids: waiting?.size === data?.count ? waiting : undefined, readAt: dataUpdatedAt }
}

const orderOf = (isByWaiting: boolean) => (isByWaiting ? ('waiting' as const) : ('start' as const))

type Wanted = NonNullable<Parameters<typeof call<typeof getDashboard>>[1]['query']>

async function loadPages(wanted: Wanted): Promise<Queued[]> {
  const all: Queued[] = []
  for (let page = 1; ; page += 1) {
    const query = { ...wanted, ...ALL_AT_ONCE, page: String(page) }
    const { results, found } = queueOf(await call(getDashboard, { query }))
    all.push(...results)
    if (page * PAGE_SIZE.max >= found) return all
  }
}

const KEPT = 'queue-order'
const WAITING = 'waiting'

function useKeptOrder() {
  const [isByWaiting, setByWaiting] = useState(() => localStorage.getItem(KEPT) === WAITING)
  const change = (wanted: boolean) => {
    setByWaiting(wanted)
    localStorage.setItem(KEPT, wanted ? WAITING : 'time')
  }
  return [isByWaiting, change] as const
}
