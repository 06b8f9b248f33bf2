import { useState, type SyntheticEvent } from 'react'
import { listEventDatesAsAdmin } from '../../../contract/admin/event-dates.ts'
import { listSlotTimes } from '../../../contract/admin/slots.ts'
import { LoadState, useReads } from '../components/load-state.tsx'
import { FormDialog } from '../components/form-dialog.tsx'
import { usePolled } from '../../api/reads/use-read.ts'
import { Button } from '../../ui/controls.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import type { SlotKind } from './slot-kind.ts'
import { SlotsMissing } from './slots-missing.tsx'
import { usePlanOutlook, type PlanData, type PlanOutlook, type PlanResult } from './use-plan-outlook.ts'
import type { Docent, Room } from '../../../contract/place.ts'
import { shortKoreanDate } from '../../../domain/madrid-time.ts'
import { TierBadge } from '../../components/tier.tsx'
import { MinutesField } from './add-slots-form.tsx'
import { PlanChoice } from './plan-choice.tsx'
import { PlanTable } from './plan-outlook.tsx'
import { PlanWindows } from './plan-windows.tsx'
import type { EventDate } from '../../../contract/event-date.ts'
import { groupBy } from '../../../domain/group-by.ts'
import { figures } from '../../ui/figures.ts'
import './plan.css'

const NOTHING: PlanData = { places: [], dates: [], times: { patterns: [], days: [] } }

type Props = { kind: SlotKind; onClose: () => void }

export default function PlanDialog({ kind, onClose }: Props) {
  const [result, setResult] = useState<PlanResult | null>(null)
  const reads = usePlanReads(kind)
  const data: PlanData = reads.data ?? NOTHING
  const done = (made: PlanResult) => (made.skipped > 0 ? setResult(made) : onClose())
  if (result) return <PlanResultDialog {...data} result={result} onClose={onClose} />
  return <AskDialog {...{ kind, reads, data, onClose }} onDone={done} />
}

function usePlanReads(kind: SlotKind) {
  return useReads(
    {
      places: usePolled<SlotKind['places']>(kind.places, {}),
      dates: usePolled(listEventDatesAsAdmin, {}),
      times: usePolled(listSlotTimes, { query: { kind: kind.type } }),
    },
    '가용 시간을 불러오는데 실패했습니다.',
  )
}

type AskProps = Props & {
  reads: ReturnType<typeof usePlanReads>
  data: PlanData
  onDone: (result: PlanResult) => void
}

function AskDialog({ kind, reads, data, onClose, onDone }: AskProps) {
  const title = `${kind.type === 'tour' ? '투어' : '미팅룸'} 시간 한꺼번에 만들기`
  const plan = usePlanOutlook(kind, data, onDone)
  const { form, outlook } = plan
  const isKnown = outlook !== null && plan.day.isTyped
  const isReady = data.places.length > 0 && data.dates.length > 0
  const count = isKnown ? `${outlook.total.created.toLocaleString('ko')}개 ` : ''
  const onInput = (event: SyntheticEvent) => {
    form.props.onInput(event)
    plan.read()
  }
  return (
    <FormDialog
      title={title}
      wide
      label={title}
      form={{ ...form, props: { ...form.props, onInput } }}
      action={isReady ? `${count}시간 만들기` : undefined}
      pendingLabel="만드는 중..."
      disabled={isKnown && outlook.total.created === 0}
      onClose={onClose}
    >
      <LoadState reads={reads}>
        {({ places, dates }) =>
          isReady ? (
            <PlanFields {...{ kind, data, plan }} />
          ) : (
            <SlotsMissing
              kind={kind}
              hasPlaces={places.length > 0}
              hasDates={dates.length > 0}
              onLeave={onClose}
            />
          )
        }
      </LoadState>
    </FormDialog>
  )
}

type FieldsProps = { kind: SlotKind; data: PlanData; plan: PlanOutlook }

function PlanFields({ kind, data: { places, dates }, plan }: FieldsProps) {
  const { form, read, chosenPlaces, chosenDates } = plan
  return (
    <>
      <PlanChoice
        legend={kind.place}
        items={places.map((place) => ({ id: place.id, label: <PlaceLabel place={place} /> }))}
        choice={chosenPlaces}
      />
      <PlanChoice
        legend="날짜"
        items={dates.map(({ id, date }) => ({
          id,
          label: <span translate="no">{shortKoreanDate(date)}</span>,
        }))}
        choice={chosenDates}
      />
      <div className="plan__day">
        <PlanWindows field={form.field} onChange={read} />
        <fieldset className="stack" data-gap="8">
          <legend className="strong">간격과 소요 시간</legend>
          <div className="plan__minutes">
            <MinutesField field={form.field('interval_minutes')} label="간격 (분)" />
            <MinutesField field={form.field('duration_minutes')} label="소요 시간 (분)" />
          </div>
          <p className="muted small">마지막 예약 시간에 시작하는 시간까지 만들어집니다.</p>
        </fieldset>
      </div>
      <PlanTable kind={kind} plan={plan} />
    </>
  )
}

const PlaceLabel = ({ place }: { place: Docent | Room }) => (
  <>
    <span translate="no">{place.name}</span> <TierBadge of={place} />
  </>
)

type ResultProps = {
  places: readonly (Docent | Room)[]
  dates: readonly EventDate[]
  result: PlanResult
  onClose: () => void
}

function PlanResultDialog({ places, dates, result, onClose }: ResultProps) {
  const { created, skipped, results } = result
  const nameOf = (id: number) => places.find((place) => place.id === id)?.name ?? '삭제됨'
  const plannedIn = (some: typeof results) =>
    dates.filter(({ id }) => some.some(({ event_date_id }) => event_date_id === id))
  const datesOf = (some: typeof results) =>
    some.length > 1 && some.length === plannedIn(results).length
      ? '모든 날짜'
      : plannedIn(some)
          .map(({ date }) => shortKoreanDate(date).replace(' ', '\u00a0'))
          .join(', ')
  // Most dates of a place have the same result, so they share a line.
  const told = groupBy(
    results.filter(({ why }) => why !== null),
    (each) => `${each.place_id} ${each.created} ${each.why}`,
  )
  return (
    <Dialog
      title={`${created.toLocaleString('ko')}개 추가, ${skipped.toLocaleString('ko')}개 건너뜀`}
      onClose={onClose}
      actions={
        <Button kind="primary" onClick={onClose} data-autofocus>
          확인
        </Button>
      }
    >
      <ul {...figures('plan__skips')}>
        {[...told].map(([key, [first, ...others]]) => (
          <li key={key}>
            <span className="strong">{nameOf(first!.place_id)}</span>{' '}
            <span className="muted">{datesOf([first!, ...others])}</span>
            <br />
            {others.length > 0 && '하루에 '}
            {first!.created}개 추가 · {first!.why} 건너뜀
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
