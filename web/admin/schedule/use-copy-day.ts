import { useState } from 'react'
import type { ResponseOf } from '../../../contract/endpoint.ts'
import type { countEventDates } from '../../../contract/admin/event-dates.ts'
import { copyDay, type PlanKind } from '../../../contract/admin/slot-plan.ts'
import { madridDate } from '../../../domain/madrid-time.ts'
import { failureText, withToast } from '../components/with-toast.ts'
import { ApiError, call } from '../../api/client.ts'
import { useRead } from '../../api/reads/use-read.ts'
import { useWriteKey } from '../../api/writes/idempotency-key.ts'
import { now } from '../../browser/clock.ts'
import { refreshSchedule } from './refresh-schedule.ts'
import { useChoice } from './use-choice.ts'

export type CountedDay = ResponseOf<typeof countEventDates>[number]
export type CopyResult = ResponseOf<typeof copyDay>

const FAILED = '하루 복사에 실패했습니다.'

const slotsOf = ({ tour_slots, room_slots }: CountedDay, kind: PlanKind | 'all') =>
  (kind === 'room' ? 0 : tour_slots) + (kind === 'tour' ? 0 : room_slots)

type First = { from: string; kind: PlanKind | 'all' }

export function useCopyDay(days: readonly CountedDay[], first: First, onDone: (result: CopyResult) => void) {
  const today = madridDate(now())
  const [from, setFrom] = useState(first.from)
  const [kind, setKind] = useState(first.kind)
  const others = days.filter(({ date }) => date !== from)
  // Days without slots are preselected.
  const targets = useChoice(
    others.map(({ date }) => date),
    (date) => date >= today && others.some((day) => day.date === date && slotsOf(day, kind) === 0),
  )
  const wanted = { from, to: [...targets.chosen], ...(kind !== 'all' && { kind }) }
  const preview = useRead(
    copyDay,
    { body: { ...wanted, dry_run: true } },
    { enabled: targets.chosen.length > 0, keepPrevious: true },
  )
  return {
    from,
    setFrom,
    kind,
    setKind,
    others,
    targets,
    outlook: targets.chosen.length > 0 && preview.data ? preview.data : null,
    /** Still for an earlier choice. */
    isStale: preview.isPlaceholderData,
    problem: targets.chosen.length > 0 && preview.error ? reasonOf(preview.error) : null,
    ...useSending(wanted, onDone),
  }
}

const reasonOf = (failure: unknown) =>
  (failure instanceof ApiError && Object.values(failure.fields)[0]) || failureText(failure, FAILED)

type Wanted = { from: string; to: string[]; kind?: PlanKind }

function useSending(wanted: Wanted, onDone: (result: CopyResult) => void) {
  const [pending, setPending] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const keyOf = useWriteKey()
  const send = async () => {
    setPending(true)
    setError(null)
    try {
      const write = () => call(copyDay, { body: wanted }, { idempotencyKey: keyOf(wanted) })
      onDone(await withToast(write, FAILED))
    } catch (failure) {
      setError(reasonOf(failure))
    } finally {
      setPending(false)
      void refreshSchedule()
    }
  }
  return { pending, error, send }
}
