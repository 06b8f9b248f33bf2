import { useEffect, useRef, type ReactNode } from 'react'
import { getSchedule, type ScheduleSlot } from '../../../contract/schedule.ts'
import { nearestFree, type Wanted } from '../../../domain/nearest-free.ts'
import { spanOf } from '../../../domain/slot-choice.ts'
import type { TierFlags } from '../../../domain/tier.ts'
import { TOUR_MAX_VISITORS } from '../../../domain/visitor.ts'
import { tierPrefix } from '../../components/tier.tsx'
import { useMember } from '../components/use-member.ts'
import { now } from '../../browser/clock.ts'
import { chosenDocent, chosenRoom, chosenSlot, type ChosenSlot } from '../../paths.ts'
import { useRead } from '../../api/reads/use-read.ts'
import { Button } from '../../ui/button.tsx'
import type { ChosenBooking } from './use-booking-form.ts'

/** The free times nearest to one that was taken, for so many visitors. */
export function NearestTimes({ booking, count }: { booking: ChosenBooking; count: number }) {
  const { date, place, slots } = booking
  const { data, isError, isFetchedAfterMount } = useRead(getSchedule, { query: { date } })
  // The day as it is now: the one that was known before led to a time that is taken.
  if (!isFetchedAfterMount) return <p>가까운 시간을 찾고 있습니다.</p>
  if (!data || isError) return null
  const { time, minutes } = spanOf(slots)
  const wanted = { place_id: place.id, time, count }
  return booking.kind === 'tour' ? (
    <Offers
      date={date}
      places={data.tour_schedule.map(({ docent, time_slots }) => ({
        ...docent,
        most_visitors: TOUR_MAX_VISITORS,
        slots: time_slots,
      }))}
      wanted={{ ...wanted, minutes: null }}
      onPick={(docent, slots) => booking.onMove(chosenDocent(docent), slots)}
    />
  ) : (
    <Offers
      date={date}
      places={data.room_schedule.map(({ room, time_slots }) => ({
        ...room,
        most_visitors: room.size,
        slots: time_slots,
      }))}
      wanted={{ ...wanted, minutes }}
      onPick={(room, slots) => booking.onMove(chosenRoom(room), slots)}
    />
  )
}

type OfferPlace = TierFlags & {
  id: number
  name: string
  most_visitors: number
  slots: readonly ScheduleSlot[]
}

type Props<P> = {
  date: string
  places: readonly P[]
  wanted: Omit<Wanted, 'member'>
  onPick: (place: P, slots: readonly ChosenSlot[]) => void
}

function Offers<P extends OfferPlace>({ date, places, wanted, onPick }: Props<P>) {
  const member = useMember()
  const offers = nearestFree<ScheduleSlot, P>(places, { ...wanted, member }, date, now())
  return (
    <OffersInView>
      <p>
        {offers.length > 0
          ? '가장 가까운 시간을 선택하시면 작성하신 내용은 그대로 유지됩니다.'
          : '이 날짜에는 예약할 수 있는 다른 시간이 없습니다.'}
      </p>
      {offers.map(({ place, slots }) => (
        <Button key={slots[0]!.id} wide onClick={() => onPick(place, slots.map(chosenSlot))}>
          <span className="numerals">
            {slots[0]!.time} ~ {slots.at(-1)!.end_time} · {tierPrefix(place)}
            {place.name}
          </span>
        </Button>
      ))}
    </OffersInView>
  )
}

/** They come below the button that was pressed, which on a phone is below the screen. */
function OffersInView({ children }: { children: ReactNode }) {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // In braces: newer browsers answer a promise, which React would take for the cleanup.
    ref.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <div className="booking__offers stack" data-gap="12" ref={ref}>
      {children}
    </div>
  )
}
