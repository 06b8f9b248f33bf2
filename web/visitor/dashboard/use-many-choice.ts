import { hasTierFor } from '../../../domain/tier.ts'
import { useMember } from '../components/use-member.ts'
import { useDayChoice, type DayProps } from './use-day-choice.ts'

/** The choice in a view of many docents or rooms: those that the member's tier opens are looked at. */
export function useManyChoice(props: DayProps) {
  const member = useMember()
  const open = props.places.filter((place) => hasTierFor(member, place))
  const choice = useDayChoice(
    props,
    open.flatMap(({ slots }) => slots),
  )
  return { member, ...choice }
}
