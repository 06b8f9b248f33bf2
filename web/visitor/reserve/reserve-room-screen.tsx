import { navigate } from 'wouter/use-browser-location'
import { koreanDate } from '../../../domain/madrid-time.ts'
import { spanOf } from '../../../domain/slot-choice.ts'
import { hourOf } from '../../../domain/slot-hours.ts'
import {
  PATHS,
  type ChosenRoom,
  type ChosenSlot,
  type DashboardState,
  type RoomBooking,
} from '../../paths.ts'
import { labelledName } from '../../components/tier.tsx'
import { useOwnEntry } from '../components/use-own-entry.ts'
import { BookingForm } from './booking-form.tsx'
import { BookingFrame, BookingSummary } from './booking-frame.tsx'
import { useWizard, type Wizard } from './use-wizard.ts'
import { WizardStep } from './wizard-step.tsx'

export default function ReserveRoomScreen() {
  const booking = useOwnEntry<Partial<RoomBooking>>()
  return isComplete(booking) ? <ChosenMeeting booking={booking} /> : <RoomWizard />
}

const isComplete = (booking: Partial<RoomBooking> | null): booking is RoomBooking =>
  Boolean(booking?.skip_time_selection && booking.room && booking.slots?.[0] && booking.event_date_id)

/** Chosen on the dashboard, so only the last step is shown. */
function ChosenMeeting({ booking }: { booking: RoomBooking }) {
  const move = (room: ChosenRoom, slots: readonly ChosenSlot[]) => {
    const state: RoomBooking = { ...booking, room, slots, waits: false }
    navigate(PATHS.reserveRoom, { replace: true, state })
  }
  return <ReserveRoom booking={booking} onMove={move} />
}

function RoomWizard() {
  const wizard = useWizard('room')
  const { step, event_date, room, slots, waits = false } = wizard.state
  if (step < 5 || !event_date || !room || !slots?.[0]) return <WizardStep wizard={wizard} />
  return (
    <ReserveRoom
      wizard={wizard}
      booking={{ date: event_date.date, event_date_id: event_date.id, room, slots, waits }}
      onMove={(room, slots) => wizard.move({ room, slots, hour: hourOf(slots[0]!), waits: false })}
    />
  )
}

type Props = {
  booking: RoomBooking
  wizard?: Wizard
  onMove: (room: ChosenRoom, slots: readonly ChosenSlot[]) => void
}

function ReserveRoom({ booking, wizard, onMove }: Props) {
  const { date, room, slots } = booking
  const grid: DashboardState = { date, kind: 'room', room_id: room.id }
  const { time, end_time, minutes } = spanOf(slots)
  return (
    <BookingFrame
      kind="room"
      wizard={wizard}
      summary={
        <BookingSummary
          date={koreanDate(date)}
          time={`${time} ~ ${end_time}`}
          length={`총 ${minutes}분`}
          place={labelledName(room)}
          facts={[`${room.floor}층`, `최대 ${room.size}명`]}
        />
      }
    >
      <BookingForm
        kind="room"
        place={room}
        date={date}
        event_date_id={booking.event_date_id}
        slots={slots}
        grid={grid}
        onMove={onMove}
        waits={booking.waits ?? false}
        onBack={
          wizard?.back ??
          (() =>
            navigate(PATHS.dashboard, {
              state: { ...grid, slot_ids: booking.waits ? [] : slots.map((slot) => slot.id) },
            }))
        }
      />
    </BookingFrame>
  )
}
