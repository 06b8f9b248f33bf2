import { Suspense } from 'react'
import { lazyScreen, usePreload } from '../../shell/lazy-screen.tsx'
import { DateStep } from './date-step.tsx'
import { DocentStep, RoomStep } from './place-step.tsx'
import type { Wizard } from './use-wizard.ts'

// The later steps come while the first ones are answered.
const loadHourStep = () => import('./hour-step.tsx')
const loadSlotStep = () => import('./slot-step.tsx')
const HourStep = lazyScreen(loadHourStep)
const SlotStep = lazyScreen(loadSlotStep)

/** The steps before the form, each of which needs what those before it have chosen. */
export function WizardStep({ wizard }: { wizard: Wizard }) {
  usePreload([loadHourStep, loadSlotStep])
  const { step, event_date, docent, room, hour } = wizard.state
  const place = docent ?? room
  if (step === 1 || !event_date) return <DateStep wizard={wizard} />
  if (step === 2 || !place)
    return wizard.kind === 'tour' ? <DocentStep wizard={wizard} /> : <RoomStep wizard={wizard} />
  return (
    <Suspense>
      {step === 3 || hour === undefined ? (
        <HourStep wizard={wizard} date={event_date.date} place={place} />
      ) : (
        <SlotStep wizard={wizard} date={event_date.date} place={place} hour={hour} />
      )}
    </Suspense>
  )
}
