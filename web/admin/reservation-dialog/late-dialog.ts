import { lazy } from '../../shell/lazy.tsx'

/** Loaded by the frame ahead of need. */
export const ReservationDialog = lazy(() => import('./reservation-dialog.tsx'))
