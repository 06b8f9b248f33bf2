import type { Kysely } from 'kysely'
import type { Clock } from '../clock.ts'
import type { Database } from '../database/schema.ts'
import type { TakenMail } from './claims.ts'
import { wearFace, type MailFace } from './event-face.ts'
import type { Mail, MailKind } from './mail.ts'
import { makeMarker, type Marker } from './marker.ts'
import { pauseAfter, whyNotSent, type Retry } from './queue.ts'
import { replyAddress } from './reply-address.ts'
import type { Turns } from './turns.ts'
import { isAboutLogin, wrongSetting } from './wrong-setting.ts'
import { MailRefused, type PostedMail, type Transport } from './transport.ts'
import { writeMail } from './write-mail.ts'

export type MailLog = Record<'info' | 'warn' | 'error', (facts: object, message: string) => void>

/** The parts that a delivery needs. */
export type DeliveryParts = {
  db: Kysely<Database>
  transport: Transport
  now: Clock
  log: MailLog
  retry: Retry
  /** Absent where nobody else waits for the process. */
  turns?: Turns
}

const REASON_MAX = 300

/** An error as one short line without credentials, fit for the administrators' list of mails. */
export function shortReason(error: unknown): string {
  // Not always an Error, and a refused connection has a code but no message.
  const { message, code } = (error ?? {}) as { message?: unknown; code?: unknown }
  return String(message || code || error)
    .replace(/\/\/\S*@/g, '//')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, REASON_MAX)
}

/** The log names nobody: a mail server quotes whom it does not know. */
const withoutAddresses = (reason: string) => reason.replaceAll(/\S+@\S+/g, '…')

// A slow recipient holds up the fifth part of a batch.
const LANES = 5

/**
 * One try to send each of these mails of the outbox, which this process has taken, a few at a time. All that have not begun
 * when the signal comes, or when the database takes no more word of what was sent, are left waiting.
 */
export async function deliver(
  parts: DeliveryParts,
  mails: readonly TakenMail[],
  signal?: AbortSignal,
): Promise<void> {
  const event = await findEvent(parts.db)
  const marker = makeMarker(parts.db, parts.now, (error) =>
    parts.log.error({ reason: withoutAddresses(shortReason(error)) }, 'mails have left and cannot be marked'),
  )
  const left = mails.values()
  const lane = async () => {
    for (const mail of left) {
      await parts.turns?.next()
      if (signal?.aborted || marker.failure) return
      const hopeless = whyNotSent(mail, parts.retry, parts.now())
      if (hopeless) giveUp(parts, marker, mail, hopeless)
      else await sendOne(parts, marker, mail, event, signal)
    }
  }
  await Promise.all(Array.from({ length: LANES }, lane))
  await marker.end()
}

async function sendOne(
  parts: DeliveryParts,
  marker: Marker,
  mail: TakenMail,
  event: EventNow,
  signal: AbortSignal | undefined,
): Promise<void> {
  const { transport, log, retry } = parts
  try {
    await transport.send(postedMail(mail, event), signal)
    marker.sent(mail.id)
  } catch (error) {
    const isSecret = mail.kind === 'verification_code' || isAboutLogin(error)
    const reason = isSecret ? bareStatus(error) : shortReason(error)
    const isRefused = error instanceof MailRefused
    const setting = wrongSetting(error)
    log.warn(
      { mail_id: mail.id, reason: withoutAddresses(reason), ...(setting && { setting }) },
      isRefused ? 'mail refused' : 'mail not sent, to be tried again',
    )
    const pause = isRefused ? null : pauseAfter(mail, retry)
    if (pause === null) giveUp(parts, marker, mail, reason)
    else marker.tried(mail.id, reason, pause)
  }
}

function giveUp({ log }: DeliveryParts, marker: Marker, { id, kind }: TakenMail, reason: string) {
  marker.gaveUp(id, reason)
  log.error({ mail_id: id, kind, reason: withoutAddresses(reason) }, 'mail given up')
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

/** Answers go where enquiries go today, and the event looks as it does today, however long a mail has waited. */
const findEvent = (db: Kysely<Database>) =>
  db
    .selectFrom('settings')
    .leftJoin('event_logo', (join) => join.onTrue())
    .select(['contact_email', 'accent_colour', 'type', 'bytes', 'width', 'height'])
    .executeTakeFirst()

type EventNow = Awaited<ReturnType<typeof findEvent>>

function postedMail(row: TakenMail, event: EventNow): PostedMail {
  const logo = event && logoOf(event)
  const texts = writeMail(row as Mail)
  return {
    id: row.id,
    kind: row.kind as MailKind,
    to: row.to_address,
    reply_to: replyAddress(event?.contact_email ?? ''),
    subject: row.subject,
    ...texts,
    html: wearFace(texts.html, { accent_colour: event?.accent_colour ?? null, logo: logo ?? null }),
    ...(logo && { logo }),
    message_id: row.message_id,
    reservation_id: row.reservation_id,
    posted_at: row.created_at.getTime(),
  }
}

const logoOf = ({ type, bytes, width, height }: NonNullable<EventNow>): MailFace['logo'] =>
  bytes && { type: type!, bytes, width: width!, height: height! }
