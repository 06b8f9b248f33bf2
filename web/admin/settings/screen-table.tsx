import { useState } from 'react'
import { listScreens, orderScreens, type RoomScreens, type Screen } from '../../../contract/admin/screens.ts'
import type { ResponseOf } from '../../../contract/endpoint.ts'
import { SCREEN_ORDERS, screenName, type ScreenOrder } from '../../../domain/screen.ts'
import { longMoment } from '../../components/moment-text.ts'
import { Badge } from '../../ui/list/badge.tsx'
import { Button } from '../../ui/controls.tsx'
import { IconButton } from '../../ui/list/icon-button.tsx'
import { Cell, Row, Table } from '../../ui/list/table.tsx'
import { madridTime } from '../../../domain/madrid-time.ts'
import { call } from '../../api/client.ts'
import { refresh } from '../../api/reads/use-read.ts'
import { tryWithToast } from '../components/with-toast.ts'
import { figures } from '../../ui/figures.ts'
import './screen-table.css'

type Props = {
  list: ResponseOf<typeof listScreens>
  onSetup: (room: RoomScreens) => void
  onRename: (of: RoomScreens, screen: Screen) => void
  onRemove: (name: string, screen: Screen) => void
}

const COLUMNS = [
  { name: '화면' },
  { name: '상태' },
  { name: '마지막 응답' },
  { name: '버전' },
  { name: '설정' },
  { name: '요청' },
  { name: '관리', quiet: true },
]

export function ScreenTable({ list, ...handlers }: Props) {
  const rooms = useSilentFirst(list.rooms)
  return (
    <div className="settings__screens">
      <Table label="현황판 화면" columns={COLUMNS}>
        {rooms.flatMap((of) =>
          of.screens.length === 0
            ? [<Bare key={`room-${of.room.id}`} of={of} onSetup={handlers.onSetup} />]
            : of.screens.map((screen, i) => (
                <ScreenRow key={screen.id} {...{ of, screen, list, ...handlers }} isFirst={i === 0} />
              )),
        )}
      </Table>
    </div>
  )
}

/** Screens that were silent at opening come first. Later changes move no row. */
function useSilentFirst(rooms: readonly RoomScreens[]): RoomScreens[] {
  const [silent] = useState(
    () =>
      new Set(
        rooms.flatMap(({ screens }) => screens.filter(({ is_silent }) => is_silent).map(({ id }) => id)),
      ),
  )
  const rank = ({ id }: Screen) => (silent.has(id) ? 0 : 1)
  return rooms
    .map((of) => ({ ...of, screens: [...of.screens].sort((a, b) => rank(a) - rank(b)) }))
    .sort((a, b) => Math.min(1, ...a.screens.map(rank)) - Math.min(1, ...b.screens.map(rank)))
}

type BareProps = { of: RoomScreens; onSetup: Props['onSetup'] }

const Bare = ({ of, onSetup }: BareProps) => (
  <Row>
    <Cell kind="title">
      <span translate="no">{of.room.name}</span>
    </Cell>
    <Cell label="상태">
      <span className="muted">설정된 화면 없음</span>
    </Cell>
    <Cell>{null}</Cell>
    <Cell>{null}</Cell>
    <Cell label="설정">
      <SetupButton of={of} onSetup={onSetup} />
    </Cell>
    <Cell>{null}</Cell>
    <Cell>{null}</Cell>
  </Row>
)

type ScreenRowProps = Props & { of: RoomScreens; screen: Screen; isFirst: boolean }

function ScreenRow({ of, screen, list, isFirst, onSetup, onRename, onRemove }: ScreenRowProps) {
  const { room, screens } = of
  const name = screenName(screen, room.name, screens)
  return (
    <Row>
      <Cell kind="title">
        <span>
          <span translate="no">{name}</span>
          {screen.name !== null && (
            <span {...figures('settings__beneath')}>
              {room.name} · {screen.width} × {screen.height}
            </span>
          )}
        </span>
      </Cell>
      <Cell label="상태">
        <span>
          <State isSilent={screen.is_silent} areOff={list.are_walls_off} />
          {screen.order && <span {...figures('settings__beneath')}>{orderText(screen.order)}</span>}
        </span>
      </Cell>
      <Cell label="마지막 응답">
        <span {...figures()}>{longMoment(screen.last_seen_at)}</span>
      </Cell>
      <Cell label="버전">
        {screen.build === list.build ? (
          '최신'
        ) : (
          <span>
            이전 버전 <span className="settings__beneath">{screen.build}</span>
          </span>
        )}
      </Cell>
      {/* One link per room. */}
      <Cell {...(isFirst && { label: '설정' })}>{isFirst && <SetupButton of={of} onSetup={onSetup} />}</Cell>
      <Cell label="요청">
        <span className="settings__orders">
          {SCREEN_ORDERS.map((order) => (
            <Button
              key={order}
              size="small"
              aria-label={`${name} ${ORDER_TEXT[order]}`}
              onClick={() => void giveOrder(order, [screen.id])}
            >
              {ORDER_TEXT[order]}
            </Button>
          ))}
        </span>
      </Cell>
      <Cell kind="actions">
        <IconButton icon="edit" name={`${name} 이름 변경`} onClick={() => onRename(of, screen)} />
        <IconButton icon="trash" kind="danger" name={`${name} 제거`} onClick={() => onRemove(name, screen)} />
      </Cell>
    </Row>
  )
}

function State({ isSilent, areOff }: { isSilent: boolean; areOff: boolean }) {
  if (!isSilent) return <Badge tone="approved">정상</Badge>
  return areOff ? <Badge tone="ended">꺼 두는 시간</Badge> : <Badge tone="rejected">응답 없음</Badge>
}

const SetupButton = ({ of, onSetup }: BareProps) => (
  <Button size="small" aria-label={`${of.room.name} 설정 링크`} onClick={() => onSetup(of)}>
    설정 링크
  </Button>
)

/** By then a listening screen has confirmed the order. */
const HEARD_MS = 2_000

/** Without `screen_ids`, to all screens. */
export async function giveOrder(order: ScreenOrder, screen_ids?: number[]) {
  const heard = await tryWithToast(
    () => call(orderScreens, { body: { order, ...(screen_ids && { screen_ids }) } }),
    '화면에 요청하지 못했습니다.',
  )
  if (heard) setTimeout(() => void refresh(listScreens), HEARD_MS)
  await refresh(listScreens)
}

const ORDER_TEXT: Readonly<Record<ScreenOrder, string>> = {
  identify: '이름 표시',
  reload: '새로 고침',
}

/** As in `이름 표시 10:31 전달됨`. */
function orderText({ kind, heard_at, state }: NonNullable<Screen['order']>): string {
  if (heard_at !== null) return `${ORDER_TEXT[kind]} ${madridTime(Date.parse(heard_at))} 전달됨`
  return `${ORDER_TEXT[kind]} ${state === 'waiting' ? '전달 중' : '전달되지 않음'}`
}
