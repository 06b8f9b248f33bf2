import { columnsOf, findHeader, oneLine, type Header, type Line } from './pasted-table.ts'

const column = <Field extends string>(field: Field, header: string, names: string) => ({
  field,
  header,
  names: names.split(' '),
})

const PERSON = '이름 성명 성함 회원명 고객명 참석자명 참가자명 방문자명 담당자명 참석자 참가자 방문자 담당자'
const COMPANY =
  '회사명 회사 회사이름 업체명 업체 기업명 기업 상호 상호명 법인명 거래처명 거래처 기관명 단체명 소속'
const MOBILE =
  '휴대폰번호 휴대폰 휴대전화번호 휴대전화 핸드폰번호 핸드폰 모바일 hp mobile mobilephone mobilenumber'

/** In the template's order, with the export's headers. */
export const MEMBER_COLUMNS = [
  column('name', '이름', `${PERSON} name fullname`),
  column(
    'company_name',
    '회사명',
    `${COMPANY} 소속사 소속회사 소속기관 company companyname organization organisation`,
  ),
  column('position', '직책', '직책 직위 직급 직함 직책명 position jobtitle title job role'),
  column(
    'phone',
    '전화번호',
    `${MOBILE} cell cellphone 전화번호 연락처 전화 phone phonenumber tel telephone contact`,
  ),
  column('email', '이메일', '이메일 이메일주소 메일 메일주소 전자우편 email emailaddress mail'),
  column('tier', '등급', '등급 회원등급 구분 회원구분 고객등급 tier level grade membership vip'),
] as const

export type MemberField = (typeof MEMBER_COLUMNS)[number]['field']
export type MemberHeader = Header<MemberField>

export const headerOf = (field: string): string =>
  MEMBER_COLUMNS.find((column) => column.field === field)?.header ?? field

export type Reading = {
  header: MemberHeader
  withHidden: boolean
  /** For everybody, without such a column. */
  position: string
}

export type MemberRow = { row: number } & Partial<Record<MemberField, string>>

/** Without blank rows and headers repeated on each page. */
export function memberRows(lines: readonly Line[], { header, withHidden, position }: Reading): MemberRow[] {
  const places = MEMBER_COLUMNS.map(({ field }) => [field, header.fields.indexOf(field)] as const).filter(
    ([, place]) => place !== -1,
  )
  const top = places.map(([, place]) => oneLine(header.cells[place]))
  return lines.slice(header.at + 1).flatMap(({ row, cells, isHidden }): MemberRow[] => {
    const values = places.map(([field, place]) => [field, oneLine(cells[place])] as const)
    const isBlank = values.every(([, value]) => value === '')
    const isHeader = values.every(([, value], n) => value === top[n])
    if (isBlank || isHeader || (isHidden && !withHidden)) return []
    const filled = position !== '' && !header.fields.includes('position') && { position }
    return [{ row, ...Object.fromEntries(values), ...filled }]
  })
}

const SAMPLE = 50

/** `at` is chosen by hand, -1 for none. As wide as the lines below. */
export function readHeader(lines: readonly Line[], at?: number): MemberHeader {
  const found = findHeader(lines, MEMBER_COLUMNS)
  const chosen = at ?? found?.at ?? 0
  const cells = chosen === found?.at ? found.cells : (lines[chosen]?.cells ?? [])
  const fields = columnsOf(cells, MEMBER_COLUMNS)
  const width = Math.max(...lines.slice(0, SAMPLE).map((each) => each.cells.length))
  const all = Array.from({ length: Math.max(width, cells.length) }, (_, n) => n)
  return { at: chosen, cells: all.map((n) => cells[n] ?? ''), fields: all.map((n) => fields[n] ?? null) }
}

/** Complete rows under known headers, so that a corrected file can be imported again. */
export function problemFile(
  lines: readonly Line[],
  { header, position }: Reading,
  problems: readonly { row: number; texts: readonly string[] }[],
): string[][] {
  const byRow = new Map(lines.map(({ row, cells }) => [row, cells]))
  const titles = header.fields.map((field, n) => (field ? headerOf(field) : oneLine(header.cells[n])))
  const kept = (cells: readonly string[]) =>
    titles.flatMap((title, n) => (/^(행|문제)$/.test(title) ? [] : [cells[n] ?? '']))
  const isFilled = position !== '' && !header.fields.includes('position')
  const filled = (text: string) => (isFilled ? [text] : [])
  return [
    ['행', ...kept(titles), ...filled('직책'), '문제'],
    ...problems.map(({ row, texts }) => [
      String(row),
      ...kept(byRow.get(row) ?? []),
      ...filled(position),
      texts.join(' / '),
    ]),
  ]
}
