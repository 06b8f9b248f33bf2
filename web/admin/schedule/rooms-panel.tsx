import type { Room } from '../../../contract/place.ts'
import { listRoomsAsAdmin } from '../../../contract/admin/place-lists.ts'
import { addRoom, changeRoom, roomToBeTold } from '../../../contract/admin/places.ts'
import { LoadState, useReads } from '../components/load-state.tsx'
import { call } from '../../api/client.ts'
import { usePolled } from '../../api/reads/use-read.ts'
import { TierBadge } from '../../components/tier.tsx'
import { Field } from '../../ui/controls.tsx'
import { Cell } from '../../ui/list/table.tsx'
import { ItemList } from './item-list.tsx'
import { Panel } from './panel.tsx'
import { PlaceForm } from './place-form.tsx'
import { Several } from './several/several.tsx'
import { ROOMS } from './deletable-resource.ts'

export function RoomsPanel() {
  const rooms = usePolled(listRoomsAsAdmin, {})
  const reads = useReads({ rooms }, '미팅룸 목록을 불러오는데 실패했습니다.')
  return (
    <Panel
      title="미팅룸 관리"
      staleSince={reads.staleSince}
      aside={
        <>
          <RoomForm />
          <Several kind="rooms" names={reads.data?.rooms.map(({ name }) => name) ?? []} />
        </>
      }
    >
      <LoadState reads={reads}>
        {({ rooms }) => (
          <ItemList
            resource={ROOMS}
            items={rooms}
            columns={[{ name: '이름' }, { name: '층', numeric: true }, { name: '수용 인원', numeric: true }]}
            renderCells={cellsOf}
            renderForm={(room, onClose) => <RoomForm room={room} onClose={onClose} />}
            whenEmpty="미팅을 열 미팅룸을 하나씩, 또는 표를 붙여넣어 한꺼번에 추가해주세요."
          />
        )}
      </LoadState>
    </Panel>
  )
}

const cellsOf = (room: Room) => (
  <>
    <Cell kind="title">
      <span translate="no">{room.name}</span> <TierBadge of={room} />
    </Cell>
    <Cell label="층" numeric>
      {`${room.floor}층`}
    </Cell>
    <Cell label="수용 인원" numeric>
      {`${room.size}명`}
    </Cell>
  </>
)

const readOne = async (wanted: number) => (await call(listRoomsAsAdmin, {})).find(({ id }) => id === wanted)

const tellingOf = ({ id }: Room) => ({ kind: 'GROUP_MEETING', id, count: roomToBeTold }) as const

const NUMBER = { type: 'number', inputMode: 'numeric', min: 1, max: 999, required: true } as const

const RoomForm = ({ room, onClose }: { room?: Room; onClose?: () => void }) => (
  <PlaceForm
    noun="미팅룸"
    schema={addRoom.body!}
    send={(body, expected, idempotencyKey) =>
      expected
        ? call(changeRoom, { params: { id: expected.id }, body: { ...body, expected } })
        : call(addRoom, { body }, { idempotencyKey })
    }
    {...(room && { place: room, telling: tellingOf(room), readLatest: () => readOne(room.id) })}
    {...(onClose && { onClose })}
  >
    {(field) => (
      <>
        <Field {...field('floor', '층')} label="층" {...NUMBER} />
        <Field {...field('size', '명')} label="수용 인원" {...NUMBER} />
      </>
    )}
  </PlaceForm>
)
