import type { ReactNode } from 'react'
import type { DaySheet, SheetEntry } from '../../../contract/day-sheet.ts'
import { EARLY_END_TEXT } from '../../../contract/reservation.ts'
import { ERASED_TEXT } from '../../../contract/text/applicant-text.ts'
import { VISITOR_FIELDS } from '../../../contract/visitor.ts'
import { standings, type Standing } from '../../../domain/day-sheet.ts'
import { koreanDate, type Instant } from '../../../domain/madrid-time.ts'
import { Badge } from '../../ui/list/badge.tsx'
import { EmptyState } from '../../ui/page.tsx'
import { Cell, Row, Table } from '../../ui/list/table.tsx'
import { momentText, realRange } from '../reservation/reservation-text.ts'
import { figures } from '../../ui/figures.ts'
import './day-sheet.css'
import './tokens.css'

export const placeOf = (sheet: DaySheet): { name: string; where: string } =>
  sheet.type === 'VIP_TOUR'
    ? { name: sheet.docent.name, where: `${sheet.docent.language} · ${sheet.docent.start_point}` }
    : { name: sheet.room.name, where: `${sheet.room.floor}층 · ${sheet.room.size}명` }

type Props = {
  eventName: string
  sheet: DaySheet
  now: Instant
  /** `HH:MM` if the data could not be refreshed: printed, since paper shows no connection state. */
  staleSince: string | null
  arrivalOf?: ((entry: SheetEntry) => ReactNode) | undefined
}

export function DaySheetPage({ eventName, sheet, now, staleSince, arrivalOf }: Props) {
  const { date, entries, type } = sheet
  const { name, where } = placeOf(sheet)
  const kind = type === 'VIP_TOUR' ? '투어' : '미팅'
  return (
    <section className="day-sheet stack" data-gap="12" aria-label={`${name} 데이 시트`}>
      <header className="day-sheet__head">
        <p className="small muted" translate="no">
          {eventName}
        </p>
        <h2 translate="no">{name}</h2>
        <p {...figures('day-sheet__about')}>
          <span translate="no">{koreanDate(date)}</span>
          <span>{where}</span>
          <span>
            {kind} {entries.length}건
          </span>
        </p>
        <p {...figures('day-sheet__printed')}>
          {momentText(now)} 인쇄{staleSince !== null && ` · ${staleSince}에 받은 예약`}
        </p>
      </header>
      {entries.length > 0 ? (
        <Table
          label={`${name} ${kind} 일정`}
          columns={arrivalOf ? [...COLUMNS[type], { name: '도착' }] : COLUMNS[type]}
        >
          <Entries entries={entries} now={now} arrivalOf={arrivalOf} />
        </Table>
      ) : (
        <EmptyState title={`이 날짜에는 예정된 ${kind}${type === 'VIP_TOUR' ? '가' : '이'} 없습니다.`} />
      )}
    </section>
  )
}

const columns = (party: string) => [
  { name: '순서', numeric: true },
  { name: '시간' },
  { name: party },
  { name: '회사' },
  { name: '인원', numeric: true },
  { name: '연락처' },
  { name: '추가 정보' },
]
const COLUMNS = { VIP_TOUR: columns('방문자'), GROUP_MEETING: columns('미팅') } as const

type EntriesProps = Pick<Props, 'now' | 'arrivalOf'> & { entries: readonly SheetEntry[] }

function Entries({ entries, now, arrivalOf }: EntriesProps) {
  const stands = standings(
    entries.map(({ status, starts_at, ends_at }) => ({
      status,
      starts_at: Date.parse(starts_at),
      ends_at: Date.parse(ends_at),
    })),
    now,
  )
  return entries.map((entry, at) => <Entry key={entry.id} {...{ entry, arrivalOf }} standing={stands[at]!} />)
}

type EntryProps = Pick<Props, 'arrivalOf'> & { entry: SheetEntry; standing: Standing }

function Entry({ entry, standing, arrivalOf }: EntryProps) {
  const isOver = standing === 'over'
  const isNow = standing === 'now'
  const { range, early } = realRange({ ...entry, starts_at: Date.parse(entry.starts_at) }, entry.ended_at)
  return (
    <Row chosen={isNow}>
      <Cell label="순서" numeric>
        {entry.number}
      </Cell>
      <Cell kind="title">
        <span {...figures('day-sheet__time')} data-over={isOver || undefined}>
          {range}
        </span>
        <span className="day-sheet__marks">
          {isNow && <Badge tone="approved">이용 중</Badge>}
          {standing === 'next' && <Badge tone="waiting">다음</Badge>}
          {isOver && (
            <Badge tone={early === 'before_start' ? 'cancelled' : 'ended'}>
              {early ? EARLY_END_TEXT[early] : '종료'}
            </Badge>
          )}
          {entry.status === 'CANCEL_REQUESTED' && <Badge tone="cancel-requested">취소 요청</Badge>}
        </span>
      </Cell>
      <Cell label={entry.title === null ? '방문자' : '미팅'}>
        <Party entry={entry} />
      </Cell>
      <Cell label="회사">
        <span translate="no">{entry.company}</span>
      </Cell>
      <Cell label="인원" numeric>
        {`${entry.count}명`}
      </Cell>
      <Cell label="연락처">
        {entry.phone && (
          <a {...figures('strong day-sheet__phone tap-line')} href={`tel:${entry.phone.replaceAll('-', '')}`}>
            {entry.phone}
          </a>
        )}
      </Cell>
      <Cell label="추가 정보">
        <span className="day-sheet__note">{entry.note}</span>
      </Cell>
      {arrivalOf && <Cell label="도착">{arrivalOf(entry)}</Cell>}
    </Row>
  )
}

function Party({ entry }: { entry: SheetEntry }) {
  const [first, ...others] = VISITOR_FIELDS.filter(
    ({ field, daySheet }) => daySheet !== undefined && entry[field],
  ).map(({ field, daySheet }) => `${daySheet}${entry[field]}`)
  return (
    <span className="day-sheet__party" translate="no">
      <span className="strong">{first ?? ERASED_TEXT}</span>
      {others.length > 0 && <span>{others.join(' · ')}</span>}
    </span>
  )
}
