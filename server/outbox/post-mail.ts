import { sql } from 'kysely'
import { reservationFacts, type Reservation } from '../../contract/reservation.ts'
import { madridTime, shortKoreanDate, type Instant } from '../../domain/madrid-time.ts'
import {
  isPushUrgent,
  PUSH_SETTINGS,
  pushExpiry,
  type PushKind,
  type ReminderKind,
} from '../../domain/notice.ts'
import { anyOf, sendAlong, type Tx } from '../database/transaction.ts'
import { headlineOf, isChangeRequest, mailRow, nounOf } from '../mail/heading.ts'
import type { PostMail } from '../mail/mail-types.ts'
import type { Mail } from '../mail/mail.ts'
import { ownPath } from '../mail/templates/links.ts'

/** A version can have several reminders. */
export type PushNotice = {
  kind: PushKind
  reservation: Reservation
  version: number
  title?: string
  reminder?: ReminderKind
  lapses_at?: Instant
}

// Other requests run between two statements.
const AT_ONCE = 100

/** In the transaction of the cause, sent from `due_at` on. Duplicates are ignored. */
export const postMail: PostMail = async (tx, mails, now, due_at) => {
  let first = 0
  // An empty list too: time must not reveal whether a code was mailed.
  do {
    await postFew(tx, mails.slice(first, first + AT_ONCE), now, due_at)
    first += AT_ONCE
  } while (first < mails.length)
}

const postFew: PostMail = async (tx, mails, now, due_at) => {
  const rows = mails.map((mail) => mailRow(mail, now))
  await sendAlong(
    tx,
    sql`
    insert into mails (kind, priority, reservation_id, to_address, subject, facts, message_id, created_at, not_before)
    select kind, priority, reservation_id, to_address, subject, facts, message_id, created_at, ${dueOf(due_at)}
    from json_to_recordset(${JSON.stringify(rows)}::json) as mail (kind text, priority int, reservation_id int, to_address text,
      subject text, facts jsonb, message_id text, created_at timestamptz)
    on conflict on constraint mails_message_id_key do nothing`,
  )
  await postPushes(tx, mails.flatMap(pushOf), now, due_at)
}

const dueOf = (due_at: Instant | undefined) =>
  sql`coalesce(${due_at === undefined ? null : new Date(due_at)}::timestamptz, '-infinity')`

function pushOf(mail: Mail): PushNotice[] {
  const { kind, facts } = mail
  if (!(kind in HEADLINES) || !('reservation' in facts)) return []
  const pushed = kind as PushKind
  const { reservation, version } = facts
  const title = OFF.has(pushed) && isChangeRequest(facts) && { title: headlineOf(mail) }
  return [{ kind: pushed, reservation, version, ...title }]
}

/** A row for each device, unless the settings exclude the kind. */
export async function postPushes(tx: Tx, notices: readonly PushNotice[], now: Instant, due_at?: Instant) {
  const rows = notices
    .filter(({ reservation }) => reservation.user?.id)
    .map(({ kind, reservation, version, title, reminder, lapses_at }) => {
      const { starts_at } = reservationFacts(reservation)
      return {
        member_id: reservation.user!.id,
        reservation_id: reservation.id,
        setting: PUSH_SETTINGS[kind],
        fact: [kind, version, reminder].filter(Boolean).join('.'),
        payload: JSON.stringify({ ...pushPayload(kind, reservation, reminder), ...(title && { title }) }),
        is_urgent: isPushUrgent(kind, starts_at, now),
        expires_at: new Date(lapses_at ?? pushExpiry(starts_at, now)),
      }
    })
  if (rows.length === 0) return
  await sendAlong(
    tx,
    sql`
    insert into pushes (subscription_id, reservation_id, fact, payload, is_urgent, created_at, not_before, expires_at)
    select s.id, reservation_id, fact, payload, is_urgent, ${new Date(now)}, ${dueOf(due_at)}, expires_at
    from json_to_recordset(${JSON.stringify(rows)}::json) as push (member_id int, reservation_id int, setting text, fact text,
        payload text, is_urgent boolean, expires_at timestamptz)
      join push_subscriptions s using (member_id)
      cross join settings
    where push_enabled and case setting when 'push_approved' then push_approved when 'push_rejected' then push_rejected
      when 'push_moved' then push_moved else push_reminder end
    order by s.id
    on conflict on constraint pushes_fact_key do nothing`,
  )
}

export const delayDecisions = (tx: Tx, reservation_ids: readonly number[], due_at: Instant) =>
  sendAlong(
    tx,
    sql`update webhook_deliveries set not_before = ${new Date(due_at)}
      where reservation_id = ${anyOf(reservation_ids)} and type = 'reservation.decided'
        and status = 'queued' and attempts = 0`,
  )

/** `path` is opened by a press. */
type PushPayload = { title: string; body: string; tag: string; path: string }

const HEADLINES: Readonly<Record<PushKind, string>> = {
  approved: '예약이 승인되었습니다',
  served: '자리가 나서 신청되었습니다',
  rejected: '예약 신청이 거절되었습니다',
  cancelled: '예약이 취소되었습니다',
  cancellation_approved: '취소 요청이 승인되었습니다',
  cancellation_refused: '취소 요청이 거절되었습니다',
  moved: '예약 시간·장소가 변경되었습니다',
  place_changed: '예약 안내가 변경되었습니다',
  reminder: '예약이 곧 시작됩니다',
}

// Nothing takes place then.
const OFF: ReadonlySet<PushKind> = new Set(['rejected', 'cancelled', 'cancellation_approved'])

const MAX_PLACE = 60

/**
 * Others can read a lock screen: no names, companies, titles or reasons. News about one reservation replace
 * each other.
 */
function pushPayload(kind: PushKind, reservation: Reservation, reminder?: ReminderKind): PushPayload {
  const { date, starts_at } = reservationFacts(reservation)
  const place =
    reservation.type === 'VIP_TOUR' ? reservation.available_tour.docent.start_point : reservation.room.name
  const when = `${shortKoreanDate(date)} ${madridTime(starts_at)}`
  return {
    title: `${nounOf({ reservation })} ${reminder === 'evening' ? '예약이 내일 있습니다' : HEADLINES[kind]}`,
    body: OFF.has(kind) ? `${when} · 예약내역에서 확인해주세요.` : `${when} · ${place.slice(0, MAX_PLACE)}`,
    tag: `reservation-${reservation.id}`,
    path: ownPath(reservation),
  }
}
