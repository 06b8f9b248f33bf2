import { sql } from 'kysely'
import type { finishReport as finishReportCall } from '../../../../contract/admin/day-reports.ts'
import { reportByLink, type DayReport } from '../../../../contract/day-report.ts'
import type { BodyOf } from '../../../../contract/endpoint.ts'
import { checkReport } from '../../../../domain/day-report.ts'
import { madridTime, type Instant } from '../../../../domain/madrid-time.ts'
import type { CommandContext } from '../../../command-context.ts'
import { inTransaction, type Db, type Tx } from '../../../database/transaction.ts'
import { AppError, invalid, orRefuse } from '../../../http/app-error.ts'
import type { SignedInAdmin } from '../../../http/session.ts'
import { findDates } from '../../event-dates/queries.ts'
import { getSettings } from '../../settings/queries.ts'
import type { Body } from '../../reservations/rearranging/queries.ts'
import { recordByLink } from '../commands.ts'
import { findLinkByToken, type LinkRow } from '../queries.ts'
import { countAffected, findReport, type Place } from './queries.ts'

const PROBLEM_TEXTS = {
  order: '시작 시각보다 늦은 시각을 입력해주세요.',
  past: '이미 지난 시간입니다.',
} as const

type Wanted = BodyOf<typeof reportByLink>

/** The same report again changes nothing and is not mailed again. */
export const reportDay = (context: CommandContext, token: string, wanted: Wanted, now: Instant) =>
  inTransaction(context.db, async (tx): Promise<DayReport> => {
    const link = await findLinkByToken(tx, token, now)
    if (!link) throw new AppError('link_expired')
    const { date } = wanted
    const dates = await findDates(tx)
    if (!dates.includes(date) || (link.date !== null && link.date !== date)) throw new AppError('not_found')
    const problem = checkReport(date, wanted, now)
    if (problem) throw invalid('end_time', PROBLEM_TEXTS[problem])
    const stored = await store(tx, link, wanted, now)
    if (stored) await announce(context, tx, link, { ...stored, ...wanted }, now)
    return (await findReport(tx, link, date))!
  })

/** Undefined if nothing changed. The unique index serializes concurrent reports. */
async function store(tx: Tx, { docent_id, room_id }: Place, { date, ...wanted }: Wanted, now: Instant) {
  const content = { ...wanted, reported_at: new Date(now) }
  return tx
    .insertInto('day_reports')
    .values({ docent_id, room_id, date, ...content })
    .onConflict((conflict) =>
      conflict
        .columns(['docent_id', 'room_id', 'date'])
        .where('done_at', 'is', null)
        .doUpdateSet({ ...content, version: sql`day_reports.version + 1` })
        .where(
          sql<boolean>`(day_reports.start_time, day_reports.end_time, day_reports.reason)
            is distinct from (excluded.start_time, excluded.end_time, excluded.reason)`,
        ),
    )
    .returning(['id', 'version'])
    .executeTakeFirst()
}

async function announce(
  { postMail, publicUrl: public_url }: CommandContext,
  tx: Tx,
  link: LinkRow,
  report: Wanted & { id: number; version: number },
  now: Instant,
) {
  const place = (link.docent_name ?? link.room_name)!
  const { event_name, contact_email } = await getSettings(tx)
  const facts = { ...report, place, reported_at: now, event_name, contact_email, public_url }
  await postMail(tx, [{ kind: 'day_reported', facts: { to: contact_email, ...facts } }], now)
  const { id, date, start_time, end_time } = report
  // The reason may be about health.
  await recordByLink(tx, link, reportByLink, { target: `day-report ${id}`, date, start_time, end_time }, now)
}

export async function finishReport(
  db: Db,
  id: number,
  { version }: BodyOf<typeof finishReportCall>,
  { name }: SignedInAdmin,
  now: Instant,
) {
  const done = await db
    .updateTable('day_reports')
    .set({ done_at: new Date(now), done_by: name })
    .where('id', '=', id)
    .where('version', '=', version)
    .where('done_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (done) return
  const found = await db
    .selectFrom('day_reports')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow(orRefuse('not_found'))
  const text = found.done_at
    ? `${found.done_by} 님이 ${madridTime(found.done_at.getTime())}에 이미 처리했습니다.`
    : '그사이 내용이 정정되었습니다. 새 내용을 확인해주세요.'
  throw new AppError('changed_meanwhile', { text })
}

/** After a bulk change that leaves nothing to do in the hours of its place's report. */
export async function finishServedReport(
  tx: Tx,
  { scope: { date, docent_id, room_id, from = '00:00', to = '24:00' }, act }: Body,
  admin: SignedInAdmin,
  now: Instant,
) {
  if (act === 'shift') return
  const place = sql`(docent_id = ${docent_id ?? null} or room_id = ${room_id ?? null})`
  const report = await tx
    .selectFrom('day_reports')
    .selectAll()
    .where(sql<boolean>`date = ${date} and start_time < ${to} and end_time > ${from} and ${place}`)
    .where('done_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (report && (await countAffected(tx, report, now)) === 0)
    await finishReport(tx, report.id, report, admin, now)
}
