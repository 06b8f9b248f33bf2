import { useEffect } from 'react'
import type { OwnTimes } from '../own-times.ts'
import { useOwnTimes } from './use-own-times.ts'

type Props = { onKnown: (own: OwnTimes) => void }

/** Tells which times of a grid have to do with the member. */
export default function TellOwnTimes({ onKnown }: Props) {
  const own = useOwnTimes()
  useEffect(() => onKnown(own), [own, onKnown])
  return null
}
