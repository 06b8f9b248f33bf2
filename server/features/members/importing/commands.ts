import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import type {
  ImportAnswer,
  ImportedRow,
  importMembers as importMembersCall,
} from '../../../../contract/admin/member-import.ts'
import type { BodyOf } from '../../../../contract/endpoint.ts'
import { profile } from '../../../../contract/profile.ts'
import type { Instant } from '../../../../domain/madrid-time.ts'
import {
  importText,
  planImport,
  replacedBy,
  type ImportMode,
  type ImportPlan,
  type Newcomer,
  type ReadRow,
  type RowProblem,
  type Update,
} from '../../../../domain/member-import.ts'
import { BROKEN_TEXT, isBroken } from '../../../../domain/pasted-table.ts'
import { sheetPhone } from '../../../../domain/phone.ts'
import { FLAGS_OF } from '../../../../domain/tier.ts'
import { readTier } from '../../../../domain/tier-word.ts'
import type { CommandContext } from '../../../command-context.ts'
import { inTransaction, type Tx } from '../../../database/transaction.ts'
import { AppError } from '../../../http/app-error.ts'
import { nameKey } from '../../../../domain/search-key.ts'
import { getSettings } from '../../settings/queries.ts'
import { enqueueEvent } from '../../webhooks/commands.ts'
import { findKnown } from './queries.ts'

const TIER_TEXT = '등급은 일반, VIP, VVIP 중 하나여야 합니다.'

const form = z.object(profile)
const anyOfForm = z.partial(form)

// Arbitrary, but the same in every server process and used for nothing else.
const IMPORT_LOCK = 7_203_117
const AT_ONCE = 250
const MAX_NAMED = 100

/** Writes all rows or none; with `only_good`, those without a problem. `dry_run` only reports. */
export async function importMembers(
  context: CommandContext,
  {
    rows,
    mode = 'add',
    invite = false,
    only_good = false,
    dry_run = false,
  }: BodyOf<typeof importMembersCall>,
  now: Instant,
): Promise<ImportAnswer> {
  const { good, problems } = await readRows(rows, mode)
  return inTransaction(context.db, async (tx) => {
    // Serialized: two files with the same people in different order would deadlock.
    if (!dry_run) await sql`select pg_advisory_xact_lock(${IMPORT_LOCK})`.execute(tx)
    const plan = planImport(good, await findKnown(tx, good, !dry_run && mode !== 'add'), mode)
    plan.problems.push(...problems)
    if (dry_run) return answerOf(plan, mode, dry_run)
    if (!only_good) refuseProblems(plan, rows)
    const ids = await insertUnknown(tx, plan.added, now)
    // Members who signed up between check and insert.
    const late = plan.added.filter(({ email }) => !ids.has(email))
    if (late.length > 0) {
      const asked = late.map(({ row, ...values }) => ({ row, values, missing: {} }))
      plan.problems.push(...planImport(asked, await findKnown(tx, asked), 'add').problems)
      plan.added = plan.added.filter(({ email }) => ids.has(email))
      if (!only_good) refuseProblems(plan, rows)
    }
    await updateKnown(tx, plan.updated)
    await enqueueEvent(tx, 'member.registered', [...ids.values()], now)
    const updated = plan.updated.map(({ after }) => after.id)
    await enqueueEvent(tx, 'member.changed', updated, now)
    if (invite) await inviteMembers(context, tx, plan.added, ids, now)
    return answerOf(plan, mode, dry_run)
  })
}

const answerOf = (plan: ImportPlan, mode: ImportMode, dry_run: boolean): ImportAnswer => ({
  message: importText(plan, mode, dry_run),
  imported: plan.added.length,
  updated: plan.updated.length,
  unchanged: plan.unchanged,
  skipped: plan.problems.length,
  problems: plan.problems.toSorted((one, other) => one.row - other.row),
  replaced: dry_run ? plan.updated.slice(0, MAX_NAMED).map(replacedBy) : [],
})

