import type { Schedule, ScheduleSlot } from '../../../contract/schedule.ts'
import { nearestFree } from '../../../domain/nearest-free.ts'
import { spanOf } from '../../../domain/slot-choice.ts'
import { isPartySize, TOUR_MAX_VISITORS } from '../../../domain/booking.ts'
import { labelledName } from '../../components/tier.tsx'
import { JoinOffer } from '../components/waitlist/join-offer.tsx'
import { useMember } from '../components/use-member.ts'
import { now } from '../../browser/clock.ts'
import type { ChosenPlace, ChosenSlot } from '../../paths.ts'
import { placesOf, type Place } from '../components/places.ts'
import { chosenSlot } from './use-day-slots.ts'
import { Button } from '../../ui/controls.tsx'
import type { ChosenBooking } from './use-chosen-time.ts'
import { figures } from '../../ui/figures.ts'

type Props = {
  booking: ChosenBooking
  day: Schedule
  count: number
  onPick: (slots: readonly ChosenSlot[]) => void
  /** Joins the waiting list of the lost time; null without one. */
  onJoin: (() => void) | null
  isJoining: boolean
}

export default function NearestTimes({ onJoin, ...props }: Props) {
  const { kind, slots } = props.booking
  const lost = slots.map(({ id }) => id)
  const day = placesOf(props.day, kind).flatMap((place) => place.slots)
  const isClosed = day.some(({ id, is_closed }) => is_closed && lost.includes(id))
  return (
    <>
      <FreeTimes {...props} />
      {onJoin && !isClosed && <JoinOffer onJoin={onJoin} isJoining={props.isJoining} />}
    </>
  )
}

const sizeOf = (chosen: ChosenPlace): { most_visitors: number; language?: string } =>
  chosen.kind === 'tour'
    ? { most_visitors: TOUR_MAX_VISITORS, language: chosen.place.language }
    : { most_visitors: chosen.place.size }

function FreeTimes({ booking, day, count, onPick }: Omit<Props, 'onJoin'>) {
  const { kind, date, place, slots } = booking
  const member = useMember()
  const { time, minutes } = spanOf(slots)
  const { most_visitors, ...wanted } = sizeOf(booking)
  const offers = nearestFree<ScheduleSlot, Place & ReturnType<typeof sizeOf>>(
    placesOf(day, kind).map((each) => ({ ...each, ...sizeOf(each.chosen) })),
    {
      ...wanted,
      place_id: place.id,
      time,
      minutes: kind === 'tour' ? null : minutes,
      count: isPartySize(count, most_visitors) ? count : 1,
      member,
    },
    date,
    now(),
  )
  const pick = (chosen: ChosenPlace, picked: readonly ChosenSlot[]) => {
    onPick(picked)
    booking.onMove(chosen, picked)
  }
  return (
    <div className="stack" data-gap="12">
      <p>
        {offers.length > 0
          ? '가장 가까운 시간을 선택하시면 작성하신 내용은 그대로 유지됩니다.'
          : '이 날짜에는 예약할 수 있는 다른 시간이 없습니다.'}
      </p>
      {offers.map(({ place, slots }) => (
        <Button key={slots[0]!.id} wide onClick={() => pick(place.chosen, slots.map(chosenSlot))}>
          <span {...figures()}>
            {slots[0]!.time} ~ {slots.at(-1)!.end_time} · {labelledName(place)}
          </span>
        </Button>
      ))}
    </div>
  )
}
