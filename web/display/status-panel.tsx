import type { Instant } from '../../domain/madrid-time.ts'
import type { BoardBlock, BoardDay } from '../../domain/room-board.ts'
import type { RoomMoment } from '../../domain/room-state.ts'
import { countdownText, lineText, placeText, titleText, WORDS } from './board-text.ts'
import { BoardHead } from './board-wall.tsx'
import { figures } from '../ui/figures.ts'

type Props = {
  room: BoardDay['room_info']
  moment: RoomMoment<BoardBlock>
  now: Instant
  since: string | null
}

export function StatusPanel({ room, moment, now, since }: Props) {
  const { english, korean } = WORDS[moment.board]
  const line = moment.board === 'available' && lineText(moment)
  return (
    <section className="board__panel" aria-label="현재 상태">
      <div className="board__said">
        <BoardHead name={room.name} now={now} since={since}>
          <p className="board__hint">{placeText(room)}</p>
        </BoardHead>
        <div className="board__status">
          <p role="status">
            <strong className="board__word" lang="en">
              {english}
            </strong>
            <span className="board__korean">{korean}</span>
          </p>
          {line && <p {...figures('board__until')}>{line}</p>}
        </div>
        <Meeting moment={moment} now={now} />
      </div>
    </section>
  )
}

/** Characters that fit on one line. */
const ONE_LINE = 16

function Meeting({ moment, now }: Pick<Props, 'moment' | 'now'>) {
  const { board, until, meeting, next } = moment
  // The room's state already shows a closed day.
  if (!meeting)
    return <p className="two-lines board__title">{until !== null && '오늘 남은 예약이 없습니다'}</p>
  const isOn = meeting.starts_at <= now
  return (
    <div>
      <section aria-label={isOn ? '이용 중' : '다음 예약'}>
        <p className="board__hint" aria-hidden="true">
          {isOn ? 'Now · 이용 중' : 'Next · 다음 예약'}
        </p>
        <p className="two-lines board__title" data-long={meeting.title.length > ONE_LINE}>
          <bdi>{titleText(meeting.title)}</bdi>
        </p>
        <p className="two-lines board__name">
          <bdi translate="no">{meeting.name}</bdi>
        </p>
        <p className="board__time">
          <span {...figures()}>
            {meeting.start_time} ~ {meeting.end_time}
          </span>
          <span {...figures('board__pill')}>{countdownText(moment, now)}</span>
        </p>
      </section>
      {board === 'end_soon' && next && <Next block={next} />}
    </div>
  )
}

const Next = ({ block: { start_time, end_time, title, name } }: { block: BoardBlock }) => (
  <section className="board__next" aria-label="다음 예약">
    <p {...figures('board__hint')}>
      <span aria-hidden="true">Next · 다음 예약 </span>
      {start_time} ~ {end_time}
    </p>
    <p className="two-lines board__name">
      <bdi>{titleText(title)}</bdi>
      {name && <bdi translate="no">{` · ${name}`}</bdi>}
    </p>
  </section>
)
