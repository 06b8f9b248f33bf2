import { useEffect, useState } from 'react'
import TakenDialog, { type TakenGrid } from '../waitlist/taken-dialog.tsx'
import { useOwnTimes, type OwnTimes } from './use-own-times.ts'

type Props = {
  onKnown: (own: OwnTimes) => void
  grid?: TakenGrid | undefined
}

export default function TellOwnTimes({ onKnown, grid }: Props) {
  const own = useOwnTimes()
  const [asked, ask] = useState<readonly number[] | null>(null)
  useEffect(() => onKnown({ ...own, ask }), [own, onKnown])
  return asked && grid && <TakenDialog {...grid} slot_ids={asked} onClose={() => ask(null)} />
}
