import type { ComponentProps } from 'react'
import { lazy } from '../../shell/lazy.tsx'
import type { useOpenedReservation } from './use-opened-reservation.ts'

/** Loaded by the frame ahead of need. */
export const ReservationDialog = lazy(() => import('./reservation-dialog.tsx'))

type Props = Pick<ComponentProps<typeof ReservationDialog>, 'places'> &
  Pick<ReturnType<typeof useOpenedReservation>, 'opened' | 'close'>

export const OpenedReservation = ({ opened, close, places }: Props) =>
  opened && (
    <ReservationDialog key={opened.id} reservation={opened} places={places} onClose={() => close(opened)} />
  )
