import { listDocents, listRooms } from '../../../contract/places.ts'
import { labelledName, tierRefusal } from '../../components/tier.tsx'
import type { ChosenPlace } from '../../paths.ts'
import { factsOf } from '../components/places.ts'
import { useMember } from '../components/use-member.ts'
import { usePolled } from '../../api/reads/use-read.ts'
import { ChoiceList } from '../../ui/choice/choice-list.tsx'
import { EmptyState, StaleNote } from '../../ui/page.tsx'
import { NotThere, StepFrame } from './step-frame.tsx'
import { useWanted, WIZARDS, type Wizard } from './use-wizard.ts'

export default function PlaceStep({ wizard }: { wizard: Wizard }) {
  const member = useMember()
  const { kind } = wizard
  const { place: word, placeObject } = WIZARDS[kind]
  const docents = usePolled(listDocents, {}, { enabled: kind === 'tour' })
  const rooms = usePolled(listRooms, {}, { enabled: kind === 'room' })
  const read = kind === 'tour' ? docents : rooms
  const places =
    kind === 'tour'
      ? docents.data?.map((place): ChosenPlace => ({ kind, place }))
      : rooms.data?.map((place): ChosenPlace => ({ kind, place }))
  const { place: before, wanted } = wizard.state
  const find = (id: number | undefined) => places?.find(({ place }) => place.id === id)?.place
  const asked = find(wanted?.place)
  const isAllowed = asked !== undefined && tierRefusal(member, asked) === null
  useWanted(wizard, isAllowed ? { place: asked } : undefined)
  const chosen = find(before?.id)
  const isReady = chosen !== undefined && tierRefusal(member, chosen) === null
  return (
    <StepFrame wizard={wizard} isReady={isReady}>
      <StaleNote since={read.staleSince} />
      {!places && <NotThere read={read} />}
      {places?.length === 0 && (
        <EmptyState title={`등록된 ${word} 정보가 없습니다`}>등록되면 이 화면에 나타납니다.</EmptyState>
      )}
      {places && wanted?.place && !isAllowed && (
        <p className="note" data-large>
          {`${
            asked
              ? `${labelledName(asked)}: ${tierRefusal(member, asked)}`
              : `요청하신 ${word} 정보를 찾을 수 없습니다.`
          } 다른 ${placeObject} 선택해주세요.`}
        </p>
      )}
      {places && (
        <ChoiceList
          legend={word}
          name="place"
          choices={places.map((each) => {
            const refusal = tierRefusal(member, each.place)
            const facts = factsOf(each).join(' · ')
            return {
              value: each.place.id,
              label: labelledName(each.place),
              notes: refusal === null ? [facts] : [facts, refusal],
              disabled: refusal !== null,
            }
          })}
          selected={chosen?.id}
          onSelect={(id) => {
            const place = find(id)
            if (place) wizard.take({ place })
          }}
        />
      )}
    </StepFrame>
  )
}
