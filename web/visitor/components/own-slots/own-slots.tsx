import { useEffect } from 'react'
import { useOwnSlots } from './use-own-slots.ts'

type Props = { onKnown: (slots: ReadonlySet<number>) => void }

/** Tells which slots are the member's own. A part, because the rules of reservations would weigh on the first grid. */
export default function OwnSlots({ onKnown }: Props) {
  const slots = useOwnSlots()
  useEffect(() => onKnown(slots), [slots, onKnown])
  return null
}
