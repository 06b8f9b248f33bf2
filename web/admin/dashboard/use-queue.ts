import { useCallback, useEffect, useLayoutEffect, useMemo, useReducer, useRef, useState } from 'react'
import { reservationFacts, type Reservation } from '../../../contract/reservation.ts'
import type { Instant } from '../../../domain/madrid-time.ts'
import { queuePartOf, type QueuePart } from '../../../domain/queue-part.ts'
import { useSelection } from '../components/use-selection.ts'
import type { Deciding } from '../reservation-dialog/decide.ts'
import { groupsOf, reservationsOf, type Queued } from './queue.ts'
import { changeFocus, NO_FOCUS } from './queue-focus.ts'
import { useWaitingIds, type QueueReads } from './use-queue-reads.ts'

const NOTHING: readonly Queued[] = []

export function useQueue(reads: QueueReads, decided: { has: (id: number) => boolean }) {
  const page = reads.page.data?.results ?? NOTHING
  const { isByWaiting, date, search } = reads
  const [past, cancellations] = reads.pasts
  const shown = useMemo(
    () =>
      groupsOf(
        page.filter(({ reservation }) => reads.isWanted(reservation)),
        isByWaiting,
      ),
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `isWanted` is new in each render, made from these.
    [page, isByWaiting, date, search],
  )
  const inSight = useMemo(
    () => reservationsOf([...shown, ...past.groups, ...cancellations.groups]),
    [shown, past.groups, cancellations.groups],
  )
  const seen = useMemo(() => new Set(inSight.map(({ id }) => id)), [inSight])
  const { known, remember, selection } = useChoice(
    [page, past.rows, cancellations.rows],
    reads.page.dataUpdatedAt,
    inSight,
    decided,
  )
  // Keys skip decided rows. These stay in place and may come back.
  const open = inSight.filter(({ id }) => !decided.has(id))
  const { row, changeFocus, focusedRow } = useFocusedRow(open.map(({ id }) => id))
  return {
    shown,
    known,
    remember,
    selection,
    /** The same in each render. */
    press: useLatest(selection.press),
    changeFocus,
    focusedRow,
    chosen: selection.chosen
      .flatMap((id) => known.get(id)?.reservation ?? [])
      .filter(({ id }) => !decided.has(id)),
    isInSight: ({ id }: Reservation) => seen.has(id),
    focused: open.find(({ id }) => id === row),
  }
}

/** A stable function that always calls the latest `act`. */
function useLatest<Args extends unknown[]>(act: (...args: Args) => void) {
  const latest = useRef(act)
  useEffect(() => {
    latest.current = act
  })
  return useCallback((...args: Args) => latest.current(...args), [])
}

export type Queue = ReturnType<typeof useQueue>

/** `seenAt`: time of the last page that had it. */
type Known = ReadonlyMap<number, Queued & { seenAt: number }>

const statusIn = (known: Known, id: number) => known.get(id)?.reservation.status

const byId = (of: readonly Queued[], seenAt: number) =>
  of.map((each) => [each.reservation.id, { ...each, seenAt }] as const)

/**
 * Choices survive other pages, dates and searches. A decided reservation that returns as a cancellation request is
 * not chosen.
 */
function useChoice(
  pages: readonly (readonly Queued[])[],
  seenAt: number,
  inSight: readonly Reservation[],
  decided: { has: (id: number) => boolean },
) {
  const [before, setBefore] = useState<{ pages: typeof pages; known: Known }>({
    pages: [],
    known: new Map(),
  })
  const isNew = pages.some((page, i) => page !== before.pages[i])
  const known = useMemo(
    () => (isNew ? new Map([...before.known, ...pages.flatMap((page) => byId(page, seenAt))]) : before.known),
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- The list of pages is new in each render.
    [before, isNew, seenAt, ...pages],
  )
  const ids = inSight.map(({ id }) => id)
  const [isAway, setAway] = useState(false)
  const waiting = useWaitingIds(isAway)
  const isGone = (id: number) => waiting.ids?.has(id) === false && waiting.readAt > known.get(id)!.seenAt
  const away = [...known.keys()].filter((id) => !ids.includes(id) && !isGone(id))
  // Decided and asked to be cancelled between two reads: another question than the chosen one.
  const isAnother = (id: number) => statusIn(before.known, id) !== statusIn(known, id)
  const selection = useSelection(
    [...ids, ...away].filter((id) => !before.known.has(id) || !isAnother(id)),
    { forgetsGone: true },
  )
  if (isNew) {
    const isKept = (id: number) => ids.includes(id) || selection.has(id) || decided.has(id)
    setBefore({ pages, known: new Map([...known].filter(([id]) => isKept(id))) })
  }
  const hasAway = away.some((id) => selection.has(id))
  if (hasAway !== isAway) setAway(hasAway)
  const remember = (queued: readonly Queued[]) =>
    setBefore((now) => ({ ...now, known: new Map([...now.known, ...byId(queued, seenAt)]) }))
  return { known, remember, selection }
}

function useFocusedRow(ids: readonly number[]) {
  const [focus, change] = useReducer(changeFocus, NO_FOCUS)
  if (focus.ids.length !== ids.length || ids.some((id, i) => id !== focus.ids[i])) change({ ids })
  const focusedRow = useRef<HTMLButtonElement>(null)
  const followed = useRef(0)
  // Layout effect: the focus must follow before the next paint.
  useLayoutEffect(() => {
    if (followed.current === focus.moves) return
    followed.current = focus.moves
    focusedRow.current?.focus()
    focusedRow.current?.scrollIntoView({ block: 'nearest' })
  }, [focus])
  return { row: focus.row, changeFocus: change, focusedRow }
}

/** Reservations being decided, to subtract from the counts. */
export function useBusy(known: ReadonlyMap<number, Queued>, decided: Deciding['doing'], now: Instant) {
  return useMemo(() => {
    const facts = [...decided].flatMap((id) => {
      const queued = known.get(id)
      return queued ? [reservationFacts(queued.reservation)] : []
    })
    return (part: QueuePart, date?: string) =>
      facts.filter((each) => queuePartOf(each, now) === part && (date === undefined || each.date === date))
        .length
  }, [known, decided, now])
}
