import { findHeader, type Column, type Header, type Line } from './pasted-table.ts'

const COMPANY =
  '회사명 회사 회사이름 업체명 업체 기업명 기업 상호 상호명 법인명 거래처명 거래처 기관명 단체명'
const PHONE =
  '휴대폰번호 휴대폰 휴대전화번호 휴대전화 핸드폰번호 핸드폰 모바일 hp mobile mobilephone mobilenumber'
const PERSON = '이름 성명 성함 회원명 고객명 참석자명 참가자명 방문자명 담당자명 name fullname'

/** In the template's order, with the export's headers. */
export const MEMBER_COLUMNS = [
  { field: 'name', header: '이름', names: words(`${PERSON} 참석자 참가자 방문자 담당자`) },
  {
    field: 'company_name',
    header: '회사명',
    names: words(`${COMPANY} 소속사 소속회사 소속기관 소속 company companyname organization organisation`),
  },
  {
    field: 'position',
    header: '직책',
    names: words('직책 직위 직급 직함 직책명 position jobtitle title job role'),
  },
  {
    field: 'phone',
    header: '전화번호',
    names: words(`${PHONE} cell cellphone 전화번호 연락처 전화 phone phonenumber tel telephone contact`),
  },
  {
    field: 'email',
    header: '이메일',
    names: words('이메일 이메일주소 메일 메일주소 전자우편 email emailaddress mail'),
  },
  {
    field: 'tier',
    header: '등급',
    names: words('등급 회원등급 구분 회원구분 고객등급 tier level grade membership vip'),
  },
] as const satisfies readonly (Column<string> & { header: string })[]

function words(text: string): string[] {
  return text.split(' ')
}

export type MemberField = (typeof MEMBER_COLUMNS)[number]['field']
export type MemberHeader = Header<MemberField>
export type Sheet = { name: string; isHidden: boolean; lines: readonly Line[] }

export const headerOf = (field: string): string =>
  MEMBER_COLUMNS.find((column) => column.field === field)?.header ?? field

/** The visible sheet whose header has the most known columns, else the first one. */
export function findSheet<Field extends string>(
  sheets: readonly Sheet[],
  columns: readonly Column<Field>[],
): number {
  const known = sheets.map(({ lines, isHidden }) => {
    const fields = findHeader(lines, columns)?.fields ?? []
    return fields.filter((field) => field !== null).length - (isHidden ? columns.length : 0)
  })
  return Math.max(0, known.indexOf(Math.max(...known)))
}

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
  const top = places.map(([, place]) => header.cells[place])
  return lines.slice(header.at + 1).flatMap(({ row, cells, isHidden }): MemberRow[] => {
    const values = places.map(([field, place]) => [field, (cells[place] ?? '').trim()] as const)
    const isBlank = values.every(([, value]) => value === '')
    const isHeader = values.every(([, value], n) => value === top[n]?.trim())
    if (isBlank || isHeader || (isHidden && !withHidden)) return []
    const filled = position !== '' && !header.fields.includes('position') && { position }
    return [{ row, ...Object.fromEntries(values), ...filled }]
  })
}

export const noHeader = (lines: readonly Line[]): MemberHeader => {
  const width = Math.max(0, ...lines.slice(0, 50).map(({ cells }) => cells.length))
  return {
    at: -1,
    cells: Array.from({ length: width }, () => ''),
    fields: Array.from({ length: width }, () => null),
  }
}
