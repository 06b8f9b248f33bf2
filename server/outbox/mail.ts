import { sql, type RawBuilder, type Selectable } from 'kysely'
import type { Instant } from '../../domain/madrid-time.ts'
import { heldPause, isHeldTooLong } from '../../domain/mail-outage.ts'
import type { Database } from '../database/schema.ts'
import type { Db } from '../database/transaction.ts'
import { wearFace } from '../mail/event-face.ts'
import { isCodeMail, type Mail, type MailKind, type MailTexts } from '../mail/mail.ts'
import { isOutage } from '../mail/outage.ts'
import { replyAddress } from '../mail/reply-address.ts'
import { MailRefused, type PostedMail, type Transport } from '../mail/transport.ts'
import { writeMail } from '../mail/write-mail.ts'
import { isAboutLogin, wrongSetting } from '../mail/wrong-setting.ts'
import { withIdentity } from './calendar-identity.ts'
import { shortReason, withoutAddresses } from './short-reason.ts'
import { isPast, type Outcome, type Queue, type WorkerParts } from './worker.ts'

export type QueuedMail = Selectable<Database['mails']>

const SECOND = 1_000
const CODE_MS = 600 * SECOND
// Thirteen tries in a good hour: enough for a restart of the mail server.
const PAUSES = [5, 10, 20, 40, 80, 160, 320, 640, 900, 900, 900, 900]
// A code expires after ten minutes. The last try comes after the usual five minutes of greylisting.
const CODE_PAUSES = PAUSES.slice(0, 6)

/** Null after the last try. */
export function mailPause({ kind, attempts }: Pick<QueuedMail, 'kind' | 'attempts'>): number | null {
  const seconds = (isCodeMail(kind) ? CODE_PAUSES : PAUSES)[attempts - 1]
  return seconds === undefined ? null : seconds * SECOND
}

/** Codes have a queue of their own, so that neither delays the other. */
export const mailQueues = (parts: WorkerParts, transport: Transport): Queue<QueuedMail>[] => [
  { ...mailQueue(parts, transport, sql`j.priority = 0`), name: 'sign-up codes', concurrency: 2 },
  { ...mailQueue(parts, transport, sql`j.priority > 0`), name: 'mails', concurrency: 4 },
]

const mailQueue = (
  parts: WorkerParts,
  transport: Transport,
  isOfQueue: RawBuilder<unknown>,
): Omit<Queue<QueuedMail>, 'name' | 'concurrency'> => ({
  table: 'mails',
  receiver: 'to_address',
  subjects: ['reservation_id'],
  select: (isDue, most) => sql`
    select j.id from mails j where ${isOfQueue} and ${isDue}
    order by j.priority, j.id limit ${most} for update of j skip locked`,
  // Codes and erasure links are secrets that are worthless once sent, and nothing of an erased member may
  // stay. A reason may quote the address.
  set: (at) => sql`
    facts = case when o.status = 'queued'
      or not (j.erase_when_done or j.kind in ('verification_code', 'login_code', 'erasure_link', 'new_device')) then j.facts end,
    to_address = case when o.status <> 'queued' and j.erase_when_done then '' else j.to_address end,
    last_error = case when o.status = 'failed' and j.erase_when_done then 'not delivered' else o.error end,
    sent_at = case when o.status = 'sent' then ${at} else j.sent_at end,
    held_since = case when o.is_leased then j.held_since
      when o.status = 'queued' and o.is_held then coalesce(j.held_since, ${at}) end`,
  send: (mail, signal) => send(parts, transport, mail, signal),
})

async function send(
  parts: WorkerParts,
  transport: Transport,
  mail: QueuedMail,
  signal: AbortSignal,
): Promise<Outcome> {
  const { held_since } = mail
  // Tries while it was held do not count.
  const attempts = held_since ? 1 : mail.attempts
  const hopeless = whyNotSent({ ...mail, attempts }, parts.now())
  if (hopeless) return giveUp(parts, mail, hopeless)
  const event = await findEvent(parts.db)
  try {
    await transport.send(postedMail(mail, await write(parts.db, mail), event), signal)
  } catch (error) {
    const isSecret = isCodeMail(mail.kind) || isAboutLogin(error)
    const reason = isSecret ? bareStatus(error) : shortReason(error)
    const isRefused = error instanceof MailRefused
    const setting = wrongSetting(error)
    parts.log.warn(
      { mail_id: mail.id, reason: withoutAddresses(reason), ...(setting && { setting }) },
      isRefused ? 'mail refused' : 'mail not sent, will be retried',
    )
    // Tries while a mail was held do not count.
    if (isOutage(error) || (held_since && !isRefused)) {
      const pause_ms = heldPause(await countMails(parts.db, isHeld))
      return { status: 'queued', error: reason, pause_ms, is_held: true }
    }
    const pause_ms = isRefused ? null : mailPause({ ...mail, attempts })
    return pause_ms === null ? giveUp(parts, mail, reason) : { status: 'queued', error: reason, pause_ms }
  }
  // If it fails, this mail has left all the same; the next success releases them.
  await releaseHeld(parts).catch(() => {})
  return { status: 'sent', error: null }
}

