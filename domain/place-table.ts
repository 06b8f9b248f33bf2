import { BROKEN_TEXT, column, isBroken, readTable, type PastedRow } from './pasted-table.ts'
import { FLAGS_OF, type TierFlags } from './tier.ts'
import { readTier } from './tier-word.ts'

const NAME = '이름 성명 영문이름 name'
const TIER = column('tier', '등급 전용 회원등급 tier vip')

const DOCENT_COLUMNS = [
  column('name', `${NAME} 도슨트 도슨트이름 도슨트명 해설사 해설사명 docent`),
  column('language', '언어 투어언어 language'),
  column('start_point', '시작위치 시작장소 출발위치 출발지 startpoint start'),
  TIER,
]

const ROOM_COLUMNS = [
  column('name', `${NAME} 미팅룸 미팅룸이름 미팅룸명 회의실 회의실명 호실명 호실 룸명 room roomname`),
  column('floor', '층 층수 floor'),
  column('size', '수용인원 수용 인원 정원 capacity size seats'),
  TIER,
]

export const PLACE_COLUMNS = { docents: DOCENT_COLUMNS, rooms: ROOM_COLUMNS }

export type PlaceRow<Values> = { row: number; values: Values; problems: readonly string[] }

type Docent = { name: string; language: string; start_point: string } & TierFlags
type Room = { name: string; floor: number | undefined; size: number | undefined } & TierFlags

export const readDocentTable = (text: string): PlaceRow<Docent>[] =>
  readTable(text, DOCENT_COLUMNS).map((row) => {
    const { tier: _, ...texts } = row.cells
    return withTier(row, texts)
  })

/** Name, floor (`3층`), capacity (`10명`), tier. */
export const readRoomTable = (text: string): PlaceRow<Room>[] =>
  readTable(text, ROOM_COLUMNS).map((row) => {
    const { name, floor, size } = row.cells
    const read = { floor: readNumber(floor, FLOOR), size: readNumber(size, SIZE) }
    const { problems, ...rest } = withTier(row, { name, ...read })
    const unread = [
      ...(floor && read.floor === undefined ? [`지상의 층수가 아닙니다: ${floor}`] : []),
      ...(size && read.size === undefined ? [`인원수가 아닙니다: ${size}`] : []),
    ]
    return { ...rest, problems: [...unread, ...problems] }
  })

function withTier<Values>({ row, cells, hasMore }: PastedRow<'tier'>, values: Values) {
  const tier = readTier(cells.tier)
  return {
    row,
    values: { ...values, ...FLAGS_OF[tier ?? 'normal'] },
    problems: [
      ...(Object.values<string>(cells).some(isBroken) ? [BROKEN_TEXT] : []),
      ...(tier ? [] : ['등급은 VIP, VVIP 또는 빈칸이어야 합니다.']),
      ...(hasMore ? ['칸이 너무 많습니다.'] : []),
    ],
  }
}

const FLOOR = /^(?:지상|FL?)?(\d{1,4})(?:층|FL?|FLOOR)?$/
const SIZE = /^(?:최대|약|총)?(\d{1,4})(?:명|인|인실|석|PEOPLE|SEATS)?(?:내외|이내|까지)?$/

function readNumber(text: string, form: RegExp): number | undefined {
  const found = form.exec(text.normalize('NFKC').toUpperCase().replaceAll(/\s/g, ''))
  return found ? Number(found[1]) : undefined
}
