import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { sql, type Kysely } from 'kysely'
import type { Clock } from '../clock.ts'
import type { Database } from '../database/schema.ts'
import { wearFace, type MailFace } from './event-face.ts'
import type { MailKind } from './mail.ts'
import { makeMarker, type Marker } from './marker.ts'
import { replyAddress } from './reply-address.ts'
import { isTooLate, TOO_LATE } from './too-late.ts'
import { isAboutLogin, wrongSetting } from './wrong-setting.ts'
import { MailRefused, type PostedMail, type Transport } from './transport.ts'
import { textsOf } from './write-mail.ts'

export type MailLog = Record<'info' | 'warn' | 'error', (facts: object, message: string) => void>

/** The parts that a delivery needs. */
export type DeliveryParts = {
  db: Kysely<Database>
  transport: Transport
  now: Clock
  log: MailLog
  /** By how many milliseconds the process is late for those who wait for an answer. */
  lateBy?: () => number
}

/** Sent, or for the queue to try again, or refused for good. */
export type Outcome =
  | { status: 'completed' }
  | { status: 'failed' | 'deadletter'; output: { reason: string } }

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

// A slow recipient holds up the fifth part of a batch.
const LANES = 5

/**
 * One try to send each of these mails of the outbox, a few at a time. One that is no longer waiting is left alone, and so
 * are all that have not begun when the signal comes or the database takes no more word of what was sent.
 */
export async function deliver(
  parts: DeliveryParts,
  ids: readonly number[],
  signal?: AbortSignal,
): Promise<Map<number, Outcome>> {
  const [rows, event] = await Promise.all([findWaiting(parts.db, ids), findEvent(parts.db)])
  const outcomes = new Map<number, Outcome>(ids.map((id) => [id, { status: 'completed' }]))
  const marker = makeMarker(parts.db, parts.now, (error) =>
    parts.log.error({ reason: withoutAddresses(shortReason(error)) }, 'mails have left and cannot be marked'),
  )
  const left = rows.values()
  const lane = async () => {
    for (const row of left) {
      await letOthersGoFirst(parts)
      const outcome =
        signal?.aborted || marker.failure ? NOT_BEGUN : await sendOne(parts, marker, row, event, signal)
      outcomes.set(row.id, outcome)
    }
  }
  await Promise.all(Array.from({ length: LANES }, lane))
  await marker.end()
  return outcomes
}

const NOT_BEGUN: Outcome = { status: 'failed', output: { reason: 'not begun' } }

async function sendOne(
  { transport, now, log }: DeliveryParts,
  marker: Marker,
  row: Row,
  event: EventNow,
  signal: AbortSignal | undefined,
): Promise<Outcome> {
  // The mail server was away, or busy, until now.
  if (row.kind !== 'verification_code' && isTooLate(row, now())) {
    marker.tried(row.id, TOO_LATE)
    return { status: 'deadletter', output: { reason: TOO_LATE } }
  }
  try {
    await transport.send(postedMail(row, event), signal)
    marker.sent(row.id)
    return { status: 'completed' }
  } catch (error) {
    const isSecret = row.kind === 'verification_code' || isAboutLogin(error)
    const reason = isSecret ? bareStatus(error) : shortReason(error)
    const isRefused = error instanceof MailRefused
    const setting = wrongSetting(error)
    const told = withoutAddresses(reason)
    log.warn(
      { mail_id: row.id, reason: told, ...(setting && { setting }) },
      isRefused ? 'mail refused' : 'mail not sent, to be tried again',
    )
    marker.tried(row.id, reason)
    return { status: isRefused ? 'deadletter' : 'failed', output: { reason: told } }
  }
}

// A process that is so late is about to turn visitors away; a mail can wait for a moment, and for no longer.
const LATE_MS = 30
const MOMENT_MS = 20
const MOMENTS = 10

async function letOthersGoFirst({ lateBy }: DeliveryParts) {
  await nextTurn()
  for (let moment = 0; moment < MOMENTS; moment += 1) {
    if ((lateBy?.() ?? 0) <= LATE_MS) return
    await sleep(MOMENT_MS)
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

const findWaiting = (db: Kysely<Database>, ids: readonly number[]) =>
  db
    .selectFrom('mails')
    .select(['id', 'kind', 'reservation_id', 'to_address', 'subject', 'message_id', 'created_at'])
    .select(['facts', 'text', 'html', 'calendar', 'calendar_method'])
    .select(sql<number | null>`(facts ->> 'lapses_at')::float8`.as('lapses_at'))
    .where('id', '=', sql<number>`any(${ids}::int[])`)
    .where('status', '=', 'queued')
    .orderBy('id')
    .execute()

type Row = Awaited<ReturnType<typeof findWaiting>>[number]

/** Answers go where enquiries go today, and the event looks as it does today, however long a mail has waited. */
const findEvent = (db: Kysely<Database>) =>
  db
    .selectFrom('settings')
    .leftJoin('event_logo', (join) => join.onTrue())
    .select(['contact_email', 'accent_colour', 'type', 'bytes', 'width', 'height'])
    .executeTakeFirst()

type EventNow = Awaited<ReturnType<typeof findEvent>>

function postedMail(row: Row, event: EventNow): PostedMail {
  const logo = event && logoOf(event)
  const texts = textsOf(row)
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
    })
    .where('id', 'in', ids)
    .where('status', '=', 'queued')
    .returning(['id', 'kind', 'last_error'])
    .execute()
  for (const { id, kind, last_error } of given_up)
    log.error({ mail_id: id, kind, reason: withoutAddresses(last_error ?? '') }, 'mail given up')
}
