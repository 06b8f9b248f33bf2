import { useMemo } from 'react'
import { listDocents, listRooms } from '../../../../contract/places.ts'
import type { Reservation } from '../../../../contract/reservation.ts'
import type { WaitlistEntry } from '../../../../contract/waitlist.ts'
import type { TierFlags } from '../../../../domain/tier.ts'
import { useRead } from '../../../api/reads/use-read.ts'
import { labelledName } from '../../../components/tier.tsx'

type Place = { id: number | null; name: string }

export function useTierLabels(options: { enabled?: boolean } = {}) {
  const docents = useRead(listDocents, {}, options)
  const rooms = useRead(listRooms, {}, options)
  const isKnown = [docents, rooms].every((read) => read.isSettled)
  return useMemo(
    () => ({
      /** Also true if they could not be loaded. */
      isKnown,
      withLabel: <One extends Reservation | WaitlistEntry>(one: One): One => {
        if ('available_tour' in one) {
          const docent = labelled(one.available_tour.docent, docents.data)
          return { ...one, available_tour: { ...one.available_tour, docent } }
        }
        return 'docent' in one
          ? { ...one, docent: labelled(one.docent, docents.data) }
          : { ...one, room: labelled(one.room, rooms.data) }
      },
    }),
    [docents.data, rooms.data, isKnown],
  )
}

function labelled<P extends Place>(place: P, all: readonly (TierFlags & { id: number })[] = []): P {
  const found = all.find(({ id }) => id === place.id)
  return found ? { ...place, name: labelledName({ ...found, name: place.name }) } : place
}
