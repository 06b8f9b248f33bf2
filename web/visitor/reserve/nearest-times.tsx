import type { Schedule, ScheduleSlot } from '../../../contract/schedule.ts'
import { nearestFree, type Wanted } from '../../../domain/nearest-free.ts'
import { spanOf } from '../../../domain/slot-choice.ts'
import type { TierFlags } from '../../../domain/tier.ts'
import { isPartySize, TOUR_MAX_VISITORS } from '../../../domain/visitor.ts'
import { labelledName } from '../../components/tier.tsx'
import { JoinOffer } from '../components/waitlist/join-offer.tsx'
import { useMember } from '../components/use-member.ts'
import { now } from '../../browser/clock.ts'
import type { ChosenSlot } from '../../paths.ts'
import { chosenSlot } from './chosen-slot.ts'
import { Button } from '../../ui/button.tsx'
import type { ChosenBooking } from './use-booking-form.ts'

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
  return (
    <>
      <FreeTimes {...props} />
      {onJoin && <JoinOffer onJoin={onJoin} isJoining={props.isJoining} />}
    </>
  )
}

function FreeTimes({ booking, day, count, onPick }: Omit<Props, 'onJoin'>) {
  const { date, place, slots } = booking
  const { time, minutes } = spanOf(slots)
  const most = booking.kind === 'room' ? booking.place.size : TOUR_MAX_VISITORS
  const wanted = { place_id: place.id, time, count: isPartySize(count, most) ? count : 1 }
  return booking.kind === 'tour' ? (
    <Offers
      date={date}
      places={day.tour_schedule.map(({ docent, time_slots }) => ({
        ...docent,
        most_visitors: TOUR_MAX_VISITORS,
        slots: time_slots,
      }))}
      wanted={{ ...wanted, language: booking.place.language, minutes: null }}
      onPick={(docent, picked) => {
        onPick(picked)
        booking.onMove(docent, picked)
      }}
    />
  ) : (
    <Offers
      date={date}
      places={day.room_schedule.map(({ room, time_slots }) => ({
        ...room,
        most_visitors: room.size,
        slots: time_slots,
      }))}
      wanted={{ ...wanted, minutes }}
      onPick={(room, picked) => {
        onPick(picked)
        booking.onMove(room, picked)
      }}
    />
  )
}

type OfferPlace = TierFlags & {
  id: number
  name: string
  most_visitors: number
  slots: readonly ScheduleSlot[]
}

type OffersProps<P> = {
  date: string
  places: readonly P[]
  wanted: Omit<Wanted, 'member'>
  onPick: (place: P, slots: readonly ChosenSlot[]) => void
}

function Offers<P extends OfferPlace>({ date, places, wanted, onPick }: OffersProps<P>) {
  const member = useMember()
  const offers = nearestFree<ScheduleSlot, P>(places, { ...wanted, member }, date, now())
  return (
    <div className="stack" data-gap="12">
      <p>
        {offers.length > 0
          ? '가장 가까운 시간을 선택하시면 작성하신 내용은 그대로 유지됩니다.'
          : '이 날짜에는 예약할 수 있는 다른 시간이 없습니다.'}
      </p>
      {offers.map(({ place, slots }) => (
        <Button key={slots[0]!.id} wide onClick={() => onPick(place, slots.map(chosenSlot))}>
          <span className="numerals">
            {slots[0]!.time} ~ {slots.at(-1)!.end_time} · {labelledName(place)}
          </span>
        </Button>
      ))}
    </div>
  )
}
