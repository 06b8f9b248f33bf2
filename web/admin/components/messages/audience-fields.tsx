import type { AudienceInput } from '../../../../contract/admin/messages.ts'
import { listDocentsAsAdmin, listRoomsAsAdmin } from '../../../../contract/admin/place-lists.ts'
import { useRead } from '../../../api/reads/use-read.ts'
import { ChoiceBar } from '../../../ui/choice/choice-bar.tsx'
import { SelectField } from '../../../ui/controls.tsx'
import { TIER_FILTERS } from '../use-members.ts'
import { Options } from '../options.tsx'

type Props = { audience: AudienceInput; onChange: (audience: AudienceInput) => void }

/** The tier of members, or the place of reservations. */
export function AudienceFields({ audience: { members, reservations }, onChange }: Props) {
  const docents = useRead(listDocentsAsAdmin, {}, { enabled: !members }).data ?? []
  const rooms = useRead(listRoomsAsAdmin, {}, { enabled: !members }).data ?? []
  if (members)
    return (
      <ChoiceBar
        label="등급"
        choices={TIER_FILTERS}
        chosen={members.user_filter ?? 'all'}
        onChoose={(user_filter) => onChange({ members: { ...members, user_filter } })}
      />
    )
  const { docent_id, room_id, ...others } = reservations!
  const places = [
    ...(others.type === 'meeting' ? [] : docents.map(({ id, name }) => ({ id: `docent_id ${id}`, name }))),
    ...(others.type === 'tour' ? [] : rooms.map(({ id, name }) => ({ id: `room_id ${id}`, name }))),
  ]
  const choose = (value: string) => {
    const [field, id] = value.split(' ')
    onChange({ reservations: { ...others, ...(id && { [field!]: Number(id) }) } })
  }
  return (
    <SelectField
      label="도슨트·미팅룸"
      name=""
      value={docent_id ? `docent_id ${docent_id}` : room_id ? `room_id ${room_id}` : ''}
      hint="계정 없이 예약한 방문자는 이메일이 없어 받지 않습니다."
      onChange={({ currentTarget }) => choose(currentTarget.value)}
    >
      <option value="">전체</option>
      <Options of={places} text={({ name }) => name} />
    </SelectField>
  )
}
