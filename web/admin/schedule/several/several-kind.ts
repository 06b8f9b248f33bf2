import { addDocent, addDocents, addRoom, addRooms } from '../../../../contract/admin/places.ts'
import { readDocentTable, readRoomTable, type PlaceRow } from '../../../../domain/place-table.ts'
import type { TierFlags } from '../../../../domain/tier.ts'
import { call } from '../../../api/client.ts'

export type ReadRow = {
  /** Its line in the table. */
  row: number
  of: TierFlags & { name: string }
  /** Between name and tier. */
  facts: readonly string[]
  problems: readonly string[]
}

export type SeveralKind = {
  noun: string
  unit: string
  failed: string
  columns: string
  example: string
  facts: readonly { name: string; numeric: boolean }[]
  read: (table: string) => ReadRow[]
  send: (table: string, idempotencyKey: string) => Promise<{ message: string }>
}

type Judged = { success: boolean; error?: { issues: readonly { message: string }[] } | undefined }

/** Problems of the single form's schema and of the table. */
function rowOf<Values extends ReadRow['of']>(
  { row, values, problems }: PlaceRow<Values>,
  { error }: Judged,
  facts: readonly string[],
): ReadRow {
  const broken = error?.issues.map(({ message }) => message) ?? []
  return { row, of: values, facts, problems: [...new Set([...problems, ...broken])] }
}

const DOCENTS: SeveralKind = {
  noun: '도슨트',
  unit: '명',
  failed: '도슨트 추가에 실패했습니다.',
  columns: '이름, 언어, 시작 위치, 등급',
  example: '김하늘\t한국어\t3층 로비\n이서준\tEnglish\tA홀 입구\tVIP',
  facts: [
    { name: '언어', numeric: false },
    { name: '시작 위치', numeric: false },
  ],
  read: (table) =>
    readDocentTable(table).map((row) => {
      const { language, start_point } = row.values
      return rowOf(row, addDocent.body!.safeParse(row.values), [language, start_point])
    }),
  send: (table, idempotencyKey) => {
    const docents = readDocentTable(table).map(({ values }) => values)
    return call(addDocents, { body: { docents } }, { idempotencyKey })
  },
}

const unread = (value: number | undefined, unit: string) => (value === undefined ? '' : `${value}${unit}`)

const ROOMS: SeveralKind = {
  noun: '미팅룸',
  unit: '개',
  failed: '미팅룸 추가에 실패했습니다.',
  columns: '이름, 층, 수용 인원, 등급',
  example: '미팅룸 1\t3층\t8명\n미팅룸 2\t3층\t12명\tVVIP',
  facts: [
    { name: '층', numeric: true },
    { name: '수용 인원', numeric: true },
  ],
  read: (table) =>
    readRoomTable(table).map((row) => {
      const { floor, size } = row.values
      return rowOf(row, addRoom.body!.safeParse(row.values), [unread(floor, '층'), unread(size, '명')])
    }),
  send: (table, idempotencyKey) => {
    const rooms = readRoomTable(table).map(({ values }) => values)
    return call(addRooms, { body: addRooms.body!.parse({ rooms }) }, { idempotencyKey })
  },
}

export const KINDS = { docents: DOCENTS, rooms: ROOMS }
