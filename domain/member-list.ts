import { column, columnsOf, findHeader, keyOf, oneLine, type Header, type Line } from './pasted-table.ts'

/** In the template's order, with the export's headers. */
export const MEMBER_COLUMNS = [
  column(
    'name',
    `이름 성명 성함 영문이름 영문성명 영문성함 회원명 고객명 참석자명 영문참석자명 참가자명 방문자명 담당자명
    참석자 참가자 방문자 담당자 fullname firstname givenname name
    영문name 영문fullname 신청자`,
    '이름',
  ),
  column(
    'company_name',
    `회사명 영문회사명 회사 영문회사 회사이름 업체명 영문업체명 업체 기업명 영문기업명 기업 상호 상호명 법인명 거래처명
    거래처 기관명 기관 단체명 고객사 소속 소속기관 회사기관 소속사
    company companyname organization organisation 영문company 영문companyname`,
    '회사명',
  ),
  column('position', '직책 직위 직급 직함 직책명 position jobtitle title job role 영문position', '직책'),
  column(
    'phone',
    `휴대폰번호 휴대폰 휴대전화번호 휴대전화 핸드폰번호 핸드폰 모바일
    hp mobile mobilephone mobilenumber mobileno cell cellphone
    전화번호 연락처 연락처1 전화 phone phonenumber phoneno tel telno telephone contact contactno`,
    '전화번호',
  ),
  column('email', '이메일 이메일주소 email주소 메일 메일주소 전자우편 email emailaddress mail', '이메일'),
  column('tier', '등급 회원등급 구분 회원구분 고객등급 tier level grade membership vip', '등급'),
] as const

export const LIST_COLUMNS = [{ field: 'family_name', header: '성' }, ...MEMBER_COLUMNS] as const

export type MemberField = (typeof LIST_COLUMNS)[number]['field']
export type MemberHeader = Header<MemberField>

export const headerOf = (field: string): string =>
  LIST_COLUMNS.find((column) => column.field === field)?.header ?? field

export type Reading = {
  header: MemberHeader
  withHidden: boolean
  /** For everybody, without such a column. */
  position: string
}

export type MemberRow = { row: number } & Partial<Record<MemberField, string>>

/** Without blank rows and repeated headers. */
export function memberRows(lines: readonly Line[], { header, withHidden, position }: Reading): MemberRow[] {
  const places = header.fields.flatMap((field, place) => (field ? [[field, place] as const] : []))
  const top = places.map(([, place]) => oneLine(header.cells[place]))
  return lines.slice(header.at + 1).flatMap(({ row, cells, isHidden }): MemberRow[] => {
    const values = places.map(([field, place]) => [field, oneLine(cells[place])] as const)
    const isBlank = values.every(([, value]) => value === '')
    const isHeader = values.every(([, value], n) => value === top[n])
    if (isBlank || isHeader || (isHidden && !withHidden)) return []
    const filled = position !== '' && !header.fields.includes('position') && { position }
    const { family_name = '', ...texts } = Object.fromEntries(values)
    if (texts['name']) texts['name'] = wholeName(family_name, texts['name'])
    return [{ row, ...texts, ...filled }]
  })
}

/** `홍길동` or `Gildong Hong`. */
function wholeName(family: string, given: string): string {
  // Hangul, kana and Han.
  const gap = /[ᄀ-ᇿぁ-힣]/.test(given) ? '' : ' '
  // 서서연 is 서 and 서연.
  if (given.endsWith(` ${family}`) || (given.length > 2 && given.startsWith(family + gap))) return given
  return gap ? `${given} ${family}`.trim() : family + given
}

// Not 성명, a whole name.
const PAIR = /^(영문)?이름 \1성씨?$|^(first|given)?name (last|family|sur)name$/

/** `at`: chosen by hand, -1 for none. As wide as the lines. */
export function readHeader(lines: readonly Line[], at?: number): MemberHeader {
  const found = findHeader(lines, MEMBER_COLUMNS)
  const chosen = at ?? found?.at ?? 0
  const cells = chosen === found?.at ? found.cells : (lines[chosen]?.cells ?? [])
  const width = Math.max(cells.length, ...lines.slice(0, 50).map((each) => each.cells.length))
  const all = Array.from({ length: width }, (_, n) => cells[n] ?? '')
  const keys = all.map(keyOf)
  const fields = columnsOf<MemberField>(all, MEMBER_COLUMNS)
  const name = fields.indexOf('name')
  const family = keys.findIndex((key) => PAIR.test(`${keys[name]} ${key}`))
  if (family !== -1) fields[family] = 'family_name'
  else if (/^(first|given)/.test(keys[name] ?? '')) {
    fields[name] = null
    const whole = keys.indexOf('name')
    if (whole !== -1) fields[whole] = 'name'
  }
  return { at: chosen, cells: all, fields }
}

/** Rows under known headers, to correct and import again. */
export function problemFile(
  rows: readonly ({ row: number } & { [Field in MemberField]?: string | undefined })[],
  problems: readonly { row: number; texts: readonly string[] }[],
): string[][] {
  const byRow = new Map(rows.map((each) => [each.row, each]))
  const columns = MEMBER_COLUMNS.filter(({ field }) => rows.some((row) => field in row))
  return [
    ['행', ...columns.map(({ header }) => header), '문제'],
    ...problems.map(({ row, texts }) => [
      String(row),
      ...columns.map(({ field }) => byRow.get(row)?.[field] ?? ''),
      texts.join(' / '),
    ]),
  ]
}
