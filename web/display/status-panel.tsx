import type { RoomBoard } from '../../contract/display.ts'
import type { Instant } from '../../domain/madrid-time.ts'
import type { Board } from '../../domain/room-board.ts'
import { countdownText, wordOf } from './board-text.ts'

type Props = {
  room: RoomBoard['room_info']
  board: Board
  now: Instant
  /** From when this is, when it is not from now. */
  since: string | null
}

/** The part read from five metres: whether the room is free, until when, and who is in it or comes next. */
export function StatusPanel({ room, board, now, since }: Props) {
  const { english, korean } = wordOf(board)
  return (
    <section className="board__panel" aria-label="현재 상태">
      <div className="board__said">
        <div>
          <h1 className="board__room">
            <bdi>{room.name}</bdi>
          </h1>
          <p className="board__hint">
            {room.floor}층 · 최대 {room.size}명{since && <span className="numerals"> · {since} 기준</span>}
          </p>
        </div>
        <p className="board__status" role="status">
          <strong className="board__word" lang="en">
            {english}
          </strong>
          <span className="board__korean">{korean}</span>
        </p>
        <Meeting board={board} now={now} />
      </div>
    </section>
  )
}

function Meeting({ board, now }: Pick<Props, 'board' | 'now'>) {
  const { meeting } = board
  if (!meeting) return <p className="board__title">오늘 남은 예약이 없습니다</p>
  return (
    <section className="board__meeting" aria-label={meeting.starts_at <= now ? '진행 중' : '다음 예약'}>
      <p className="board__hint" aria-hidden="true">
        {meeting.starts_at <= now ? 'Now · 진행 중' : 'Next · 다음 예약'}
      </p>
      <p className="board__title">
        <bdi>{meeting.title}</bdi>
      </p>
      <p className="board__name">
        <bdi>{meeting.name}</bdi>
      </p>
      <p className="board__time">
        <span className="numerals">
          {meeting.start_time} ~ {meeting.end_time}
        </span>
        <span className="board__pill numerals">{countdownText(board, now)}</span>
      </p>
    </section>
  )
}
