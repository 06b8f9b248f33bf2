import { useState } from 'react'
import { countEventDates } from '../../../contract/admin/event-dates.ts'
import { copyDay, type PlanKind } from '../../../contract/admin/slot-plan.ts'
import { koreanDate, madridDate, shortKoreanDate } from '../../../domain/madrid-time.ts'
import { FormDialog } from '../components/form-dialog.tsx'
import { LoadState, useReads } from '../components/load-state.tsx'
import { useRead } from '../../api/reads/use-read.ts'
import { Button, SelectField } from '../../ui/controls.tsx'
import { ChoiceBar } from '../../ui/choice/choice-bar.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { NO_FIELDS, useForm } from '../../ui/form/form.tsx'
import { EmptyState } from '../../ui/page.tsx'
import { totalOf } from './plan-cells.ts'
import { PlanChoice } from './plan-choice.tsx'
import type { ResponseOf } from '../../../contract/endpoint.ts'
import { failureText, withToast } from '../components/with-toast.ts'
import { ApiError, call } from '../../api/client.ts'
import { useWriteKey } from '../../api/writes/retrying-call.ts'
import { now } from '../../browser/clock.ts'
import { refreshSchedule } from './refresh-schedule.ts'
import { useChoice } from './use-choice.ts'
import { figures } from '../../ui/figures.ts'
import './plan.css'

const TITLE = '하루 복사'

type Props = {
  /** Otherwise the first date with times. */
  from?: string | undefined
  kind?: PlanKind | 'all' | undefined
  onClose: () => void
}

export default function CopyDayDialog({ from, kind = 'all', onClose }: Props) {
  const [result, setResult] = useState<CopyResult | null>(null)
  const reads = useReads({ days: useRead(countEventDates, {}) }, '날짜 목록을 불러오는데 실패했습니다.')
  const days = reads.data?.days ?? []
  const first = days.find(({ date }) => date === from) ?? days.find(hasTimes) ?? days[0]
  const done = (made: CopyResult) => (made.skipped > 0 ? setResult(made) : onClose())
  if (result)
    return (
      <Dialog title={TITLE} onClose={onClose} actions={<CloseButton onClose={onClose} />}>
        <p>{result.message}</p>
        <PerDay days={days} result={result} />
      </Dialog>
    )
  if (first && days.length > 1)
    return <AskDialog {...{ days, kind, onClose }} first={first.date} onDone={done} />
  return (
    <Dialog title={TITLE} wide onClose={onClose} actions={<CloseButton onClose={onClose} />}>
      <LoadState reads={reads}>
        {() => (
          <EmptyState title="복사할 다른 날짜가 없습니다.">먼저 날짜를 둘 이상 등록해주세요.</EmptyState>
        )}
      </LoadState>
    </Dialog>
  )
}

const hasTimes = ({ tour_slots, room_slots }: CountedDay) => tour_slots + room_slots > 0

const CloseButton = ({ onClose }: { onClose: () => void }) => <Button onClick={onClose}>닫기</Button>

type AskProps = {
  days: readonly CountedDay[]
  first: string
  kind: PlanKind | 'all'
  onClose: () => void
  onDone: (result: CopyResult) => void
}

function AskDialog({ days, first, kind, onClose, onDone }: AskProps) {
  const copy = useCopyDay(days, { from: first, kind }, onDone)
  const { outlook, isStale } = copy
  return (
    <FormDialog
      title={TITLE}
      wide
      form={copy.form}
      action={outlook ? `${outlook.created.toLocaleString('ko')}개 시간 복사` : '시간 복사'}
      pendingLabel="복사 중..."
      disabled={!outlook || isStale || outlook.created === 0}
      onClose={onClose}
    >
      <Fields days={days} copy={copy} />
    </FormDialog>
  )
}

const KINDS = [
  { id: 'all', label: '전체' },
  { id: 'tour', label: '투어' },
  { id: 'room', label: '미팅룸' },
] as const

