import type { decideReservations as bulkDecision } from '../../../../contract/admin/bulk-decisions.ts'
import type { BodyOf } from '../../../../contract/endpoint.ts'
import type { Reservation } from '../../../../contract/reservation.ts'
import type { actOnReservation } from '../../../../contract/reservation-action.ts'
import type { Instant } from '../../../../domain/madrid-time.ts'
import { isActive, isAwaited, takesPlace } from '../../../../domain/reservation.ts'
import type { CommandContext } from '../../../command-context.ts'
import { inTransaction, type Tx } from '../../../database/transaction.ts'
import { AppError } from '../../../http/app-error.ts'
import type { SignedInAdmin } from '../../../http/session.ts'
import type { DeletionCause } from '../../../mail/mail.ts'
import { moveReservation, writeMove } from '../commands.ts'
import { sendNotice } from '../notice.ts'
import { factsOf, getReservation, lockForDecision } from '../queries.ts'

/**
 * An administrator's decision. Refuses with `not_found`, `past_time`, or `invalid_transition` naming the current status:
 * also when another administrator was faster.
 */
export const decideReservation = (
  context: CommandContext,
  admin: SignedInAdmin,
  id: number,
  body: BodyOf<typeof actOnReservation>,
  now: Instant,
): Promise<Reservation> => moveReservation(context, { id, kind: body.type }, moveOf(body, admin), now)

type Wanted = Pick<BodyOf<typeof actOnReservation>, 'action' | 'reason' | 'notify'>

const moveOf = ({ action, reason, notify = false }: Wanted, { name }: SignedInAdmin) =>
  ({ action, reason: reason || null, notify, by: 'admin', actor: name }) as const

/**
 * One decision about many reservations, in one transaction: those that it does not fit, or that are gone, are left as
 * they are and say why, the others are decided. Any other failure undoes all of them.
 */
export const decideReservations = (
  context: CommandContext,
  admin: SignedInAdmin,
  body: BodyOf<typeof bulkDecision>,
  now: Instant,
): Promise<{ id: number; done: boolean; error: string | null }[]> =>
  inTransaction(context.db, async (db) => {
    const results = []
    const move = moveOf(body, admin)
    // In the order of ids, so that two administrators with the same choice do not wait for each other in a circle.
    for (const id of [...new Set(body.reservation_ids)].toSorted((a, b) => a - b)) {
      const error = await refusalOf(moveReservation({ ...context, db }, { id }, move, now))
      results.push({ id, done: error === null, error })
    }
    return results
  })

/** Why a move was refused, or null when it was made. A refusal comes before anything is written. */
async function refusalOf(moving: Promise<unknown>): Promise<string | null> {
  try {
    await moving
    return null
  } catch (failure) {
    if (failure instanceof AppError) return failure.message
    throw failure
  }
}

/**
 * Cancels those of these reservations that are active, because an administrator deletes what they need: status, slots,
 * history and mail, in the transaction of the deletion; past requests without a mail. The others stay as they are. Answers
 * how many it cancelled.
 */
export async function cancelForDeletion(
  context: CommandContext,
  tx: Tx,
  ids: number[],
  cause: DeletionCause,
  admin: SignedInAdmin,
  now: Instant,
): Promise<number> {
  const found = ids.length === 0 ? [] : await lockForDecision(tx, ids)
  const active = found.filter((each) => isActive(factsOf(each), now))
  const { deleted } = cause
  const reason = cause.own_reason || cause.reason
  for (const { email, ...from } of active) {
    await writeMove(tx, from, 'CANCELLED', { action: 'cancel', reason, by: 'admin', actor: admin.name }, now)
    if (!email || !isAwaited(factsOf(from), now)) continue
    const reservation = await getReservation(tx, from.id, 'admin', now)
    const addressed = { reservation, version: from.version + 1, to: email, reason }
    const told = { ...addressed, was_agreed: takesPlace(from.status), deleted }
    await sendNotice(context, tx, 'cancel', told, now)
  }
  return active.length
}
