import type { Reservation } from '../../../contract/reservation.ts'
import type { Instant } from '../../../domain/madrid-time.ts'
import type { Tx } from '../../database/transaction.ts'
import { getSettings } from '../settings/queries.ts'
import type { CommandContext } from '../../command-context.ts'
import type { Action } from '../../../domain/reservation.ts'
import type { Mail, ReservationNotice } from '../../mail/mail.ts'
import { approved } from '../../mail/templates/approved.ts'
import { cancellationApproved } from '../../mail/templates/cancellation-approved.ts'
import { cancellationReceived } from '../../mail/templates/cancellation-received.ts'
import { cancellationRefused } from '../../mail/templates/cancellation-refused.ts'
import { cancelled } from '../../mail/templates/cancelled.ts'
import { endedEarly } from '../../mail/templates/ended-early.ts'
import { moved } from '../../mail/templates/moved.ts'
import { placeChanged } from '../../mail/templates/place-changed.ts'
import { rejected } from '../../mail/templates/rejected.ts'
import { requestReceived } from '../../mail/templates/request-received.ts'

/** The events of a reservation that its member is notified of: all but an administrator's `complete`. */
type Told = 'create' | Exclude<Action, 'complete'>

const NOTICES: Readonly<Record<Told, (notice: ReservationNotice) => Mail>> = {
  create: requestReceived,
  approve: approved,
  reject: rejected,
  cancel: cancelled,
  request_cancellation: cancellationReceived,
  approve_cancellation: cancellationApproved,
  reject_cancellation: cancellationRefused,
  end_early: endedEarly,
}

type Notice = Pick<ReservationNotice, 'reservation' | 'version' | 'to' | 'reason' | 'was_agreed' | 'deleted'>

/** Mails the member what happened to a reservation, in the transaction in which it happens. */
export async function sendNotice(
  { postMail, publicUrl }: CommandContext,
  tx: Tx,
  happened: Told,
  notice: Notice,
  now: Instant,
): Promise<void> {
  const content = { ...notice, ...(await getSettings(tx)), public_url: publicUrl, now }
  await postMail(tx, [NOTICES[happened](content)], now)
}

/**
 * Mails members that their reservations' docent or room is not what it was `before`, in the transaction that changes it.
 */
export async function sendPlaceNotices(
  { postMail, publicUrl }: CommandContext,
  tx: Tx,
  notices: readonly (Notice & { before: Reservation })[],
  now: Instant,
): Promise<void> {
  const shared = { ...(await getSettings(tx)), public_url: publicUrl, now }
  const mails = notices.map(({ before, ...notice }) => placeChanged({ ...notice, ...shared }, before))
  await postMail(tx, mails, now)
}

/** Mails the member that a reservation is not where it was `before`, in the transaction that moves it. */
export async function sendMovedNotice(
  { postMail, publicUrl }: CommandContext,
  tx: Tx,
  { before, message, ...notice }: Notice & { before: Reservation; message: string | null },
  now: Instant,
): Promise<void> {
  const shared = { ...(await getSettings(tx)), public_url: publicUrl, now }
  await postMail(tx, [moved({ ...notice, ...shared }, before, message)], now)
}
