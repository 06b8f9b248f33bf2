import { useMemo } from 'react'
import { useLocation } from 'wouter'
import { topicOf } from '../../contract/topics.ts'
import { getRoomBoard } from '../../contract/display.ts'
import { madridDate, type Instant } from '../../domain/madrid-time.ts'
import { boardDay, type BoardDay } from '../../domain/room-board.ts'
import { roomAt } from '../../domain/room-state.ts'
import { useChanges } from '../api/reads/use-read.ts'
import { useNow } from '../browser/clock.ts'
import { Failure, NoEvent, NoRoom, Waiting } from './board-message.tsx'
import { WORDS } from './board-text.ts'
import { BoardWall } from './board-wall.tsx'
import { DayTimeline } from './day-timeline.tsx'
import { StatusPanel } from './status-panel.tsx'
import { useWall } from './use-wall.ts'
import { useWallRead } from './use-wall-read.ts'
import { paramOf } from '../paths.ts'

const POLL_MS = 10_000
/** Only room ids have a change stream. */
const ROOM_ID = /^[1-9]\d{0,8}$/

export default function BoardScreen() {
  const id = paramOf(useLocation()[0])
  return <Board key={id} id={id} />
}

function Board({ id }: { id: string }) {
  const now = useNow(1_000)
  useWall(id, now)
  const { said, last, failure, since, refetch } = useWallRead(getRoomBoard, { params: { id } }, now, {
    poll: POLL_MS,
    // The service answers `not_found` to addresses that are no id.
    refusals: ['no_schedule_data', 'room_not_found', 'not_found'],
    dateOf: ({ date }: BoardDay) => date,
  })
  useChanges(ROOM_ID.test(id) ? topicOf('room', id) : null, () => void refetch(), { atOnce: true })
  const frame = { now, since, name: last?.room_info.name ?? null }
  if (said === null) return failure ? <Failure {...frame} failure={failure} /> : <Waiting {...frame} />
  if (said.refusal?.startsWith('no_'))
    return <NoEvent {...frame} id={id} isDay={said.refusal === 'no_slots'} />
  if (said.refusal || said.data === null) return <NoRoom {...frame} />
  return <RoomDay shown={said.data} now={now} since={since} />
}

type RoomDayProps = { shown: BoardDay; now: Instant; since: string | null }

function RoomDay({ shown, now, since }: RoomDayProps) {
  const { room_info, date = madridDate(now) } = shown
  const day = useMemo(() => boardDay(date, shown), [date, shown])
  const moment = roomAt(day, now)
  return (
    <BoardWall title={room_info.name} tone={WORDS[moment.board].tone} now={now}>
      <StatusPanel room={room_info} moment={moment} now={now} since={since} />
      <DayTimeline date={date} day={day} now={now} />
    </BoardWall>
  )
}
