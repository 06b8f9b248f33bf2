import type { markArrivalByLink, undoArrivalByLink } from '../../../../contract/day-sheet-arrivals.ts'
import type { BodyOf, Endpoint } from '../../../../contract/endpoint.ts'
import type { Instant } from '../../../../domain/madrid-time.ts'
import type { CommandContext } from '../../../command-context.ts'
import { inTransaction, type Tx } from '../../../database/transaction.ts'
import { AppError } from '../../../http/app-error.ts'
import { markArrival, undoArrival } from '../../reservations/arriving/commands.ts'
import { linkAuthor, recordByLink } from '../commands.ts'
import { findLinkByToken } from '../queries.ts'

type Named = { token: string; id: number }

/** A link without the right to mark is treated as unknown. */
const byLink = <Answer>(
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
    const link = await findLinkByToken(tx, token, now)
    if (!link?.may_mark_arrivals) throw new AppError('link_expired')
    const { docent_id, room_id, date } = link
    const by = { kind: 'service', name: linkAuthor(link) } as const
    const answer = await work(tx, { id, docent_id, room_id, date }, by)
    await recordByLink(tx, link, endpoint, { target: `reservation ${id}` }, now)
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
