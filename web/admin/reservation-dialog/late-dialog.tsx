import { Suspense, type ComponentProps } from 'react'
import { lazyScreen } from '../../shell/lazy-screen.tsx'
import type { ReservationDialog as Details } from './reservation-dialog.tsx'

/** Fetches the dialog; the frame of the screens does so ahead of need. */
export const loadReservationDialog = async () => ({
  default: (await import('./reservation-dialog.tsx')).ReservationDialog,
})

const Late = lazyScreen(loadReservationDialog)

/** The details of a reservation, which no screen has to bring along. */
export const ReservationDialog = (props: ComponentProps<typeof Details>) => (
  <Suspense fallback={null}>
    <Late {...props} />
  </Suspense>
)
