import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { listDisplayRooms } from '../../contract/display.ts'
import { getPublicInfo } from '../../contract/public-info.ts'
import { koreanDate, type Instant } from '../../domain/madrid-time.ts'
import { NetworkError } from '../api/client.ts'
import { POLL_MS } from '../api/reads/use-read.ts'
import { PATHS } from '../paths.ts'
import { BoardHead, BoardWall } from './board-wall.tsx'
import { useWallRead } from './use-wall-read.ts'
import { figures } from '../ui/figures.ts'

type Frame = { name: string | null; now: Instant; since: string | null }

export function NoEvent({ id, isDay, ...frame }: Frame & { id: string; isDay: boolean }) {
  const rooms = useWallRead(listDisplayRooms, {}, frame.now, { poll: POLL_MS })
  const info = useWallRead(getPublicInfo, {}, frame.now, { poll: POLL_MS })
  const room = rooms.last?.find((each) => String(each.id) === id)
  const next = info.said?.data?.next_date
  return (
    <Message
      {...frame}
      name={room?.name ?? frame.name}
      title={isDay ? '오늘은 이 회의실의 예약 시간이 없습니다.' : '설정된 행사기간이 아닙니다.'}
    >
      {next && <p {...figures('board__next-day')}>다음 행사일 {koreanDate(next)}</p>}
    </Message>
  )
}

export const NoRoom = (frame: Frame) => <Message {...frame} title="존재하지 않는 회의실입니다." />

export const Failure = ({ failure, ...frame }: Frame & { failure: Error }) => (
  <Message
    {...frame}
    title={
      failure instanceof NetworkError
        ? '서버에 연결할 수 없습니다. 네트워크를 확인해주세요.'
        : '회의실 정보를 불러오는데 실패했습니다. 잠시 후 다시 시도해주세요.'
    }
  />
)

const UNNAMED = '미팅룸 현황'

function Message({ name, now, since, title, children }: Frame & { title: string; children?: ReactNode }) {
  return (
    <BoardWall title={name ?? UNNAMED} tone="unknown" now={now}>
      <div className="board__message">
        <BoardHead name={name ?? UNNAMED} now={now} since={since} />
        <div role="alert">
          <h2 className="board__announced">{title}</h2>
          {children}
        </div>
        <div>
          <p className="board__hint">10초마다 자동으로 다시 확인합니다.</p>
          <Link className="board__link" href={PATHS.display}>
            미팅룸 목록 보기
          </Link>
        </div>
      </div>
    </BoardWall>
  )
}

export const Waiting = ({ name, now, since }: Frame) => (
  <BoardWall title={name ?? UNNAMED} tone="unknown" now={now}>
    <div className="board__message" aria-busy="true">
      <BoardHead name={name ?? UNNAMED} now={now} since={since} />
      <p className="board__hint">불러오는 중</p>
    </div>
  </BoardWall>
)
