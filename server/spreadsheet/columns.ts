import type { Member } from '../../contract/member.ts'
import { VISITOR_FIELDS, type Visitor } from '../../contract/visitor.ts'
import { fillPercent, type Fill } from '../../domain/fill-rate.ts'
import { wallDate } from '../../domain/madrid-time.ts'
import { tierWord } from '../../domain/tier-word.ts'
import type { Column } from './spreadsheets.ts'

export const VISITOR_COLUMNS = VISITOR_FIELDS.map(
  ({ field, column: [header, width] }): Column<{ visitor: Visitor }> => [
    header,
    width,
    ({ visitor }) => visitor[field] ?? null,
  ],
)

export const MEMBER_COLUMNS: readonly Column<Member & { created_at: Date | string }>[] = [
  ['회원번호', 10, (member) => member.id],
  ['이름', 14, (member) => member.name],
  ['회사명', 24, (member) => member.company_name],
  ['직책', 14, (member) => member.position],
  ['전화번호', 16, (member) => member.phone],
  ['이메일', 30, (member) => member.email],
  ['등급', 8, tierWord],
  ['가입일시', 18, ({ created_at }) => wallDate(new Date(created_at).getTime())],
]

export const fillColumns = <T>(of: (row: T) => Fill, prefix = ''): Column<T>[] => [
  [`${prefix}예약 가능`, 14, (row) => of(row).bookable],
  [`${prefix}예약됨`, 14, (row) => of(row).held],
  [`${prefix}예약률(%)`, 14, (row) => fillPercent(of(row))],
]

type Fills = { tours: Fill; meetings: Fill }
export const bothFills: readonly Column<Fills>[] = [
  ...fillColumns<Fills>(({ tours }) => tours, '투어 '),
  ...fillColumns<Fills>(({ meetings }) => meetings, '미팅 '),
]

export const HOUR_COLUMNS: readonly Column<Fills & { hour: number }>[] = [
  ['시간대', 10, ({ hour }) => `${String(hour).padStart(2, '0')}:00`],
  ...bothFills,
]
