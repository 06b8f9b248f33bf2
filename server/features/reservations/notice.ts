import type { Reservation } from '../../../contract/reservation.ts'
import type { Instant } from '../../../domain/madrid-time.ts'
import type { Tx } from '../../database/transaction.ts'
import type { CommandContext } from '../../command-context.ts'
import type { Action } from '../../../domain/reservation.ts'
import type { Mail, NoticeKind, ReservationNotice } from '../../mail/mail.ts'

type Happened = 'create' | Exclude<Action, 'complete' | 'take_back'>

const KINDS = {
  create: 'request_received',
  approve: 'approved',
  reject: 'rejected',
  cancel: 'cancelled',
  request_cancellation: 'cancellation_received',
  approve_cancellation: 'cancellation_approved',
  reject_cancellation: 'cancellation_refused',
  end_early: 'ended_early',
} as const satisfies Record<Happened, NoticeKind>

type Notice = Omit<ReservationNotice, 'public_url' | 'now'>

// PostgreSQL limits the parameters of a statement, and other requests run between two chunks.
const AT_ONCE = 100

async function send<N extends Notice>(
  { postMail, publicUrl }: CommandContext,
  tx: Tx,
  notices: readonly N[],
  mailOf: (notice: N & ReservationNotice) => Mail,
  now: Instant,
  due_at?: Instant,
): Promise<void> {
  const shared = { public_url: publicUrl, now }
  for (let first = 0; first < notices.length; first += AT_ONCE) {
    const mails = notices.slice(first, first + AT_ONCE).map((notice) => mailOf({ ...notice, ...shared }))
    await postMail(tx, mails, now, due_at)
  }
}

export const mailOf = (happened: Happened, facts: ReservationNotice): Mail => ({
  kind: KINDS[happened],
  facts,
})

/** Sent from `due_at` on. */
export const sendNotices = (
  context: CommandContext,
  tx: Tx,
  happened: Happened,
  notices: readonly Notice[],
  now: Instant,
  due_at?: Instant,
): Promise<void> => send(context, tx, notices, (facts) => mailOf(happened, facts), now, due_at)

export const sendPlaceNotices = (
  context: CommandContext,
  tx: Tx,
  notices: readonly (Notice & { before: Reservation })[],
  now: Instant,
): Promise<void> => send(context, tx, notices, (facts) => ({ kind: 'place_changed', facts }), now)

export const sendMovedNotice = (
  context: CommandContext,
  tx: Tx,
  notice: Notice & { before: Reservation; message: string | null },
  now: Instant,
): Promise<void> => send(context, tx, [notice], (facts) => ({ kind: 'moved', facts }), now)
