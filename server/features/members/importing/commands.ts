import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import type {
  ImportAnswer,
  ImportedRow,
  importMembers as importMembersCall,
  RowProblem,
} from '../../../../contract/admin/member-import.ts'
import type { BodyOf } from '../../../../contract/endpoint.ts'
import { profile } from '../../../../contract/profile.ts'
import type { Instant } from '../../../../domain/madrid-time.ts'
import { sheetPhone } from '../../../../domain/phone.ts'
import { FLAGS_OF, type TierFlags } from '../../../../domain/tier.ts'
import { readTier } from '../../../../domain/tier-word.ts'
import { inTransaction, type Db, type Tx } from '../../../database/transaction.ts'
import { AppError } from '../../../http/app-error.ts'
import { nameKey } from '../../../../domain/search-key.ts'
import { TAKEN } from '../adding/commands.ts'
import { findKnown } from './queries.ts'

const MEMBER_TEXT = '이미 가입된 회원입니다.'
const TIER_TEXT = '등급은 일반, VIP, VVIP 중 하나여야 합니다.'

const form = z.object(profile)
type Newcomer = z.output<typeof form> & TierFlags & { row: number }
type Judged = { good: Newcomer[]; problems: RowProblem[] }

// Arbitrary, but the same in every server process and used for nothing else.
const IMPORT_LOCK = 7_203_117
const AT_ONCE = 250
const MAX_NAMED = 100

/** Adds all rows or none; with `only_good`, those without a problem. `dry_run` only reports the problems. */
export async function importMembers(
  db: Db,
  { rows, only_good = false, dry_run = false }: BodyOf<typeof importMembersCall>,
  now: Instant,
): Promise<ImportAnswer> {
  const written = await judgeValues(rows)
  return inTransaction(db, async (tx) => {
    // Serialized: two files with the same people in different order would deadlock.
    if (!dry_run) await sql`select pg_advisory_xact_lock(${IMPORT_LOCK})`.execute(tx)
    const before = judgeTwice(await judgeKnown(tx, written))
    if (dry_run) return answerOf(before, `회원 ${counted(before.good.length)}명을 등록할 수 있습니다.`)
    if (!only_good) refuseProblems(before, rows)
    const added = await insertUnknown(tx, before.good, now)
    // Members who signed up between check and insert.
    const late = before.good.filter(({ email }) => !added.has(email))
    const { problems } = await judgeKnown(tx, { good: late, problems: before.problems })
    const judged = { good: before.good.filter(({ email }) => added.has(email)), problems }
    if (!only_good) refuseProblems(judged, rows)
    const skipped = problems.length > 0 ? ` 문제가 있는 ${counted(problems.length)}행은 건너뛰었습니다.` : ''
    return answerOf(judged, `회원 ${counted(judged.good.length)}명이 등록되었습니다.${skipped}`)
  })
}

const counted = (count: number) => count.toLocaleString('ko')

const answerOf = ({ good, problems }: Judged, message: string): ImportAnswer => ({
  message,
  imported: good.length,
  skipped: problems.length,
  problems: problems.toSorted((one, other) => one.row - other.row),
})

function refuseProblems({ problems }: Judged, rows: readonly ImportedRow[]) {
  if (problems.length === 0) return
  const places = new Map(rows.map(({ row }, place) => [row, place]))
  const named = problems
    .slice(0, MAX_NAMED)
    .flatMap(({ row, fields }) =>
      Object.entries(fields).map(([field, text]) => [`rows.${places.get(row)}.${field}`, text] as const),
    )
  const text = `문제가 있는 ${counted(problems.length)}행이 있어 아무도 등록하지 않았습니다.`
  throw new AppError('invalid_input', { text, fields: Object.fromEntries(named) })
}

async function judgeValues(rows: readonly ImportedRow[]): Promise<Judged> {
  const judged: Judged = { good: [], problems: [] }
  for (const [n, row] of rows.entries()) {
    const read = readRow(row)
    if ('fields' in read) judged.problems.push(read)
    else judged.good.push(read)
    // Let other requests run.
    if (n % AT_ONCE === AT_ONCE - 1) await setImmediate()
  }
  return judged
}

function readRow({ row, tier = '', phone = '', ...rest }: ImportedRow): Newcomer | RowProblem {
  const read = form.safeParse({ ...rest, phone: sheetPhone(phone) })
  const known = readTier(tier)
  const flags = known && FLAGS_OF[known]
  if (read.success && flags) return { row, ...read.data, ...flags }
  const issues = (read.error?.issues ?? []).map(({ path, message }) => [path.join('.'), message] as const)
  // The first problem of each field.
  const fields = Object.fromEntries(issues.toReversed())
  return { row, fields: { ...fields, ...(flags ? {} : { tier: TIER_TEXT }) } }
}

/** Finds duplicates within the file. */
function judgeTwice({ good, problems }: Judged): Judged {
  const seen = { phone: new Map<string, number>(), email: new Map<string, number>() }
  const judged: Judged = { good: [], problems: [...problems] }
  for (const newcomer of good) {
    const [phone, email] = [seen.phone.get(newcomer.phone), seen.email.get(newcomer.email)]
    const fields = {
      ...(phone && { phone: `${phone}행과 전화번호가 같습니다.` }),
      ...(email && { email: `${email}행과 이메일이 같습니다.` }),
    }
    if (phone ?? email) judged.problems.push({ row: newcomer.row, fields })
    else {
      judged.good.push(newcomer)
      seen.phone.set(newcomer.phone, newcomer.row)
      seen.email.set(newcomer.email, newcomer.row)
    }
  }
  return judged
}

async function judgeKnown(tx: Tx, { good, problems }: Judged): Promise<Judged> {
  const known = await findKnown(tx, good)
  const judged: Judged = { good: [], problems: [...problems] }
  for (const newcomer of good) {
    const [byPhone, byEmail] = [known.phone.get(newcomer.phone), known.email.get(newcomer.email)]
    if (byPhone === undefined && byEmail === undefined) judged.good.push(newcomer)
    else if (byPhone === byEmail) judged.problems.push({ row: newcomer.row, fields: { phone: MEMBER_TEXT } })
    else
      judged.problems.push({
        row: newcomer.row,
        fields: { ...(byPhone && { phone: TAKEN.phone }), ...(byEmail && { email: TAKEN.email }) },
      })
  }
  return judged
}

/** Skips members who signed up since the check. */
async function insertUnknown(tx: Tx, newcomers: readonly Newcomer[], now: Instant): Promise<Set<string>> {
  const rows = newcomers.map((each) => ({ ...each, name_key: nameKey(each.name) }))
  const { rows: added } = await sql<{ email: string }>`
    insert into members (name, name_key, email, phone, company_name, position, is_vip, is_vvip, created_at)
    select name, name_key, email, phone, company_name, position, is_vip, is_vvip, ${new Date(now)}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given (
      row integer, name text, name_key text, email text, phone text, company_name text, position text,
      is_vip boolean, is_vvip boolean)
    order by row desc
    on conflict do nothing returning email`.execute(tx)
  return new Set(added.map(({ email }) => email))
}
