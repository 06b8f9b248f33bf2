import { navigate } from 'wouter/use-browser-location'
import { koreanDate } from '../../../domain/madrid-time.ts'
import { hourOf } from '../../../domain/slot-hours.ts'
import {
  PATHS,
  type ChosenDocent,
  type ChosenSlot,
  type DashboardState,
  type TourBooking,
} from '../../paths.ts'
import { labelledName } from '../../components/tier.tsx'
import { useOwnEntry } from '../components/use-own-entry.ts'
import { BookingForm } from './booking-form.tsx'
import { BookingFrame, BookingSummary } from './booking-frame.tsx'
import { useWizard, type Wizard } from './use-wizard.ts'
import { WizardStep } from './wizard-step.tsx'

export default function ReserveTourScreen() {
  const booking = useOwnEntry<Partial<TourBooking>>()
  return isComplete(booking) ? <ChosenTour booking={booking} /> : <TourWizard />
}

const isComplete = (booking: Partial<TourBooking> | null): booking is TourBooking =>
  Boolean(booking?.skip_time_selection && booking.docent && booking.slot && booking.event_date_id)

/** Chosen on the dashboard, so only the last step is shown. */
function ChosenTour({ booking }: { booking: TourBooking }) {
  const move = (docent: ChosenDocent, slots: readonly ChosenSlot[]) => {
    const state: TourBooking = { ...booking, docent, slot: slots[0]!, waits: false }
    navigate(PATHS.reserveTour, { replace: true, state })
  }
  return <ReserveTour booking={booking} onMove={move} />
}

function TourWizard() {
  const wizard = useWizard('tour')
  const { step, event_date, docent, slots, waits = false } = wizard.state
  const slot = slots?.[0]
  if (step < 5 || !event_date || !docent || !slot) return <WizardStep wizard={wizard} />
  return (
    <ReserveTour
      wizard={wizard}
      booking={{ date: event_date.date, event_date_id: event_date.id, docent, slot, waits }}
      onMove={(docent, slots) => wizard.move({ docent, slots, hour: hourOf(slots[0]!), waits: false })}
    />
  )
}

type Props = {
  booking: TourBooking
  wizard?: Wizard
  onMove: (docent: ChosenDocent, slots: readonly ChosenSlot[]) => void
}

function ReserveTour({ booking, wizard, onMove }: Props) {
  const { date, docent, slot } = booking
  const grid: DashboardState = { date, kind: 'tour', docent_id: docent.id }
  return (
    <BookingFrame
      kind="tour"
      wizard={wizard}
      summary={
        <BookingSummary
          date={koreanDate(date)}
          time={`${slot.time} ~ ${slot.end_time}`}
          length={`${slot.duration}분`}
          place={labelledName(docent)}
          facts={[docent.language, docent.start_point]}
        />
      }
    >
      <BookingForm
        kind="tour"
        place={docent}
        date={date}
        event_date_id={booking.event_date_id}
        slots={[slot]}
        grid={grid}
        onMove={onMove}
        waits={booking.waits ?? false}
        onBack={
          wizard?.back ??
          (() => navigate(PATHS.dashboard, { state: { ...grid, slot_ids: booking.waits ? [] : [slot.id] } }))
        }
      />
    </BookingFrame>
  )
}
