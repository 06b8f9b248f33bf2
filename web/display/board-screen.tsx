import { useEffect, useEffectEvent, useMemo, type CSSProperties, type ReactNode } from 'react'
import { Link, useParams } from 'wouter'
import { topicOf } from '../../contract/topics.ts'
import { getRoomBoard, type RoomBoard } from '../../contract/display.ts'
import { madridDate, madridTime, type Instant } from '../../domain/madrid-time.ts'
import { boardAt, boardBlocks } from '../../domain/room-board.ts'
import { ApiError, NetworkError } from '../api/client.ts'
import { useChanges } from '../api/reads/use-changes.ts'
import { onServiceClock, useNow } from '../browser/clock.ts'
import { PATHS } from '../paths.ts'
import { useRead } from '../api/reads/use-read.ts'
import { wordOf } from './board-text.ts'
import { stepAt } from './day-layout.ts'
import { DayTimeline } from './day-timeline.tsx'
import { StatusPanel } from './status-panel.tsx'
import { useWall } from './use-wall.ts'
import './board.css'

const POLL_MS = 10_000
/** From this age on the board says from when it is. */
const OLD_MS = 30_000
/** The form of a room's number; for any other text the service has no answer. */
const ROOM_ID = /^[1-9]\d{0,8}$/

/** One room's state and day, for a screen beside its door. */
export default function BoardScreen() {
  const { id = '' } = useParams()
  const now = useNow(1_000)
  useWall(id, now)
  const { data, error, dataUpdatedAt, refetch } = useRead(getRoomBoard, { params: { id } }, { poll: POLL_MS })
  const topic = ROOM_ID.test(id) ? topicOf('room', id) : null
  useChanges(topic, () => void refetch(), { atOnce: true })
  const today = madridDate(now)
  const turnOver = useEffectEvent((date: string) => {
    if (data && data.date !== date) void refetch()
  })
  useEffect(() => turnOver(today), [today])
  // The service may be a moment behind, and answer the day before once more.
  const askAgain = useEffectEvent((instant: Instant) => {
    if (data && data.date !== madridDate(instant) && !error) void refetch({ cancelRefetch: false })
  })
  useEffect(() => askAgain(now), [now])
  // Yesterday's answer says nothing of today; within a day an older one still does.
  if (data?.date !== today) return error ? <Failure error={error} now={now} /> : <Waiting now={now} />
  const since = onServiceClock(dataUpdatedAt)
  return <RoomDay shown={data} now={now} since={now - since > OLD_MS ? madridTime(since) : null} />
}

type RoomDayProps = { shown: RoomBoard; now: Instant; since: string | null }

function RoomDay({ shown, now, since }: RoomDayProps) {
  const { room_info, date, time_slots, reservations } = shown
  const blocks = useMemo(() => boardBlocks(date, reservations), [date, reservations])
  const board = boardAt(blocks, now)
  return (
    <Wall title={room_info.name} tone={wordOf(board).tone} now={now}>
      <StatusPanel room={room_info} board={board} now={now} since={since} />
      <DayTimeline date={date} slots={time_slots} blocks={blocks} now={now} />
    </Wall>
  )
}

type WallProps = { title: string; tone: string; now: Instant; children: ReactNode }

function Wall({ title, tone, now, children }: WallProps) {
  useEffect(() => {
    document.title = title
  }, [title])
  const [x, y] = stepAt(now)
  const step = { '--step-x': x, '--step-y': y } as CSSProperties
  return (
    <main className="board" data-tone={tone} style={step}>
      {children}
    </main>
  )
}

const Waiting = ({ now }: { now: Instant }) => (
  <Wall title="회의실 현황" tone="unknown" now={now}>
    <div className="board__message" aria-busy="true">
      <h1 className="board__room">회의실 현황</h1>
      <p className="board__hint">불러오는 중</p>
    </div>
  </Wall>
)

const Failure = ({ error, now }: { error: Error; now: Instant }) => (
  <Wall title="회의실 현황" tone="unknown" now={now}>
    <div className="board__message">
      <div role="alert">
        <h1 className="board__room">{failureText(error)}</h1>
      </div>
      <p className="board__hint">10초마다 자동으로 다시 확인합니다.</p>
      <Link className="board__link" href={PATHS.display}>
        회의실 목록 보기
      </Link>
    </div>
  </Wall>
)

function failureText(error: Error): string {
  if (error instanceof NetworkError) return '서버에 연결할 수 없습니다. 네트워크를 확인해주세요.'
  const code = error instanceof ApiError ? error.code : null
  // An address that names no number names no room.
  if (code === 'room_not_found' || code === 'not_found') return '존재하지 않는 회의실입니다.'
  if (code === 'no_schedule_data') return '설정된 행사기간이 아닙니다.'
  return '회의실 정보를 불러오는데 실패했습니다. 잠시 후 다시 시도해주세요.'
}
