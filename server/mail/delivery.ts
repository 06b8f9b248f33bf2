import { sql, type Kysely } from 'kysely'
import type { Clock } from '../clock.ts'
import type { Database } from '../database/schema.ts'
import { wearFace, type MailFace } from './event-face.ts'
import type { MailKind } from './mail.ts'
import { replyAddress } from './reply-address.ts'
import { isAboutLogin, wrongSetting } from './wrong-setting.ts'
import { MailRefused, type PostedMail, type Transport } from './transport.ts'

export type MailLog = Record<'info' | 'warn' | 'error', (facts: object, message: string) => void>

/** The parts that a delivery needs. */
export type DeliveryParts = { db: Kysely<Database>; transport: Transport; now: Clock; log: MailLog }

/** Sent, or for the queue to try again, or refused for good. */
type Outcome = { status: 'completed' } | { status: 'failed' | 'deadletter'; output: { reason: string } }

const REASON_MAX = 300

/** An error as one short line without credentials, fit for the administrators' list of mails. */
export function shortReason(error: unknown): string {
  // Not always an Error: the queue reports plain objects; and a refused connection has a code but no message.
  const { message, code } = (error ?? {}) as { message?: unknown; code?: unknown }
  return String(message || code || error)
    .replace(/\/\/\S*@/g, '//')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, REASON_MAX)
}

/** The log names nobody, and the queue keeps its jobs for days: a mail server quotes whom it does not know. */
const withoutAddresses = (reason: string) => reason.replaceAll(/\S+@\S+/g, '…')

/** One try to send one mail of the outbox. A mail that is no longer waiting is left alone. */
export async function deliver(parts: DeliveryParts, id: number, signal?: AbortSignal): Promise<Outcome> {
  const { db, transport, now, log } = parts
  let mail: PostedMail | undefined
  try {
    const row = await findMail(db, id)
    if (row?.status !== 'queued') return { status: 'completed' }
    mail = postedMail(row)
    await transport.send(mail, signal)
    await markSent(db, id, new Date(now()))
    return { status: 'completed' }
  } catch (error) {
    const isSecret = mail?.kind === 'verification_code' || isAboutLogin(error)
    const reason = isSecret ? bareStatus(error) : shortReason(error)
    const isRefused = error instanceof MailRefused
    const setting = wrongSetting(error)
    const told = withoutAddresses(reason)
    log.warn(
      { mail_id: id, reason: told, ...(setting && { setting }) },
      isRefused ? 'mail refused' : 'mail not sent, to be tried again',
    )
    await markTried(db, id, reason)
    return { status: isRefused ? 'deadletter' : 'failed', output: { reason: told } }
  }
}

/**
 * A refusal as its reply code and enhanced status alone, such as `550 5.7.1`: a mail server may quote the subject that it
 * refuses, encoded or cut, and with it a code that still counts, or the password that it does not know.
 */
function bareStatus(error: unknown): string {
  const { response } = ((error as Error).cause ?? error) as { response?: unknown }
  if (typeof response !== 'string') return shortReason(error)
  return response.match(/^\d{3}(?:[ -]\d\.\d{1,3}\.\d{1,3}(?!\S))?/)?.[0] ?? 'refused'
}

/** Answers go where enquiries go today, and the event looks as it does today, however long the mail has waited. */
const findMail = (db: Kysely<Database>, id: number) =>
  db
    .selectFrom('mails')
    .leftJoin('settings', (join) => join.onTrue())
    .selectAll('mails')
    .leftJoin('event_logo', (join) => join.onTrue())
    .select(['settings.contact_email', 'settings.accent_colour'])
    .select(['event_logo.type', 'event_logo.bytes', 'event_logo.width', 'event_logo.height'])
    .where('mails.id', '=', id)
    .executeTakeFirst()

type Row = NonNullable<Awaited<ReturnType<typeof findMail>>>

const postedMail = (row: Row, logo = logoOf(row)): PostedMail => ({
  id: row.id,
  kind: row.kind as MailKind,
  to: row.to_address,
  reply_to: replyAddress(row.contact_email ?? ''),
  subject: row.subject,
  text: row.text,
  html: wearFace(row.html, { accent_colour: row.accent_colour, logo }),
  ...(logo && { logo }),
  message_id: row.message_id,
  reservation_id: row.reservation_id,
  posted_at: row.created_at.getTime(),
  ...(row.calendar !== null &&
    row.calendar_method !== null && { calendar: { method: row.calendar_method, content: row.calendar } }),
})

const logoOf = ({ type, bytes, width, height }: Row): MailFace['logo'] =>
  bytes && { type: type!, bytes, width: width!, height: height! }

const tried = sql<number>`attempts + 1`

// A sign-up code is a secret until it is used and worth nothing afterwards: a reader of the table must not find it. And
// of a member who has been erased since nothing stays.
const unlessSpent = (column: 'text' | 'html') =>
  sql<string>`case when kind = 'verification_code' or erase_when_done then '' else ${sql.ref(column)} end`
const unlessErased = (column: 'calendar' | 'calendar_method') =>
  sql<null>`case when not erase_when_done then ${sql.ref(column)} end`
const withoutSpent = {
  text: unlessSpent('text'),
  html: unlessSpent('html'),
  calendar: unlessErased('calendar'),
  calendar_method: unlessErased('calendar_method'),
  to_address: sql<string>`case when erase_when_done then '' else to_address end`,
}

const markSent = (db: Kysely<Database>, id: number, sent_at: Date) =>
  db
    .updateTable('mails')
    .set({ status: 'sent', sent_at, attempts: tried, last_error: null, ...withoutSpent })
    .where('id', '=', id)
    .where('status', '=', 'queued')
    .execute()

const markTried = (db: Kysely<Database>, id: number, last_error: string) =>
  db
    .updateTable('mails')
    .set({ attempts: tried, last_error })
    .where('id', '=', id)
    .where('status', '=', 'queued')
    .execute()

/** The queue has given these mails up; the reason of the last try stays. */
export async function giveUp({ db, log }: DeliveryParts, ids: readonly number[]): Promise<void> {
  const given_up = await db
    .updateTable('mails')
    .set({
      status: 'failed',
      // Nothing was written down when the process died at each try.
      // It may quote the address.
      last_error: sql<string>`case when erase_when_done then 'not delivered'
        else coalesce(last_error, 'interrupted while sending') end`,
      ...withoutSpent,
    })
    .where('id', 'in', ids)
    .where('status', '=', 'queued')
    .returning(['id', 'kind', 'last_error'])
    .execute()
  for (const { id, kind, last_error } of given_up)
    log.error({ mail_id: id, kind, reason: withoutAddresses(last_error ?? '') }, 'mail given up')
}