const sizeOf = ({ tour_slots, room_slots }: CountedDay) =>
  `투어 ${tour_slots.toLocaleString('ko')}, 미팅룸 ${room_slots.toLocaleString('ko')}`

type FieldsProps = { days: readonly CountedDay[]; copy: ReturnType<typeof useCopyDay> }

const Fields = ({ days, copy }: FieldsProps) => (
  <>
    <SelectField
      // No name: an unsubmitted date is not worth the discard question.
      name=""
      label="복사할 날짜"
      value={copy.from}
      onChange={({ currentTarget }) => copy.setFrom(currentTarget.value)}
    >
      {days.map((day) => (
        <option key={day.id} value={day.date} translate="no">
          {koreanDate(day.date)} · {sizeOf(day)}
        </option>
      ))}
    </SelectField>
    <ChoiceBar label="종류" choices={KINDS} chosen={copy.kind} onChoose={copy.setKind} />
    <PlanChoice
      legend="추가할 날짜"
      items={copy.others.map((day) => ({
        id: day.date,
        label: (
          <>
            <span translate="no">{shortKoreanDate(day.date)}</span>{' '}
            <span className="muted small">{sizeOf(day)}</span>
          </>
        ),
      }))}
      choice={copy.targets}
    />
    <Preview days={days} copy={copy} />
    <p className="muted small">
      예약과 잠금은 복사되지 않습니다. 복사된 시간은 잠금 없이 바로 예약할 수 있습니다.
    </p>
  </>
)

const Preview = ({ days, copy: { outlook, problem } }: FieldsProps) => (
  <div {...figures('stack')} data-gap="8" role="status">
    {outlook ? (
      <>
        <p>{outlook.message}</p>
        <PerDay days={days} result={outlook} />
      </>
    ) : (
      <p className="muted">{problem ?? '추가할 날짜를 하나 이상 선택해주세요.'}</p>
    )}
  </div>
)

const PerDay = ({ days, result }: { days: readonly CountedDay[]; result: CopyResult }) => (
  <ul {...figures('plan__skips')}>
    {days.map(({ id, date }) => {
      const ofDay = result.results.filter(({ event_date_id }) => event_date_id === id)
      const { created, skipped } = totalOf(ofDay)
      return (
        ofDay.length > 0 && (
          <li key={id} className="row" data-spread>
            <span translate="no">{shortKoreanDate(date)}</span>
            <span>
              <span className="strong">+{created.toLocaleString('ko')}개</span>
              {skipped > 0 && <span className="plan__skipped"> 건너뜀 {skipped.toLocaleString('ko')}</span>}
            </span>
          </li>
        )
      )
    })}
  </ul>
)

type CountedDay = ResponseOf<typeof countEventDates>[number]
type CopyResult = ResponseOf<typeof copyDay>

const FAILED = '하루 복사에 실패했습니다.'

const slotsOf = ({ tour_slots, room_slots }: CountedDay, kind: PlanKind | 'all') =>
  (kind === 'room' ? 0 : tour_slots) + (kind === 'tour' ? 0 : room_slots)

type First = { from: string; kind: PlanKind | 'all' }

function useCopyDay(days: readonly CountedDay[], first: First, onDone: (result: CopyResult) => void) {
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
    form: useCopyForm(wanted, onDone),
  }
}

const reasonOf = (failure: unknown) =>
  (failure instanceof ApiError && Object.values(failure.fields)[0]) || failureText(failure, FAILED)

type Wanted = { from: string; to: string[]; kind?: PlanKind }

function useCopyForm(wanted: Wanted, onDone: (result: CopyResult) => void) {
  const keyOf = useWriteKey()
  return useForm({
    schema: NO_FIELDS,
    submit: async () => {
      const write = () => call(copyDay, { body: wanted }, { idempotencyKey: keyOf(wanted) })
      onDone(await withToast(write, FAILED).finally(() => void refreshSchedule()))
    },
    failed: reasonOf,
  })
}
