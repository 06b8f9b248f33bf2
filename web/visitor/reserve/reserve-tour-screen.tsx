import { Redirect } from 'wouter'
import { useHistoryState } from 'wouter/use-browser-location'
import { koreanDate } from '../../../domain/madrid-time.ts'
import { PATHS, type DashboardState, type TourBooking } from '../../paths.ts'
import { BookingFrame, BookingSummary } from './booking-frame.tsx'
import { TourForm } from './tour-form.tsx'

export default function ReserveTourScreen() {
  const booking = useHistoryState<Partial<TourBooking> | null>()
  return isComplete(booking) ? <ReserveTour booking={booking} /> : <Redirect to={PATHS.dashboard} replace />
}

const isComplete = (booking: Partial<TourBooking> | null): booking is TourBooking =>
  Boolean(booking?.skip_time_selection && booking.docent && booking.slot && booking.event_date_id)

function ReserveTour({ booking }: { booking: TourBooking }) {
  const { date, docent, slot } = booking
  const grid: DashboardState = { date, kind: 'tour', docent_id: docent.id }
  return (
    <BookingFrame
      heading="VIP 투어 예약"
      back={{ ...grid, slot_ids: [slot.id] }}
      summary={
        <BookingSummary
          date={koreanDate(date)}
          time={`${slot.time} ~ ${slot.end_time}`}
          length={`${slot.duration}분`}
          place={docent.name}
          facts={[docent.language, docent.start_point]}
        />
      }
    >
      <TourForm booking={booking} grid={grid} />
    </BookingFrame>
  )
}
