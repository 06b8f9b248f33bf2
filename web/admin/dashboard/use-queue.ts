import { useLayoutEffect, useMemo, useReducer, useRef, useState } from 'react'
import type { Reservation } from '../../../contract/reservation.ts'
import { useSelection } from '../components/use-selection.ts'
import { searchQueue } from './queue-search.ts'
import { byWaitingTime, reservationsOf, type SplitQueue } from './queue.ts'
import { changeFocus, NO_FOCUS } from './queue-focus.ts'

export const ALL = 'all'

/** The queue as one looks at it: the date, the search, the order, what is chosen, and which row has the focus. */
export function useQueue({ coming, past }: SplitQueue, decided: { has: (id: number) => boolean }) {
  const [date, setDate] = useState(ALL)
  const [search, setSearch] = useState('')
  const [isPastOpen, setPastOpen] = useState(false)
  const [isByWaiting, setByWaiting] = useKeptOrder()
  // A reservation that comes into an empty queue must not be hidden by the date or search of before.
  if (coming.length === 0 && (date !== ALL || search !== '')) {
    setDate(ALL)
    setSearch('')
  }
  const found = useMemo(() => searchQueue(coming, search), [coming, search])
  const pastFound = useMemo(() => searchQueue(past, search), [past, search])
  const shown = useMemo(() => {
    const wanted = date === ALL ? found : found.filter((day) => day.date === date)
    return isByWaiting ? byWaitingTime(wanted) : wanted
  }, [found, date, isByWaiting])
  const inSight = reservationsOf(isPastOpen ? [...shown, ...pastFound] : shown)
  // The folded ones stand below, with their number.
  const seen = useMemo(
    () => new Set(reservationsOf([...shown, ...pastFound]).map(({ id }) => id)),
    [shown, pastFound],
  )
  const waiting = reservationsOf([...coming, ...past])
  const selection = useSelection(
    waiting.map(({ id }) => id),
    // A reservation that was decided may come back as a cancellation request, and nobody has chosen that.
    { forgetsGone: true },
  )
  // The rows that the keys lead to; one that was just decided stays where it is, and may come back.
  const open = inSight.filter(({ id }) => !decided.has(id))
  const { row, changeFocus, focusedRow } = useFocusedRow(open.map(({ id }) => id))
  return {
    date,
    setDate,
    search,
    setSearch,
    isByWaiting,
    setByWaiting,
    found,
    pastFound,
    isPastOpen,
    setPastOpen,
    shown,
    selection,
    changeFocus,
    focusedRow,
    chosen: waiting.filter(({ id }) => selection.has(id) && !decided.has(id)),
    /** The past ones that are found and not just decided. */
    pastOpen: reservationsOf(pastFound).filter(({ id }) => !decided.has(id)),
    isInSight: ({ id }: Reservation) => seen.has(id),
    focused: open.find(({ id }) => id === row),
  }
}

export type Queue = ReturnType<typeof useQueue>

/** Keeps which row has the focus, and moves the page's focus when a key has led to another. */
function useFocusedRow(ids: readonly number[]) {
  const [focus, change] = useReducer(changeFocus, NO_FOCUS)
  if (focus.ids.length !== ids.length || ids.some((id, i) => id !== focus.ids[i])) change({ ids })
  const focusedRow = useRef<HTMLButtonElement>(null)
  // Before the next picture: a key shows at once where it has led.
  useLayoutEffect(() => {
    if (!focus.isMoved) return
    focusedRow.current?.focus()
    focusedRow.current?.scrollIntoView({ block: 'nearest' })
  }, [focus])
  return { row: focus.row, changeFocus: change, focusedRow }
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
