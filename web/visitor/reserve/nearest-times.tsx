import { useEffect, useRef, type ReactNode } from 'react'
import { getSchedule, type ScheduleSlot } from '../../../contract/schedule.ts'
import { nearestFree, type Wanted } from '../../../domain/nearest-free.ts'
import { spanOf } from '../../../domain/slot-choice.ts'
import type { TierFlags } from '../../../domain/tier.ts'
import { TOUR_MAX_VISITORS } from '../../../domain/visitor.ts'
import { tierPrefix } from '../../components/tier.tsx'
import { useMember } from '../components/use-member.ts'
import { now } from '../../browser/clock.ts'
import {
  chosenDocent,
  chosenRoom,
  chosenSlot,
  type ChosenDocent,
  type ChosenRoom,
  type ChosenSlot,
  type RoomBooking,
  type TourBooking,
} from '../../paths.ts'
import { useRead } from '../../api/reads/use-read.ts'
import { Button } from '../../ui/button.tsx'

/** The free tours nearest to one that was taken. */
export function NearestTours({
  booking: { date, docent, slot },
  count,
  onMove,
}: {
  booking: TourBooking
  count: number
  onMove: (docent: ChosenDocent, slot: ChosenSlot) => void
}) {
  const { schedule, isLooking } = useFreshSchedule(date)
  return (
    <Offers
      date={date}
      isLooking={isLooking}
      places={schedule?.tour_schedule.map(({ docent, time_slots }) => ({
        ...docent,
        most_visitors: TOUR_MAX_VISITORS,
        slots: time_slots,
      }))}
      wanted={{ place_id: docent.id, time: slot.time, minutes: null, count }}
      onPick={(docent, [slot]) => slot && onMove(chosenDocent(docent), slot)}
    />
  )
}

/** The free runs of slots nearest to a meeting that was taken. */
export function NearestMeetings({
  booking: { date, room, slots },
  count,
  onMove,
}: {
  booking: RoomBooking
  count: number
  onMove: (room: ChosenRoom, slots: readonly ChosenSlot[]) => void
}) {
  const { schedule, isLooking } = useFreshSchedule(date)
  const { time, minutes } = spanOf(slots)
  return (
    <Offers
      date={date}
      isLooking={isLooking}
      places={schedule?.room_schedule.map(({ room, time_slots }) => ({
        ...room,
        most_visitors: room.size,
        slots: time_slots,
      }))}
      wanted={{ place_id: room.id, time, minutes, count }}
      onPick={(room, slots) => onMove(chosenRoom(room), slots)}
    />
  )
}

/** The day as it is now: what was known before is what led to a time that is taken. */
function useFreshSchedule(date: string) {
  const read = useRead(getSchedule, { query: { date } })
  const isFresh = read.isFetchedAfterMount && !read.isError
  return { schedule: isFresh ? read.data : undefined, isLooking: !read.isFetchedAfterMount }
}

type OfferPlace = TierFlags & {
  id: number
  name: string
  most_visitors: number
  slots: readonly ScheduleSlot[]
}

type Props<P> = {
  date: string
  isLooking: boolean
  /** Undefined until they are known, and when they could not be loaded. */
  places: readonly P[] | undefined
  wanted: Omit<Wanted, 'member'>
  onPick: (place: P, slots: readonly ChosenSlot[]) => void
}

function Offers<P extends OfferPlace>({ date, isLooking, places, wanted, onPick }: Props<P>) {
  const member = useMember()
  if (isLooking) return <p>가까운 시간을 찾고 있습니다.</p>
  if (!places) return null
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
