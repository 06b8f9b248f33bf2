import { useState } from 'react'
import type { EventDate } from '../../../contract/event-date.ts'
import type { ScheduleSlot } from '../../../contract/schedule.ts'
import type { Instant } from '../../../domain/madrid-time.ts'
import { chooseSlot, stillFree } from '../../../domain/slot-choice.ts'
import type { TierFlags } from '../../../domain/tier.ts'
import { useLostSelection } from '../components/use-lost-selection.ts'
import { SlotGrid } from '../components/slot-grid.tsx'
import { lossText } from '../../components/slot-text.ts'
import { tierRefusal } from '../../components/tier.tsx'
import { AlertDialog } from '../../ui/panel/alert-dialog.tsx'
import { EmptyState } from '../../ui/notice.tsx'
import { freeAt, type Kind, type Place } from './choice.ts'
import { useOpenBooking } from './use-open-booking.ts'
import { SelectionBar } from './selection-bar.tsx'
import { ALERTS, type Alert } from './selection.ts'

type Props = {
  day: EventDate
  kind: Kind
  place: Place | undefined
  member: TierFlags
  now: Instant
  chosen: readonly number[]
  onChoose: (ids: number[]) => void
}

/** The times of one docent or room on one day, and the way from the chosen ones to the booking. */
export function SlotPicker({ day, kind, place, member, now, chosen, onChoose }: Props) {
  const [alert, setAlert] = useState<string | null>(null)
  const slots = place?.slots ?? []
  const isFree = freeAt(day.date, now)
  const selected = stillFree(slots, chosen, isFree)
  const loss = useLostSelection(
    chosen,
    chosen.length > 0 && selected.length === 0,
    () => lossText(slots, chosen, day.date, now),
    () => onChoose([]),
  )
  const openBooking = useOpenBooking(day, place)
  const refusal = place ? tierRefusal(member, place) : null

  const choose = (slot: ScheduleSlot) => {
    if (refusal !== null) return setAlert(refusal)
    const next = chooseSlot(kind, slots, chosen, slot, isFree)
    if (next && 'problem' in next) return setAlert(ALERTS[next.problem])
    loss.forget()
    if (next) onChoose(next.selected)
  }
  const proceed = () => {
    const missing = whatIsMissing(kind, place, selected)
    if (missing) setAlert(ALERTS[missing])
    else openBooking(selected)
  }

  return (
    <section className="slot-picker" aria-label="시간 선택">
      {place && slots.length > 0 && (
        <SlotGrid
          slots={slots}
          date={day.date}
          placeName={place.name}
          tier={place}
          now={now}
          selected={selected.map((slot) => slot.id)}
          onTap={choose}
        />
      )}
      {place && slots.length === 0 && (
        <EmptyState title="등록된 시간이 없습니다">다른 날짜를 선택해주세요.</EmptyState>
      )}
      {!place && (
        <EmptyState title={kind === 'tour' ? ALERTS.no_docent : ALERTS.no_room}>
          선택하시면 예약할 수 있는 시간이 나타납니다.
        </EmptyState>
      )}
      <SelectionBar selected={selected} refusal={refusal} loss={loss.text} onProceed={proceed} kind={kind} />
      {alert !== null && <AlertDialog title="예약 안내" text={alert} onClose={() => setAlert(null)} />}
    </section>
  )
}

function whatIsMissing(
  kind: Kind,
  place: Place | undefined,
  selected: readonly ScheduleSlot[],
): Alert | null {
  if (!place) return kind === 'tour' ? 'no_docent' : 'no_room'
  return selected.length === 0 ? 'no_time' : null
}
