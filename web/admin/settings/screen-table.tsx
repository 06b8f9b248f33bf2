import type { RoomScreens, Screen } from '../../../contract/admin/screens.ts'
import { longMoment } from '../../components/moment-text.ts'
import { Badge } from '../../ui/list/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/list/icon-button.tsx'
import { Cell, Row, Table } from '../../ui/list/table.tsx'
import './screen-table.css'

type Props = {
  rooms: readonly RoomScreens[]
  /** The build of the web app that screens are given now. */
  build: string | null
  onSetup: (room: RoomScreens) => void
  onRemove: (room: string, screen: Screen) => void
}

const COLUMNS = [
  { name: '미팅룸' },
  { name: '상태' },
  { name: '마지막 응답' },
  { name: '버전' },
  { name: '크기' },
  { name: '설정' },
  { name: '제거', quiet: true },
]

/** A row for each screen, and one for each room that has none. */
export const ScreenTable = ({ rooms, build, onSetup, onRemove }: Props) => (
  <div className="settings__screens">
    <Table label="현황판 화면" columns={COLUMNS}>
      {rooms.flatMap((each) =>
        each.screens.length === 0
          ? [<Bare key={`room-${each.room.id}`} of={each} onSetup={onSetup} />]
          : each.screens.map((screen, i) => (
              <ScreenRow
                key={screen.id}
                of={each}
                number={each.screens.length > 1 ? i + 1 : null}
                screen={screen}
                build={build}
                onSetup={onSetup}
                onRemove={onRemove}
              />
            )),
      )}
    </Table>
  </div>
)

type BareProps = { of: RoomScreens; onSetup: Props['onSetup'] }

const Bare = ({ of, onSetup }: BareProps) => (
  <Row>
    <Cell kind="title">{of.room.name}</Cell>
    <Cell label="상태">
      <span className="muted">설정된 화면 없음</span>
    </Cell>
    <Cell>{null}</Cell>
    <Cell>{null}</Cell>
    <Cell>{null}</Cell>
    <Cell label="설정">
      <SetupButton of={of} onSetup={onSetup} />
    </Cell>
    <Cell>{null}</Cell>
  </Row>
)

type ScreenRowProps = BareProps &
  Pick<Props, 'build' | 'onRemove'> & { number: number | null; screen: Screen }

function ScreenRow({ of, number, screen, build, onSetup, onRemove }: ScreenRowProps) {
  const name = number === null ? of.room.name : `${of.room.name} · 화면 ${number}`
  // The link is the room's.
  const isFirst = (number ?? 1) === 1
  return (
    <Row>
      <Cell kind="title">{name}</Cell>
      <Cell label="상태">
        <Badge tone={screen.is_silent ? 'rejected' : 'approved'}>
          {screen.is_silent ? '응답 없음' : '정상'}
        </Badge>
      </Cell>
      <Cell label="마지막 응답">
        <span className="numerals">{longMoment(screen.last_seen_at)}</span>
      </Cell>
      <Cell label="버전">
        {screen.build === build ? (
          '최신'
        ) : (
          <span>
            이전 버전 <span className="settings__beneath">{screen.build}</span>
          </span>
        )}
      </Cell>
      <Cell label="크기">
        <span className="numerals">
          {screen.width} × {screen.height}
        </span>
      </Cell>
      <Cell {...(isFirst && { label: '설정' })}>{isFirst && <SetupButton of={of} onSetup={onSetup} />}</Cell>
      <Cell kind="actions">
        <IconButton
          icon="trash"
          kind="danger"
          name={`${name} 제거`}
          onClick={() => onRemove(of.room.name, screen)}
        />
      </Cell>
    </Row>
  )
}

const SetupButton = ({ of, onSetup }: BareProps) => (
  <Button size="small" aria-label={`${of.room.name} 설정 링크`} onClick={() => onSetup(of)}>
    설정 링크
  </Button>
)
