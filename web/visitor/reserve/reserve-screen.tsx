import { useLocation } from 'wouter'
import { navigate } from 'wouter/use-browser-location'
import { hourOf } from '../../../domain/slot-hours.ts'
import {
  BOOKING_PATHS,
  PATHS,
  pathOf,
  PLACE_KEYS,
  type Booking,
  type ChosenPlace,
  type ChosenSlot,
  type DashboardState,
  type Kind,
} from '../../paths.ts'
import { lazy } from '../../shell/lazy.tsx'
import { ScreenSkeleton } from '../../ui/page.tsx'
import { useOwnEntry } from '../components/use-own-entry.ts'
import { BookingForm } from './booking-form.tsx'
import { BookingFrame } from './booking-frame.tsx'
import { useWizard, type Wizard } from './use-wizard.ts'
import { timesOf } from './wizard-state.ts'
import { WizardStep } from './wizard-step.tsx'

// Rarely needed.
const ChangePage = lazy(() => import('./change/change-page.tsx'), { Fallback: ScreenSkeleton })

export default function ReserveScreen() {
  const [address] = useLocation()
  const path = pathOf(address)
  const kind = path === PATHS.reserveTour ? 'tour' : 'room'
  const entry = useOwnEntry<Partial<Booking>>()
  if (path === PATHS.changeTime) return <ChangePage />
  return isComplete(entry) ? <Chosen booking={entry} /> : <Steps kind={kind} />
}

const isComplete = (entry: Partial<Booking> | null): entry is Booking =>
  Boolean(entry?.skip_time_selection && entry.place && entry.slots?.[0] && entry.event_date_id)

function Chosen({ booking }: { booking: Booking }) {
  const move = (chosen: ChosenPlace, slots: readonly ChosenSlot[]) => {
    const state: Booking = { ...booking, ...chosen, slots, waits: false }
    navigate(BOOKING_PATHS[booking.kind], { replace: true, state })
  }
  return <LastStep booking={booking} onMove={move} />
}

function Steps({ kind }: { kind: Kind }) {
  const wizard = useWizard(kind)
  const { step, event_date, place, slots, waits = false } = wizard.state
  if (step < 5 || !event_date || !place || !slots?.[0]) return <WizardStep wizard={wizard} />
  const chosen: ChosenPlace = 'size' in place ? { kind: 'room', place } : { kind: 'tour', place }
  return (
    <LastStep
      wizard={wizard}
      booking={{ ...chosen, date: event_date.date, event_date_id: event_date.id, slots, waits }}
      onMove={({ place }, slots) => wizard.move({ place, slots, hour: hourOf(slots[0]!), waits: false })}
    />
  )
}

type Props = {
  booking: Booking
  wizard?: Wizard
  onMove: (chosen: ChosenPlace, slots: readonly ChosenSlot[]) => void
}

function LastStep({ booking, wizard, onMove }: Props) {
  const { kind, date, place, slots, waits } = booking
  const grid: DashboardState = { date, kind, [PLACE_KEYS[kind]]: place.id }
  const toGrid = () => navigate(PATHS.dashboard, { state: { ...grid, ...timesOf(slots, waits) } })
  return (
    <BookingFrame booking={booking} wizard={wizard}>
      <BookingForm {...booking} grid={grid} onMove={onMove} onBack={wizard?.back ?? toGrid} />
    </BookingFrame>
  )
}