function refuseProblems({ problems }: ImportPlan, rows: readonly ImportedRow[]) {
  if (problems.length === 0) return
  const places = new Map(rows.map(({ row }, place) => [row, place]))
  const named = problems
    .slice(0, MAX_NAMED)
    .flatMap(({ row, fields }) =>
      Object.entries(fields).map(([field, text]) => [`rows.${places.get(row)}.${field}`, text] as const),
    )
  const text = `문제가 있는 ${problems.length.toLocaleString('ko')}행이 있어 아무도 등록하지 않았습니다.`
  throw new AppError('invalid_input', { text, fields: Object.fromEntries(named) })
}

async function readRows(rows: readonly ImportedRow[], mode: ImportMode) {
  const [good, problems]: [ReadRow[], RowProblem[]] = [[], []]
  for (const [n, row] of rows.entries()) {
    const read = readRow(row, mode)
    if ('fields' in read) problems.push(read)
    else good.push(read)
    // Let other requests run.
    if (n % AT_ONCE === AT_ONCE - 1) await setImmediate()
  }
  return { good, problems }
}

/** Empty cells are missing values, which an update does not need. */
function readRow(
  { row, tier = '', phone = '', ...rest }: ImportedRow,
  mode: ImportMode,
): ReadRow | RowProblem {
  const cells = Object.entries({ ...rest, phone: sheetPhone(phone) }).filter(([, text]) => text?.trim())
  const given = Object.fromEntries(cells)
  const [read, whole, known] = [anyOfForm.safeParse(given), form.safeParse(given), readTier(tier)]
  const broken = [...cells, ['tier', tier] as const].filter(([, text]) => isBroken(text ?? ''))
  const missing = mode === 'update' || whole.success ? {} : problemsOf(whole.error)
  const isGood = read.success && known && broken.length === 0
  if (isGood)
    return { row, values: read.data, ...(/[^\s-]/.test(tier) && { tier: FLAGS_OF[known] }), missing }
  const fields = {
    ...(mode === 'add' ? missing : problemsOf(read.error)),
    ...(!known && { tier: TIER_TEXT }),
    ...Object.fromEntries(broken.map(([field]) => [field, BROKEN_TEXT])),
  }
  return { row, fields }
}

/** The first problem of each field. */
const problemsOf = (error: z.core.$ZodError | undefined): Record<string, string> =>
  Object.fromEntries((error?.issues ?? []).map(({ path, message }) => [path.join('.'), message]).toReversed())

/** The ids by e-mail, without members who signed up since the check. */
async function insertUnknown(tx: Tx, newcomers: readonly Newcomer[], now: Instant) {
  const rows = newcomers.map((each) => ({ ...each, name_key: nameKey(each.name) }))
  const { rows: added } = await sql<{ id: number; email: string }>`
    insert into members (name, name_key, email, phone, company_name, position, is_vip, is_vvip, created_at)
    select name, name_key, email, phone, company_name, position, is_vip, is_vvip, ${new Date(now)}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given (
      row integer, name text, name_key text, email text, phone text, company_name text, position text,
      is_vip boolean, is_vvip boolean)
    order by row desc
    on conflict do nothing returning id, email`.execute(tx)
  return new Map(added.map(({ id, email }) => [email, id]))
}

/** The key of a name stays: only its spelling changes. */
const updateKnown = (tx: Tx, updates: readonly Update[]) =>
  sql`
    update members m set name = given.name, company_name = given.company_name, position = given.position,
      is_vip = given.is_vip, is_vvip = given.is_vvip
    from jsonb_to_recordset(${JSON.stringify(updates.map(({ after }) => after))}::jsonb) as given (
      id integer, name text, company_name text, position text, is_vip boolean, is_vvip boolean)
    where m.id = given.id`.execute(tx)

async function inviteMembers(
  { postMail, publicUrl: public_url }: CommandContext,
  tx: Tx,
  added: readonly Newcomer[],
  ids: ReadonlyMap<string, number>,
  now: Instant,
) {
  const event = await getSettings(tx)
  const mails = added.map(({ name, phone, email: to }) => {
    const facts = { to, id: ids.get(to)!, name, phone, now, ...event, public_url }
    return { kind: 'invited', facts } as const
  })
  if (mails.length > 0) await postMail(tx, mails, now)
}
