import { useMemo, useState } from 'react'
import { getDashboard, waitingOf } from '../../../contract/admin/dashboard.ts'
import { PAGE_SIZE } from '../../../contract/page.ts'
import { reservationFacts, type Reservation } from '../../../contract/reservation.ts'
import type { Instant } from '../../../domain/madrid-time.ts'
import { call } from '../../api/client.ts'
import { usePolled } from '../../api/reads/use-read.ts'
import { storeOnDevice } from '../../browser/session-storage.ts'
import { toQuery } from '../components/use-query-params.ts'
import { usePages } from '../components/use-pages.ts'
import { useSettled } from '../components/use-settled.ts'
import type { PastPart } from '../../../domain/queue-part.ts'
import { groupsOf, isFound, queueOf, splitPage, type Queued } from './queue.ts'

export const ALL = 'all'
const NONE: readonly Queued[] = []
const QUEUE_PAGE = 200

export function useQueueReads(now: Instant) {
  const [date, setDate] = useState(ALL)
  const [typed, setSearch] = useState('')
  const [isByWaiting, setByWaiting] = useKeptOrder()
  const asked = typed.trim()
  const settled = useSettled(asked)
  // Clearing the field takes effect at once.
  const search = (asked && settled) || undefined
  const wanted = toQuery({ part: 'coming', date, search, order: orderOf(isByWaiting) } as const)
  const pages = usePages(JSON.stringify(wanted), QUEUE_PAGE)
  const page = usePolled(getDashboard, { query: { ...wanted, ...pages.query } }, { keepPrevious: true })
  const split = useMemo(() => page.data && splitPage(queueOf(page.data), now), [page.data, now])
  const past = usePast('past', search, typed, split?.ended.past)
  const pastCancellations = usePast('past_cancellations', search, typed, split?.ended.past_cancellations)
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
    isWanted,
    /** Collapsed below the queue. */
    pasts: [past, pastCancellations] as const,
    isSearching: page.isPlaceholderData || (asked !== '' && settled !== asked),
    pager: pages.pagerOf(page.data?.count),
    date,
    setDate,
    search: typed,
    setSearch,
    isByWaiting,
    setByWaiting,
    /** Everything found, not only this page. */
    loadAll: () => loadPages(wanted),
  }
}

export type QueueReads = ReturnType<typeof useQueueReads>

/** `ended` have ended since the queue was read. */
function usePast(part: PastPart, search: string | undefined, typed: string, ended = NONE) {
  const [isOpen, setOpen] = useState(false)
  const wanted = toQuery({ part, search } as const)
  const pages = usePages(JSON.stringify(wanted), QUEUE_PAGE)
  const { data } = usePolled(
    getDashboard,
    { query: { ...wanted, ...pages.query } },
    { enabled: isOpen, keepPrevious: true },
  )
  const rows = useMemo(
    () => (isOpen ? allFound(data ? queueOf(data).results : NONE, ended, typed) : NONE),
    [isOpen, data, ended, typed],
  )
  return {
    part,
    isOpen,
    setOpen,
    rows,
    groups: useMemo(() => groupsOf(rows, false), [rows]),
    pager: pages.pagerOf(data?.count),
    load: async () => allFound(await loadPages(wanted), ended, typed),
  }
}

function allFound(read: readonly Queued[], ended: readonly Queued[], search: string) {
  const known = new Set(read.map(({ reservation }) => reservation.id))
  const all = [...read, ...ended.filter(({ reservation }) => !known.has(reservation.id))]
  return all.filter(({ reservation }) => isFound(reservation, search))
}

export type Past = ReturnType<typeof usePast>

const ALL_AT_ONCE = { page: '1', page_size: String(PAGE_SIZE.max) }

/** Loaded while something off the page is chosen. Undefined if it exceeds one page. */
export function useWaitingIds(enabled: boolean) {
  const { data, dataUpdatedAt } = usePolled(getDashboard, { query: ALL_AT_ONCE }, { enabled })
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

function useKeptOrder() {
  const [isByWaiting, setByWaiting] = useState(() => localStorage.getItem(KEPT) === 'waiting')
  const change = (wanted: boolean) => {
    setByWaiting(wanted)
    storeOnDevice(KEPT, orderOf(wanted))
  }
  return [isByWaiting, change] as const
}
