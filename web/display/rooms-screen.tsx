import { Link } from 'wouter'
import { topicOf } from '../../contract/topics.ts'
import { listDisplayRooms, type DisplayRoom } from '../../contract/display.ts'
import { useChanges } from '../api/reads/use-changes.ts'
import { boardAddress } from '../paths.ts'
import { POLL_MS, useRead } from '../api/reads/use-read.ts'
import { Icon } from '../ui/icon.tsx'
import { EmptyState, ReadError, RetryNote, StaleNote } from '../ui/notice.tsx'
import { Page } from '../ui/page.tsx'
import { Skeletons } from '../ui/skeleton.tsx'
import './rooms.css'

/** The meeting rooms, for hanging a board on a wall or finding a free one. */
export default function RoomsScreen() {
  const rooms = useRead(listDisplayRooms, {}, { poll: POLL_MS })
  useChanges(topicOf('rooms'), () => void rooms.refetch())
  return (
    <Page title="회의실 현황" width="full">
      <div className="stack">
        <h1 className="rooms-head">회의실 현황</h1>
        <StaleNote since={rooms.staleSince} />
        {rooms.data ? (
          <Rooms rooms={rooms.data} />
        ) : rooms.isError ? (
          <ReadError title="회의실 정보를 불러오는데 실패했습니다." read={rooms} />
        ) : (
          <div className="rooms" aria-busy="true">
            <RetryNote shown={rooms.isRetrying} />
            <Skeletons count={6} shape="card" />
          </div>
        )}
      </div>
    </Page>
  )
}

function Rooms({ rooms }: { rooms: readonly DisplayRoom[] }) {
  if (rooms.length === 0)
    return (
      <EmptyState title="등록된 회의실이 없습니다">
        관리자 센터에서 회의실을 등록하면 여기에 표시됩니다.
      </EmptyState>
    )
  return (
    <ul className="rooms">
      {rooms.map((room) => (
        <li key={room.id}>
          <Room room={room} />
        </li>
      ))}
    </ul>
  )
}

const Room = ({ room: { id, name, size, floor, has_available_slots } }: { room: DisplayRoom }) => (
  <Link className="rooms__card card" href={boardAddress(id)}>
    <span className="rooms__state" data-free={has_available_slots}>
      <Icon name={has_available_slots ? 'check' : 'close'} />
      {has_available_slots ? '사용 가능' : '사용 불가'}
    </span>
    <strong className="rooms__name" dir="auto">
      {name}
    </strong>
    <span className="muted">
      {floor}층 · 최대 {size}명
    </span>
  </Link>
)
