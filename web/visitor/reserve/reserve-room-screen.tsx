import { Redirect } from 'wouter'
import { useHistoryState } from 'wouter/use-browser-location'
import { koreanDate } from '../../../domain/madrid-time.ts'
import { PATHS, type DashboardState, type RoomBooking } from '../../paths.ts'
import { BookingFrame, BookingSummary } from './booking-frame.tsx'
import { RoomForm } from './room-form.tsx'

export default function ReserveRoomScreen() {
  const booking = useHistoryState<Partial<RoomBooking> | null>()
  return isComplete(booking) ? <ReserveRoom booking={booking} /> : <Redirect to={PATHS.dashboard} replace />
}

const isComplete = (booking: Partial<RoomBooking> | null): booking is RoomBooking =>
  Boolean(booking?.skip_time_selection && booking.room && booking.slots?.[0] && booking.event_date_id)

function ReserveRoom({ booking }: { booking: RoomBooking }) {
  const { date, room, slots } = booking
  const grid: DashboardState = { date, kind: 'room', room_id: room.id }
  const minutes = slots.reduce((sum, slot) => sum + slot.duration, 0)
  return (
    <BookingFrame
      heading="미팅룸 예약"
      back={{ ...grid, slot_ids: slots.map((slot) => slot.id) }}
      summary={
        <BookingSummary
          date={koreanDate(date)}
          time={`${slots[0]!.time} ~ ${slots.at(-1)!.end_time}`}
          length={`총 ${minutes}분`}
          place={room.name}
          facts={[`${room.floor}층`, `최대 ${room.size}명`]}
        />
      }
    >
      <RoomForm booking={booking} grid={grid} />
    </BookingFrame>
  )
}
