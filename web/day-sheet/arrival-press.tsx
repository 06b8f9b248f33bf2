import { useEffect, useState } from 'react'
import type { SheetEntry } from '../../contract/day-sheet.ts'
import { markArrivalByLink, undoArrivalByLink } from '../../contract/day-sheet-arrivals.ts'
import { checkArrival, expectedOf } from '../../domain/arrival.ts'
import { MINUTE, isoInMadrid } from '../../domain/madrid-time.ts'
import type { ReservationKind } from '../../domain/reservation.ts'
import { ApiError } from '../api/client.ts'
import { callWithRetry } from '../api/writes/retrying-call.ts'
import { now as serviceNow, useNow } from '../browser/clock.ts'
import { ArrivedBadge } from '../components/reservation/status-badge.tsx'
import { Button } from '../ui/controls.tsx'
import { troubleOf } from './trouble.ts'
import './arrival-press.css'

type Props = { token: string; entry: SheetEntry; kind: ReservationKind; onMarked: () => void }

const UNDO_MS = 10_000

export default function ArrivalPress({ token, entry, kind, onMarked }: Props) {
  const now = useNow(MINUTE)
  const { state, mark, undo } = usePress(token, entry, onMarked)
  const arrived_at = state.arrived_at ?? entry.arrived_at
  const mayMark = checkArrival(expectedOf({ ...entry, type: kind, arrived_at }), now) === null
  return (
    <span className="arrival-press">
      {arrived_at !== null && <ArrivedBadge at={arrived_at} />}
      <span className="screen-only">
        {mayMark && (
          <Button
            size="small"
            kind="primary"
            pending={state.isBusy}
            pendingLabel={state.isRetrying ? '다시 보내는 중' : '보내는 중'}
            aria-label={`${entry.start_time} ${entry.name} 도착 확인`}
            onClick={mark}
          >
            도착 확인
          </Button>
        )}
        {state.arrived_at && (
          <Button
            size="small"
            pending={state.isBusy}
            aria-label={`${entry.name} 도착 확인 되돌리기`}
            onClick={undo}
          >
            되돌리기
          </Button>
        )}
      </span>
      <span className="arrival-press__trouble small" role="status">
        {state.trouble}
      </span>
    </span>
  )
}

type Press = {
  isBusy: boolean
  isRetrying: boolean
  trouble: string | null
  /** Marked here and not yet too old to undo. */
  arrived_at: string | null
}
const AT_REST: Press = { isBusy: false, isRetrying: false, trouble: null, arrived_at: null }

function usePress(token: string, { id }: SheetEntry, onMarked: () => void) {
  const [state, setState] = useState(AT_REST)
  // A repeat after a lost answer sends the same time.
  const [at, setAt] = useState<string | null>(null)
  const { arrived_at } = state
  useEffect(() => {
    if (arrived_at === null) return undefined
    const timer = setTimeout(setState, UNDO_MS, AT_REST)
    return () => clearTimeout(timer)
  }, [arrived_at])
  const params = { token, id: String(id) }
  const onRetry = () => setState((before) => ({ ...before, isRetrying: true }))
  const mark = async () => {
    const pressed = at ?? isoInMadrid(serviceNow())
    setAt(pressed)
    setState({ ...AT_REST, isBusy: true })
    try {
      const answer = await callWithRetry(markArrivalByLink, { params, body: { at: pressed } }, { onRetry })
      setState({ ...AT_REST, arrived_at: answer.arrived_at })
      setAt(null)
    } catch (failure) {
      if (failure instanceof ApiError) setAt(null)
      setState({ ...AT_REST, trouble: troubleOf(failure) })
    }
    onMarked()
  }
  const undo = async () => {
    setState((before) => ({ ...before, isBusy: true }))
    try {
      await callWithRetry(undoArrivalByLink, { params, body: { arrived_at: arrived_at! } }, { onRetry })
      setState(AT_REST)
    } catch (failure) {
      setState({ ...AT_REST, trouble: troubleOf(failure) })
    }
    onMarked()
  }
  return { state, mark: () => void mark(), undo: () => void undo() }
}
