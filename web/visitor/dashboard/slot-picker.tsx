import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import type { EventDate } from '../../../contract/event-date.ts'
import type { ScheduleSlot } from '../../../contract/schedule.ts'
import type { Instant } from '../../../domain/madrid-time.ts'
import type { MemberSlotState } from '../../../domain/slot.ts'
import { chooseSlot, stillFree } from '../../../domain/slot-choice.ts'
import type { TierFlags } from '../../../domain/tier.ts'
import { whyNothingLeft } from '../../../domain/times-left.ts'
import { useLostSelection } from '../components/use-lost-selection.ts'
import { lossText } from '../../components/slot-text.ts'
import { tierRefusal } from '../../components/tier.tsx'
import { PATHS, type DashboardState } from '../../paths.ts'
import { AlertDialog } from '../components/late-dialogs.tsx'
import { tabStopIn } from '../../ui/focus/use-roving-focus.ts'
import { EmptyState } from '../../ui/notice.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { part } from '../components/part.tsx'
import { freeAt, type Kind, type Place } from './choice.ts'
import { useOpenBooking } from './use-open-booking.ts'
import { SelectionBar } from './selection-bar.tsx'
import { ALERTS, type Alert } from './selection.ts'
import { TimesOfDay } from './times-of-day.tsx'

export type SlotPickerProps = {
  day: EventDate
  kind: Kind
  place: Place | undefined
  member: TierFlags
  now: Instant
  chosen: readonly number[]
  onChoose: (ids: number[]) => void
  /** Shows another day or place, and brings the focus to its times. */
  lead: (to: DashboardState) => void
  /** True once, where such a lead has brought the user here. */
  takeLead: () => boolean
}

// Most days have a time left.
const NothingLeft = part(
  async () => ({ default: (await import('./views.tsx')).NothingLeft }),
  <Skeleton shape="card" />,
)

/** The times of one docent or room on one day, and the way from the chosen ones to the booking. */
export function SlotPicker({
  day,
  kind,
  place,
  member,
  now,
  chosen,
  onChoose,
  lead,
  takeLead,
}: SlotPickerProps) {
  const [, navigate] = useLocation()
  const [alert, setAlert] = useState<string | null>(null)
  const section = useRef<HTMLElement>(null)
  const slots = place?.slots ?? []
  const isFree = freeAt(day.date, now)
  const refusal = place ? tierRefusal(member, place) : null
  // A tier that was lowered meanwhile takes the choice back too.
  const selected = refusal === null ? stillFree(slots, chosen, isFree) : []
  const loss = useLostSelection(
    chosen,
    chosen.length > 0 && selected.length === 0,
    () => refusal ?? lossText(slots, chosen, day.date, now),
    () => onChoose([]),
  )
  const openBooking = useOpenBooking(day, place)
  const why = place ? whyNothingLeft(slots, day.date, now) : null
  const focusTimes = () => tabStopIn(section.current!)?.focus()
  const arrive = useEffectEvent(() => {
    if (takeLead()) focusTimes()
  })
  useEffect(() => arrive(), [])

  const choose = (slot: ScheduleSlot, state: MemberSlotState) => {
    const next = chooseSlot(kind, slots, chosen, slot, isFree)
    if (state === 'own' && (refusal !== null || next === null)) return navigate(PATHS.reservations)
    if (refusal !== null) return setAlert(refusal)
    if (next && 'problem' in next) return setAlert(ALERTS[next.problem])
    loss.forget()
    if (next) onChoose(next.selected)
  }
  const missing = whatIsMissing(kind, place, selected)
  const proceed = () => (missing ? setAlert(ALERTS[missing]) : openBooking(selected))
  const clear = () => {
    // First, because the button goes away with the choice.
    focusTimes()
    onChoose([])
  }

  return (
    <section className="slot-picker" aria-label="시간 선택" ref={section}>
      {place && why && (
        <NothingLeft why={why} date={day.date} kind={kind} wanted={place.id} now={now} lead={lead} />
      )}
      {place && slots.length > 0 && (
        <TimesOfDay
          place={place}
          date={day.date}
          now={now}
          selected={selected.map((slot) => slot.id)}
          onTap={choose}
        />
      )}
      {!place && (
        <EmptyState title={kind === 'tour' ? ALERTS.no_docent : ALERTS.no_room}>
          선택하시면 예약할 수 있는 시간이 나타납니다.
        </EmptyState>
      )}
      {(why === null || loss.text !== null) && (
        <SelectionBar
          {...{ kind, selected, refusal }}
          {...(missing && missing !== 'no_time' && { hint: ALERTS[missing] })}
          loss={loss.text}
          onClear={clear}
          onProceed={refusal === null && why === null ? proceed : undefined}
        />
      )}
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
