import { nameKey } from './search-key.ts'
import { tierWord } from './tier-word.ts'
import { FLAGS_OF, type TierFlags } from './tier.ts'

export const IMPORT_MODES = ['add', 'update', 'both'] as const
export type ImportMode = (typeof IMPORT_MODES)[number]

type Values = { name: string; company_name: string; position: string; phone: string; email: string }
type Fields = Readonly<Record<string, string>>

type Given = { [Field in keyof Values]?: Values[Field] | undefined }

/** `missing` has the problems that matter only to a new member. */
export type ReadRow = { row: number; values: Given; tier?: TierFlags; missing: Fields }
export type KnownMember = Values & TierFlags & { id: number }
export type RowProblem = { row: number; fields: Record<string, string> }
export type Newcomer = Values & TierFlags & { row: number }
export type Update = { row: number; before: KnownMember; after: KnownMember }

export type ImportPlan = {
  added: Newcomer[]
  updated: Update[]
  unchanged: number
  other_names: number
  problems: RowProblem[]
}

const PHONE_TEXT = '이미 등록된 전화번호입니다.'
const EMAIL_TEXT = '이미 등록된 이메일입니다.'
const UNKNOWN_TEXT = '가입된 회원이 아닙니다.'

/** Matched by phone, otherwise by e-mail. A later row of the same person is a problem. */
export function planImport(
  rows: readonly ReadRow[],
  known: readonly KnownMember[],
  mode: ImportMode,
): ImportPlan {
  const byPhone = new Map(known.map((member) => [member.phone, member]))
  const byEmail = new Map(known.map((member) => [member.email, member]))
  const seen = new Map<string, number>()
  const plan: ImportPlan = { added: [], updated: [], unchanged: 0, other_names: 0, problems: [] }
  for (const given of rows) {
    const { row, values } = given
    const found = [byPhone.get(values.phone ?? ''), byEmail.get(values.email ?? '')] as const
    const member = mode === 'add' ? undefined : (found[0] ?? found[1])
    const fields = refusalOf(given, found, mode) ?? repeated(seen, given, member)
    if (fields) plan.problems.push({ row, fields })
    else if (!member) plan.added.push({ row, ...(values as Values), ...(given.tier ?? FLAGS_OF.normal) })
    else {
      const after = changed(member, given)
      if (after) plan.updated.push({ row, before: member, after })
      else plan.unchanged += 1
      if (values.name && !isSameName(values.name, member.name)) plan.other_names += 1
    }
  }
  return plan
}

type Found = readonly [KnownMember | undefined, KnownMember | undefined]

function refusalOf({ values, missing }: ReadRow, [one, other]: Found, mode: ImportMode): Fields | null {
  const asNew = Object.keys(missing).length > 0 ? missing : null
  if (mode === 'add') {
    if (asNew || !(one ?? other)) return asNew
    if (one === other) return { phone: '이미 가입된 회원입니다.' }
    return { ...(one && { phone: PHONE_TEXT }), ...(other && { email: EMAIL_TEXT }) }
  }
  if (one && other && one !== other) return { phone: '전화번호와 이메일이 서로 다른 두 회원의 것입니다.' }
  if (one ?? other) return null
  if (mode === 'both') return asNew
  if (values.phone) return { phone: UNKNOWN_TEXT }
  return values.email ? { email: UNKNOWN_TEXT } : { phone: '전화번호나 이메일을 입력해주세요.' }
}

/** Problems of a row that repeats a member, phone or e-mail of `seen`. */
function repeated(
  seen: Map<string, number>,
  { row, values: { phone, email } }: ReadRow,
  member: KnownMember | undefined,
): Fields | null {
  const keys = member ? [`member ${member.id}`] : [`phone ${phone}`, `email ${email}`]
  const [first, second] = keys.map((key) => seen.get(key))
  if (first === undefined && second === undefined) {
    for (const key of keys) seen.set(key, row)
    return null
  }
  if (member) return { [phone ? 'phone' : 'email']: `${first}행과 같은 회원입니다.` }
  return {
    ...(first && { phone: `${first}행과 전화번호가 같습니다.` }),
    ...(second && { email: `${second}행과 이메일이 같습니다.` }),
  }
}

/** Never phone or e-mail, and the name only in another spelling. */
function changed(member: KnownMember, { values, tier }: ReadRow): KnownMember | null {
  const { name = '', company_name = member.company_name, position = member.position } = values
  const after = { ...member, company_name, position, ...tier }
  if (isSameName(name, member.name)) after.name = name
  const isOther = Object.entries(after).some(([key, value]) => member[key as keyof KnownMember] !== value)
  return isOther ? after : null
}

const isSameName = (one: string, other: string) => nameKey(one) === nameKey(other)

export function replacedBy({ row, before, after }: Update): RowProblem {
  const texts = (of: KnownMember) => ({
    name: of.name,
    company_name: of.company_name,
    position: of.position,
    tier: tierWord(of),
  })
  const now: Record<string, string> = texts(after)
  return {
    row,
    fields: Object.fromEntries(Object.entries(texts(before)).filter(([key, was]) => was !== now[key])),
  }
}

const counted = (count: number) => count.toLocaleString('ko')

export function importText(plan: ImportPlan, mode: ImportMode, isDry: boolean): string {
  const { added, updated, unchanged, other_names, problems } = plan
  const text = (count: number, words: string) => `회원 ${counted(count)}명${words}`
  return [
    mode !== 'update' && text(added.length, isDry ? '을 등록할 수 있습니다.' : '이 등록되었습니다.'),
    mode !== 'add' &&
      text(updated.length, isDry ? '의 정보를 수정할 수 있습니다.' : '의 정보가 수정되었습니다.'),
    isDry && unchanged > 0 && text(unchanged, '은 바뀌는 것이 없습니다.'),
    isDry && other_names > 0 && text(other_names, '은 이름이 다르게 적혀 있고, 이름은 바뀌지 않습니다.'),
    !isDry && problems.length > 0 && `문제가 있는 ${counted(problems.length)}행은 건너뛰었습니다.`,
  ]
    .filter(Boolean)
    .join(' ')
}
