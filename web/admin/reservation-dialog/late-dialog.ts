import { lazy } from '../../shell/lazy.tsx'

/** The details of a reservation, which no screen has to bring along; the frame of the screens fetches them ahead of need. */
export const ReservationDialog = lazy(() => import('./reservation-dialog.tsx'))
