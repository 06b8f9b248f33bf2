import type { getSharedDaySheet } from '../../../contract/day-sheet.ts'
import type { DaySheetLink, makeDaySheetLink } from '../../../contract/admin/day-sheet-links.ts'
import type { BodyOf, Endpoint, ResponseOf } from '../../../contract/endpoint.ts'
import { latestPast } from '../../../domain/ahead.ts'
import { checkLastDay, lastDayOfLink } from '../../../domain/day-sheet.ts'
import { dateToShow } from '../../../domain/event-date.ts'
import { endOfDay, isoInMadrid, madridDate, type Instant } from '../../../domain/madrid-time.ts'
import type { Db, Tx } from '../../database/transaction.ts'
import { AppError, invalid } from '../../http/app-error.ts'
import { actionOf, MACHINE, recordDeed } from '../../http/audit.ts'
import { type SignedInAdmin, hashOf, makeToken } from '../../http/session.ts'
import type { CommandContext } from '../../command-context.ts'
import { findDates } from '../event-dates/queries.ts'
import { areArrivalsOn } from '../reservations/arriving/queries.ts'
import { refuseUnknownPlace } from '../places/queries.ts'
import { getSettings } from '../settings/queries.ts'
import { findDaySheets, findLink, findLinkByToken, type LinkRow } from './queries.ts'
import { findHours, findReport } from './reports/queries.ts'

const LAST_DAY_TEXTS = {
  past: '만료일은 오늘 이후여야 합니다.',
  too_late: '만료일은 오늘부터 1년 이내여야 합니다.',
} as const

/** The address is shown once; only a hash is stored. */
export async function makeLink(
  { db, publicUrl }: CommandContext,
  admin: SignedInAdmin,
  body: BodyOf<typeof makeDaySheetLink>,
  now: Instant,
): Promise<{ link: DaySheetLink; url: string }> {
  await refuseUnknownPlace(db, body)
  const dates = await findDates(db)
  const { date = null } = body
  if (date !== null && !dates.includes(date)) throw invalid('date', '유효하지 않은 날짜입니다.')
  const lastDay = body.expires_on ?? lastDayOfLink(date === null ? dates : [date])
  if (lastDay === undefined) throw invalid('date', '등록된 날짜가 없습니다.')
  const problem = checkLastDay(lastDay, now)
  if (problem) throw invalid('expires_on', LAST_DAY_TEXTS[problem])

  const token = makeToken()
  const { id } = await db
    .insertInto('day_sheet_links')
    .values({
      token_hash: hashOf(token),
      docent_id: body.type === 'tour' ? body.resource_id : null,
      room_id: body.type === 'room' ? body.resource_id : null,
      date,
      expires_at: new Date(endOfDay(lastDay)),
      created_at: new Date(now),
      created_by: admin.name,
      may_mark_arrivals: body.may_mark_arrivals ?? false,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { link: (await findLink(db, id, now))!, url: `${publicUrl}/day-sheet/${token}` }
}

export async function revokeLink({ db }: CommandContext, id: number, now: Instant): Promise<DaySheetLink> {
  const link = await findLink(db, id, now)
  if (!link) throw new AppError('not_found')
  await db.deleteFrom('day_sheet_links').where('id', '=', id).execute()
  return link
}

export const linkAuthor = ({ id, docent_name, room_name }: LinkRow): string =>
  `${docent_name ?? room_name} 데이 시트 링크(${id}번)`

/** In the audit log: no visitor's name, no reason. */
export function recordByLink(
  tx: Tx,
  link: LinkRow,
  endpoint: Endpoint,
  { target, ...facts }: { target: string; [fact: string]: string },
  now: Instant,
) {
  const { summary } = endpoint
  const details = { day_sheet_link: link.id, ...facts }
  const deed = { action: actionOf(endpoint), target, summary, details }
  return recordDeed(tx, { ...MACHINE, name: linkAuthor(link) }, deed, now)
}

/** A phone polls twice a minute; the last use is stored less often. */
const NOTED_EVERY = 60_000

/** Also records the use. Any fault of the link is `link_expired`. */
export async function readSharedSheet(
  db: Db,
  token: string,
  asked: string | undefined,
  now: Instant,
): Promise<ResponseOf<typeof getSharedDaySheet>> {
  const link = await findLinkByToken(db, token, now)
  if (!link) throw new AppError('link_expired')
  const dates = link.date === null ? await findDates(db) : [link.date]
  if (asked !== undefined && !dates.includes(asked)) throw new AppError('not_found')
  const date = dateToShow(dates, madridDate(now), asked)
  const [{ event_name }, marksArrivals, sheets, hours, report] = await Promise.all([
    getSettings(db),
    areArrivalsOn(db),
    date === undefined ? [] : findDaySheets(db, date, link, now),
    date === undefined ? null : findHours(db, link, date),
    date === undefined ? null : findReport(db, link, date),
  ])
  const last_used = link.last_used_at?.getTime() ?? 0
  if (last_used <= now - NOTED_EVERY || last_used > latestPast(now))
    await db
      .updateTable('day_sheet_links')
      .set({ last_used_at: new Date(now) })
      .where('id', '=', link.id)
      .execute()
  return {
    event_name,
    dates,
    expires_at: isoInMadrid(link.expires_at.getTime()),
    may_mark_arrivals: link.may_mark_arrivals && marksArrivals,
    sheet: sheets[0] ?? null,
    hours,
    report,
  }
}
