import { lazy, usePreload } from '../../shell/lazy.tsx'
import { DateStep } from './date-step.tsx'
import type { Wizard } from './use-wizard.ts'

// Load while the first step is answered.
const PlaceStep = lazy(() => import('./place-step.tsx'))
const HourStep = lazy(() => import('./hour-step.tsx'))
const SlotStep = lazy(() => import('./slot-step.tsx'))

export function WizardStep({ wizard }: { wizard: Wizard }) {
  usePreload([PlaceStep, HourStep, SlotStep])
  const { step, event_date, place, hour } = wizard.state
  if (step === 1 || !event_date) return <DateStep wizard={wizard} />
  if (step === 2 || !place) return <PlaceStep wizard={wizard} />
  if (step === 3 || hour === undefined)
    return <HourStep wizard={wizard} date={event_date.date} place={place} />
  return <SlotStep wizard={wizard} date={event_date.date} place={place} hour={hour} />
}
