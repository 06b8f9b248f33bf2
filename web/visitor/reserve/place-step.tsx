import { listDocents, listRooms } from '../../../contract/places.ts'
import type { TierFlags } from '../../../domain/tier.ts'
import { labelledName, tierRefusal } from '../../components/tier.tsx'
import { useMember } from '../components/use-member.ts'
import { POLL_MS, useRead } from '../../api/reads/use-read.ts'
import { ChoiceList } from '../../ui/choice/choice-list.tsx'
import { EmptyState, StaleNote } from '../../ui/notice.tsx'
import { DATA_FAILURE, NotThere, StepFrame } from './step-frame.tsx'
import { useWanted, type Wizard } from './use-wizard.ts'
import type { Choices } from './wizard-state.ts'

type Place = TierFlags & { id: number; name: string; facts: string[]; choice: Choices }

export function DocentStep({ wizard }: { wizard: Wizard }) {
  const docents = useRead(listDocents, {}, { poll: POLL_MS })
  const places = docents.data?.map((docent) => ({
    ...docent,
    facts: [`${docent.language} · 시작 위치 ${docent.start_point}`],
    choice: { docent },
  }))
  return <PlaceStep wizard={wizard} read={docents} places={places} word="도슨트" />
}

export function RoomStep({ wizard }: { wizard: Wizard }) {
  const rooms = useRead(listRooms, {}, { poll: POLL_MS })
  const places = rooms.data?.map((room) => ({
    ...room,
    facts: [`${room.floor}층 · 최대 ${room.size}명`],
    choice: { room },
  }))
  return <PlaceStep wizard={wizard} read={rooms} places={places} word="미팅룸" />
}

const WITH_PARTICLE = { tour: '도슨트를', room: '미팅룸을' } as const

type Props = {
  wizard: Wizard
  read: {
    isError: boolean
    isFetching: boolean
    isRetrying: boolean
    refetch: () => unknown
    staleSince: string | null
  }
  places: readonly Place[] | undefined
  word: string
}

function PlaceStep({ wizard, read, places, word }: Props) {
  const member = useMember()
  const { docent, room, wanted } = wizard.state
  const asked = places?.find(({ id }) => id === wanted?.place)
  const isAllowed = asked !== undefined && tierRefusal(member, asked) === null
  useWanted(wizard, isAllowed ? asked.choice : undefined)
  const chosen = places?.find(({ id }) => id === (docent ?? room)?.id)
  const isReady = chosen !== undefined && tierRefusal(member, chosen) === null
  return (
    <StepFrame wizard={wizard} isReady={isReady}>
      <StaleNote since={read.staleSince} />
      {!places && <NotThere read={read} failure={DATA_FAILURE} />}
      {places?.length === 0 && (
        <EmptyState title={`등록된 ${word} 정보가 없습니다`}>등록되면 이 화면에 나타납니다.</EmptyState>
      )}
      {places && wanted?.place && !isAllowed && (
        <p className="wizard__note">
          {asked
            ? `${labelledName(asked)}: ${tierRefusal(member, asked)}`
            : `요청하신 ${word} 정보를 찾을 수 없습니다.`}{' '}
          다른 {WITH_PARTICLE[wizard.kind]} 선택해주세요.
        </p>
      )}
      {places && (
        <ChoiceList
          legend={word}
          name="place"
          choices={places.map((place) => {
            const refusal = tierRefusal(member, place)
            return {
              value: place.id,
              label: labelledName(place),
              notes: refusal === null ? place.facts : [...place.facts, refusal],
              disabled: refusal !== null,
            }
          })}
          selected={chosen?.id}
          onSelect={(id) => {
            const place = places.find((each) => each.id === id)
            if (place) wizard.take(place.choice)
          }}
        />
      )}
    </StepFrame>
  )
}
