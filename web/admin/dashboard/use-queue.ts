import { useLayoutEffect, useMemo, useReducer, useRef, useState } from 'react'
import type { Reservation } from '../../../contract/reservation.ts'
import { useSelection } from '../components/use-selection.ts'
import { searchQueue } from './queue-search.ts'
import { reservationsOf, type QueueDay } from './queue.ts'
import { changeFocus, NO_FOCUS } from './queue-focus.ts'

export const ALL = 'all'

/** The queue as one looks at it: the date, the search, what is chosen, and which row has the focus. */
export function useQueue(days: readonly QueueDay[], decided: { has: (id: number) => boolean }) {
  const [date, setDate] = useState(ALL)
  const [search, setSearch] = useState('')
  // A reservation that comes into an empty queue must not be hidden by the date or search of before.
  if (days.length === 0 && (date !== ALL || search !== '')) {
    setDate(ALL)
    setSearch('')
  }
  const found = useMemo(() => searchQueue(days, search), [days, search])
  const shown = date === ALL ? found : found.filter((day) => day.date === date)
  const inSight = reservationsOf(shown)
  const waiting = reservationsOf(days)
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
    found,
    shown,
    selection,
    changeFocus,
    focusedRow,
    chosen: waiting.filter(({ id }) => selection.has(id) && !decided.has(id)),
    isInSight: ({ id }: Reservation) => inSight.some((each) => each.id === id),
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
