import { useEffect } from 'react'
import type { OwnTimes } from '../own-times.ts'
import { useOwnTimes } from './use-own-times.ts'

type Props = { onKnown: (own: OwnTimes) => void }

/** Tells which times are the member's own. A part, because the rules of reservations would weigh on the first grid. */
export default function TellOwnTimes({ onKnown }: Props) {
  const own = useOwnTimes()
  useEffect(() => onKnown(own), [own, onKnown])
  return null
}
