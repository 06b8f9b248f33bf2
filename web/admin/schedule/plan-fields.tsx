import type { SyntheticEvent } from 'react'
import type { Docent } from '../../../contract/docent.ts'
import type { Room } from '../../../contract/room.ts'
import { shortKoreanDate } from '../../../domain/madrid-time.ts'
import { TierBadge } from '../../components/tier.tsx'
import { FormError } from '../../ui/form/form-error.tsx'
import { MinutesField } from './add-slots-form.tsx'
import { PlanChoice } from './plan-choice.tsx'
import { PlanTable } from './plan-outlook.tsx'
import { PlanWindows } from './plan-windows.tsx'
import './plan.css'
import type { SlotKind } from './slot-kind.ts'
import type { PlanData, PlanOutlook } from './use-plan-outlook.ts'

type Props = { kind: SlotKind; data: PlanData; plan: PlanOutlook; formId: string; title: string }

export function PlanFields({ kind, data: { places, dates }, plan, formId, title }: Props) {
  const { form, read, chosenPlaces, chosenDates } = plan
  const input = (event: SyntheticEvent<HTMLFormElement>) => {
    form.props.onInput(event)
    read()
  }
  return (
    <form {...form.props} onInput={input} id={formId} className="stack" aria-label={title}>
      <PlanChoice
        legend={kind.place}
        items={places.map((place) => ({ id: place.id, label: <PlaceLabel place={place} /> }))}
        choice={chosenPlaces}
      />
      <PlanChoice
        legend="날짜"
        items={dates.map(({ id, date }) => ({ id, label: shortKoreanDate(date) }))}
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
      <FormError text={form.error} />
    </form>
  )
}

const PlaceLabel = ({ place }: { place: Docent | Room }) => (
  <>
    {place.name} <TierBadge of={place} />
  </>
)
