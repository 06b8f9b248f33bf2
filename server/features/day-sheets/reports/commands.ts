import { sql } from 'kysely'
import type { finishReport as finishReportCall } from '../../../../contract/admin/day-reports.ts'
import { reportByLink, type DayReport } from '../../../../contract/day-report.ts'
import type { BodyOf } from '../../../../contract/endpoint.ts'
import { checkReport } from '../../../../domain/day-report.ts'
import { madridTime, type Instant } from '../../../../domain/madrid-time.ts'
import type { CommandContext } from '../../../command-context.ts'
import { inTransaction, type Db, type Tx } from '../../../database/transaction.ts'
import { AppError } from '../../../http/app-error.ts'
import { actionOf, MACHINE, recordDeed } from '../../../http/audit.ts'
import type { SignedInAdmin } from '../../../http/session.ts'
import { findEventDates } from '../../event-dates/queries.ts'
import { getSettings } from '../../settings/queries.ts'
import { findLink, findLinkByToken } from '../queries.ts'
import { findReport, type Place } from './queries.ts'

const PROBLEM_TEXTS = {
  order: '시작 시각보다 늦은 시각을 입력해주세요.',
  past: '이미 지난 시간입니다.',
} as const

type Wanted = BodyOf<typeof reportByLink>

/** The same report again changes nothing and is not mailed again. */
export const reportDay = ({ db, ...context }: CommandContext, token: string, wanted: Wanted, now: Instant) =>
  inTransaction(db, async (tx): Promise<DayReport> => {
    const link = await findLinkByToken(tx, token, now)
    if (!link) throw new AppError('link_expired')
    const { date } = wanted
    const dates = (await findEventDates(tx)).map((each) => each.date)
    if (!dates.includes(date) || (link.date !== null && link.date !== date)) throw new AppError('not_found')
    const problem = checkReport(date, wanted, now)
    if (problem) throw new AppError('invalid_input', { fields: { end_time: PROBLEM_TEXTS[problem] } })
    const stored = await store(tx, link, wanted, now)
    if (stored) await announce({ ...context, db: tx }, tx, { link_id: link.id, ...stored, ...wanted }, now)
    return (await findReport(tx, link, date))!
  })

/** Undefined for a repeat; the index serializes two at once. */
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
  { link_id, ...report }: Wanted & { link_id: number; id: number; version: number },
  now: Instant,
) {
  const { docent, room } = (await findLink(tx, link_id, now))!
  const place = (docent ?? room)!.name
  const { event_name, contact_email } = await getSettings(tx)
  const facts = { ...report, place, reported_at: now, event_name, contact_email, public_url }
  await postMail(tx, [{ kind: 'day_reported', facts: { to: contact_email, ...facts } }], now)
  const { id, date, start_time, end_time } = report
  const deed = {
    action: actionOf(reportByLink),
    target: `day-report ${id}`,
    summary: reportByLink.summary,
    // The reason may be about health.
    details: { day_sheet_link: link_id, date, start_time, end_time },
  }
  await recordDeed(tx, { ...MACHINE, name: `${place} 데이 시트 링크(${link_id}번)` }, deed, now)
}

export async function finishReport(
  db: Db,
  id: number,
  { version }: BodyOf<typeof finishReportCall>,
  { name }: SignedInAdmin,
  now: Instant,
): Promise<void> {
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
    .select(['done_at', 'done_by'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!found) throw new AppError('not_found')
  const text = found.done_at
    ? `${found.done_by} 님이 ${madridTime(found.done_at.getTime())}에 이미 처리했습니다.`
    : '그사이 내용이 정정되었습니다. 새 내용을 확인해주세요.'
  throw new AppError('changed_meanwhile', { text })
}
