import { sql } from 'kysely'
import { reservationFacts, type Reservation } from '../../contract/reservation.ts'
import type { Instant } from '../../domain/madrid-time.ts'
import { isPushUrgent, pushExpiry, type PushKind } from '../../domain/push.ts'
import type { ReminderKind } from '../../domain/reminder.ts'
import { sendAlong } from '../database/along.ts'
import type { Tx } from '../database/transaction.ts'
import type { PostMail } from '../mail/mail-types.ts'
import type { Mail } from '../mail/mail.ts'
import * as outbox from '../mail/outbox.ts'
import { mailReservationId } from '../mail/reservation-id.ts'
import { pushPayload } from './push-text.ts'

/** The mails whose news are pushed as well. */
const PUSHED: Readonly<Partial<Record<string, PushKind>>> = {
  approved: 'approved',
  rejected: 'rejected',
  moved: 'moved',
}

/**
 * One event that a member is told of on those phones on which they allowed it; `version` is the reservation's, of which
 * there is more than one `reminder`.
 */
export type PushNotice = {
  kind: PushKind
  reservation: Reservation
  version: number
  reminder?: ReminderKind
}

/**
 * Puts mails into the outbox, and what phones are to show beside them, in the transaction of what they tell. This is how
 * members are told of anything.
 */
export const postMail: PostMail = async (tx, mails, now, due_at) => {
  await outbox.postMail(tx, mails, now, due_at)
  await postPushes(tx, mails.flatMap(pushOf), now, due_at)
}

function pushOf({ kind, facts }: Mail): PushNotice[] {
  const pushed = PUSHED[kind]
  if (!pushed || !('reservation' in facts)) return []
  return [{ kind: pushed, reservation: facts.reservation, version: facts.version }]
}

/** The pattern of the facts that tell the approval of a reservation. */
export const approvalFacts = (reservation: Pick<Reservation, 'id' | 'created_at'>): string =>
  `${mailReservationId(reservation)}.%.approved`

/**
 * Writes a row for every phone of these members, with one statement however many they are. Nothing is written for a
 * member without a phone, nor of a kind that the settings do not push; the same fact is written once.
 */
export async function postPushes(
  tx: Tx,
  notices: readonly PushNotice[],
  now: Instant,
  due_at = now,
): Promise<void> {
  const told = notices.filter(({ reservation }) => reservation.user.id !== null)
  if (told.length === 0) return
  const rows = told.map(({ kind, reservation, version, reminder }) => {
    const { starts_at } = reservationFacts(reservation)
    return {
      member_id: reservation.user.id,
      kind,
      fact: [mailReservationId(reservation), version, kind, reminder].filter(Boolean).join('.'),
      // Later notices wait with that of an approval, as mails do.
      approvals: approvalFacts(reservation),
      payload: JSON.stringify(pushPayload(kind, reservation)),
      is_urgent: isPushUrgent(kind, starts_at, now),
      expires_at: new Date(pushExpiry(starts_at, now)),
    }
  })
  // As one value: for arrays, whose length it does not know, PostgreSQL makes a plan each time.
  await sendAlong(
    tx,
    sql`
    insert into pushes (subscription_id, fact, payload, is_urgent, created_at, due_at, expires_at)
    select s.id, told.fact, told.payload, told.is_urgent, ${new Date(now)}, greatest(${new Date(due_at)}::timestamptz,
      (select max(p.due_at) from pushes p where p.subscription_id = s.id and p.fact like told.approvals
        and p.status = 'queued' and p.attempts = 0)), told.expires_at
    from json_to_recordset(${JSON.stringify(rows)}::json) as told (
        member_id int, kind text, fact text, approvals text, payload text, is_urgent boolean, expires_at timestamptz)
      join push_subscriptions s on s.member_id = told.member_id
      cross join settings
    where push_enabled and case told.kind when 'approved' then push_approved when 'rejected' then push_rejected
      when 'moved' then push_moved else push_reminder end
    order by s.id, told.fact
    on conflict on constraint pushes_fact_key do nothing`,
  )
}
