import type { markArrivalByLink, undoArrivalByLink } from '../../../../contract/day-sheet-arrivals.ts'
import type { BodyOf, Endpoint } from '../../../../contract/endpoint.ts'
import type { Instant } from '../../../../domain/madrid-time.ts'
import type { CommandContext } from '../../../command-context.ts'
import { inTransaction, type Tx } from '../../../database/transaction.ts'
import { AppError } from '../../../http/app-error.ts'
import { actionOf, MACHINE, recordDeed } from '../../../http/audit.ts'
import { markArrival, undoArrival } from '../../reservations/arriving/commands.ts'
import { findLink, findLinkByToken } from '../queries.ts'

type Named = { token: string; id: number }

/** A link without the right to mark is treated as unknown. */
async function getMarkingLink(tx: Tx, token: string, now: Instant) {
  const link = await findLinkByToken(tx, token, now)
  if (!link?.may_mark_arrivals) throw new AppError('link_expired')
  const { docent, room } = (await findLink(tx, link.id, now))!
  return { link, name: `${(docent ?? room)!.name} 데이 시트 링크(${link.id}번)` }
}

const byLink = <Answer extends { message: string }>(
  { db }: CommandContext,
  endpoint: Endpoint,
  { token, id }: Named,
  now: Instant,
  work: (
    tx: Tx,
    which: Parameters<typeof markArrival>[1],
    by: { kind: 'service'; name: string },
  ) => Promise<Answer>,
): Promise<Answer> =>
  inTransaction(db, async (tx) => {
    const { link, name } = await getMarkingLink(tx, token, now)
    const { docent_id, room_id, date } = link
    const answer = await work(tx, { id, docent_id, room_id, date }, { kind: 'service', name })
    const target = `reservation ${id}`
    // The log does not store the visitor's name.
    const entry = {
      action: actionOf(endpoint),
      target,
      summary: endpoint.summary,
      details: { day_sheet_link: link.id },
    }
    await recordDeed(tx, { ...MACHINE, name }, entry, now)
    return answer
  })

export const markByLink = (
  context: CommandContext,
  endpoint: typeof markArrivalByLink,
  named: Named,
  { at }: BodyOf<typeof markArrivalByLink>,
  now: Instant,
) =>
  byLink(context, endpoint, named, now, (tx, which, by) =>
    markArrival({ ...context, db: tx }, which, { at, by }, now),
  )

/** Only arrivals that the same link has marked. */
export const undoByLink = (
  context: CommandContext,
  endpoint: typeof undoArrivalByLink,
  named: Named,
  { arrived_at }: BodyOf<typeof undoArrivalByLink>,
  now: Instant,
) =>
  byLink(context, endpoint, named, now, (tx, which, by) =>
    undoArrival({ ...context, db: tx }, which, { arrived_at, by, own: true }, now),
  )
