import { markArrivalByLink, undoArrivalByLink } from '../../../../contract/day-sheet-arrivals.ts'
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
const byLink = (
  { db }: CommandContext,
  endpoint: Endpoint,
  { token, id }: Named,
  now: Instant,
  work: (
    tx: Tx,
    which: Parameters<typeof markArrival>[1],
    by: { kind: 'service'; name: string },
  ) => ReturnType<typeof markArrival>,
) =>
  inTransaction(db, async (tx) => {
    const link = await findLinkByToken(tx, token, now)
    if (!link?.may_mark_arrivals) throw new AppError('link_expired')
    const { docent_id, room_id, date } = link
    const by = { kind: 'service', name: linkAuthor(link) } as const
    const { message, arrival } = await work(tx, { id, docent_id, room_id, date }, by)
    await recordByLink(tx, link, endpoint, { target: `reservation ${id}` }, now)
    return { message, arrived_at: arrival.arrived_at }
  })

export const markByLink = (
  context: CommandContext,
  named: Named,
  { at }: BodyOf<typeof markArrivalByLink>,
  now: Instant,
) =>
  byLink(context, markArrivalByLink, named, now, (tx, which, by) =>
    markArrival({ ...context, db: tx }, which, { at, by }, now),
  )

/** Only arrivals that the same link has marked. */
export const undoByLink = (
  context: CommandContext,
  named: Named,
  { arrived_at }: BodyOf<typeof undoArrivalByLink>,
  now: Instant,
) =>
  byLink(context, undoArrivalByLink, named, now, (tx, which, by) =>
    undoArrival({ ...context, db: tx }, which, { arrived_at, by, own: true }, now),
  )
