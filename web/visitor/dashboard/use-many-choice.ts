import { useState } from 'react'
import { hasTierFor } from '../../../domain/tier.ts'
import { useMember } from '../components/use-member.ts'
import { useDayChoice, type DayProps } from './use-day-choice.ts'

export function useManyChoice(props: DayProps) {
  const member = useMember()
  const open = props.places.filter((place) => hasTierFor(member, place))
  const choice = useDayChoice(
    props,
    open.flatMap(({ slots }) => slots),
  )
  const [asked, setAsked] = useState<{ at: number; slot_ids: readonly number[] } | null>(null)
  return { member, asked, setAsked, ...choice }
}
