import { useState, type CSSProperties, type FocusEvent } from 'react'
import { Link } from 'wouter'
import { topicOf } from '../../contract/topics.ts'
import { listDisplayRooms } from '../../contract/display.ts'
import { getPublicInfo, type PublicInfo } from '../../contract/public-info.ts'
import { koreanDate, madridTime, type Instant } from '../../domain/madrid-time.ts'
import { useChanges, POLL_MS } from '../api/reads/use-read.ts'
import { boardAddress } from '../paths.ts'
import { useNow } from '../browser/clock.ts'
import { EmptyState, ReadError, Skeletons, Page } from '../ui/page.tsx'
import { lazy } from '../shell/lazy.tsx'
import { placeText } from './board-text.ts'
import { gridOf } from './rooms-layout.ts'
import { bookableText, cardText, isOver, type ListedRoom } from './rooms-text.ts'
import { ON_WALL } from './served-build.ts'
import { usePages, useWallShape } from './use-pages.ts'
import { useListWall } from './use-wall.ts'
import { useWallRead } from './use-wall-read.ts'
import { figures } from '../ui/figures.ts'
import './rooms.css'

const HallFace = lazy(() => import('./face/hall-face.tsx'), ON_WALL)

export default function RoomsScreen() {
  const now = useNow(1_000)
  const rooms = useWallRead(listDisplayRooms, {}, now, {
    poll: POLL_MS,
    isOver: (all, instant) => all.some((room) => isOver(room, instant)),
  })
  const info = useWallRead(getPublicInfo, {}, now, { poll: POLL_MS }).said?.data ?? null
  useChanges(topicOf('rooms'), () => void rooms.refetch(), { atOnce: true })
  const { isWall, isUpright } = useWallShape()
  useListWall(isWall, now)
  const shown = rooms.said?.data
  const hasFace = info?.face.logo || info?.face.accent_colour
  return (
    <Page title="미팅룸 현황" width="full">
      <div className="hall">
        <header className="hall__head">
          {hasFace && <HallFace info={info} />}
          <div className="hall__names">
            <p className="hall__event" translate="no">
              {info?.event_name}
            </p>
            <h1 className="hall__title">미팅룸 현황</h1>
          </div>
          {rooms.since !== null && <p {...figures('hall__since')}>{rooms.since} 기준</p>}
          <time {...figures('hall__clock')}>{madridTime(now)}</time>
        </header>
        {shown ? (
          <>
            <NextDay rooms={shown} info={info} />
            <Rooms rooms={shown} now={now} isWall={isWall} isUpright={isUpright} />
          </>
        ) : rooms.failure ? (
          <ReadError title="회의실 정보를 불러오는데 실패했습니다." read={rooms} />
        ) : (
          <div className="hall__rooms" aria-busy="true">
            <Skeletons count={6} shape="card" />
          </div>
        )}
      </div>
    </Page>
  )
}

function NextDay({ rooms, info }: { rooms: readonly ListedRoom[]; info: PublicInfo | null }) {
  const isOver = rooms.every(({ state, until }) => state === 'closed' && until === null)
  if (rooms.length === 0 || !isOver || !info?.next_date) return null
  return <p {...figures('hall__next-day')}>다음 행사일 {koreanDate(info.next_date)}</p>
}

type RoomsProps = { rooms: readonly ListedRoom[]; now: Instant; isWall: boolean; isUpright: boolean }

function Rooms({ rooms, now, isWall, isUpright }: RoomsProps) {
  const { pages, perPage, columns, rows } = isWall
    ? gridOf(rooms.length, isUpright)
    : { pages: 1, perPage: rooms.length, columns: 1, rows: 1 }
  const [isHeld, setHeld] = useState(false)
  const page = usePages(pages, isHeld)
  if (rooms.length === 0)
    return (
      <EmptyState title="등록된 미팅룸이 없습니다">
        관리자 센터에서 미팅룸을 등록하면 여기에 표시됩니다.
      </EmptyState>
    )
  // Taps focus without `:focus-visible`; keyboard users are reading, so pages stop.
  const hold = ({ target }: FocusEvent) => setHeld(target.matches(':focus-visible'))
  return (
    <div className="hall__pages" onFocus={hold} onBlur={() => setHeld(false)}>
      <ul
        className="hall__rooms"
        key={page}
        style={{ '--columns': columns, '--rows': rows } as CSSProperties}
      >
        {rooms.slice(page * perPage, (page + 1) * perPage).map((room) => (
          <li key={room.id}>
            <Room room={room} now={now} />
          </li>
        ))}
      </ul>
      {pages > 1 && <Pager page={page} pages={pages} />}
    </div>
  )
}

function Room({ room, now }: { room: ListedRoom; now: Instant }) {
  const { tone, english, korean, line } = cardText(room, now)
  return (
    <Link className="hall__card" style={{ background: `var(--board-${tone})` }} href={boardAddress(room.id)}>
      <strong className="two-lines hall__name" dir="auto" translate="no">
        {room.name}
      </strong>
      <span className="hall__state">
        {english && (
          <span className="hall__word" lang="en">
            {english}
          </span>
        )}
        <span>{korean}</span>
      </span>
      <span {...figures('hall__until')}>{line}</span>
      <span {...figures()}>
        {placeText(room)} · {bookableText(room)}
      </span>
    </Link>
  )
}

const Pager = ({ page, pages }: { page: number; pages: number }) => (
  <div className="hall__pager" role="img" aria-label={`${pages}쪽 중 ${page + 1}쪽`}>
    {Array.from({ length: pages }, (_, i) => (
      <span key={i} className="hall__dot" data-current={i === page || undefined} />
    ))}
  </div>
)