const isHeld = sql<boolean>`status = 'queued' and held_since is not null`

// Held mails, and those that one receiver refused for now.
const isDelayed = sql<boolean>`status = 'queued' and last_error is not null`

async function countMails(db: Db, isMeant: RawBuilder<boolean>): Promise<number> {
  const { rows } = await sql<{
    count: number
  }>`select count(*)::int as count from mails where ${isMeant}`.execute(db)
  return rows[0]!.count
}

// Each of them releases as many when it is sent: a server that takes only a few is not flooded.
const RELEASED_AT_ONCE = 20

/** The mail server accepts mails again. */
const releaseHeld = ({ db, now }: WorkerParts) =>
  sql`
    update mails set held_since = null, not_before = '-infinity', attempts = 0 where id in (
      select id from mails where ${isHeld} and ${isPast('locked_until', now())}
      order by priority, id limit ${RELEASED_AT_ONCE} for update skip locked)`.execute(db)

/** Makes some delayed mails due now, which counts as no try. Returns the number of delayed mails. */
export async function retryDelayed(db: Db, now: Instant): Promise<number> {
  await sql`
    update mails set not_before = '-infinity', attempts = greatest(attempts - 1, 0) where id in (
      select id from mails where ${isDelayed} and ${isPast('locked_until', now)} and not ${isPast('not_before', now)}
      order by priority, not_before, id limit ${RELEASED_AT_ONCE} for update skip locked)`.execute(db)
  return countMails(db, isDelayed)
}

function giveUp({ log }: WorkerParts, { id, kind }: QueuedMail, error: string): Outcome {
  log.error({ mail_id: id, kind, reason: withoutAddresses(error) }, 'mail failed permanently')
  return { status: 'failed', error }
}

/** Null if it can be sent. What came too late would confuse. */
function whyNotSent(mail: QueuedMail, now: Instant): string | null {
  const { kind, facts, created_at, attempts, last_error, held_since } = mail
  const lapses_at = isCodeMail(kind)
    ? created_at.getTime() + CODE_MS + 1
    : ((facts as { lapses_at?: Instant } | null)?.lapses_at ?? Infinity)
  if (lapses_at <= now) return 'too late to be of use'
  if (held_since && isHeldTooLong(held_since.getTime(), now)) return last_error ?? 'held for too long'
  // The process died in each try.
  const isOver = attempts > 1 && mailPause({ kind, attempts: attempts - 1 }) === null
  return isOver ? (last_error ?? 'interrupted while sending') : null
}

/** Such as `550 5.7.1`: the rest may quote a code or password. */
function bareStatus(error: unknown): string {
  const { response } = ((error as Error).cause ?? error) as { response?: unknown }
  if (typeof response !== 'string') return shortReason(error)
  return response.match(/^\d{3}(?:[ -]\d\.\d{1,3}\.\d{1,3}(?!\S))?/)?.[0] ?? 'refused'
}

/** The current contact and branding, however old the mail is. */
const findEvent = (db: Db) =>
  db
    .selectFrom('settings')
    .leftJoin('event_images', (join) => join.on('name', '=', 'logo'))
    .select(['contact_email', 'accent_colour', 'type', 'bytes', 'width', 'height'])
    .executeTakeFirstOrThrow()

// Their calendar entries begin, replace or end one.
const WITH_ENTRY = new Set([
  'approved',
  'moved',
  'place_changed',
  'cancelled',
  'cancellation_approved',
  'ended_early',
])

/** The address may have been corrected since the facts were written. */
async function write(db: Db, row: QueuedMail): Promise<MailTexts> {
  const mail = { kind: row.kind, facts: { ...(row.facts as Mail['facts']), to: row.to_address } } as Mail
  if (!('reservation' in mail.facts) || !WITH_ENTRY.has(mail.kind)) return writeMail(mail)
  const [facts] = await withIdentity(db, [mail.facts])
  return writeMail({ ...mail, facts } as Mail)
}

function postedMail(
  row: QueuedMail,
  texts: MailTexts,
  { contact_email, accent_colour, type, bytes, width, height }: Awaited<ReturnType<typeof findEvent>>,
): PostedMail {
  const logo = bytes && { type: type!, bytes, width: width!, height: height! }
  return {
    ...texts,
    id: row.id,
    kind: row.kind as MailKind,
    to: row.to_address,
    reply_to: replyAddress(contact_email),
    subject: row.subject,
    html: wearFace(texts.html, { accent_colour, logo }),
    ...(logo && { logo }),
    message_id: row.message_id,
    reservation_id: row.reservation_id,
    posted_at: row.created_at.getTime(),
  }
}
