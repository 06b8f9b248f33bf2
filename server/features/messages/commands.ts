import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { sendMessage } from '../../../contract/admin/messages.ts'
import type { BodyOf, ResponseOf } from '../../../contract/endpoint.ts'
import { isoInMadrid, type Instant } from '../../../domain/madrid-time.ts'
import { MAX_RECIPIENTS, waitsUntil } from '../../../domain/message.ts'
import type { CommandContext } from '../../command-context.ts'
import { inTransaction } from '../../database/transaction.ts'
import { AppError, invalid } from '../../http/app-error.ts'
import { headingOf, mailRow } from '../../mail/heading.ts'
import { writeMail } from '../../mail/write-mail.ts'
import { refuseUnknownPlaces } from '../places/queries.ts'
import { getSettings } from '../settings/queries.ts'
import { countAddressed, findLastMessage, isAddressed, type Recipient } from './queries.ts'

type Body = BodyOf<typeof sendMessage>
type Answer = ResponseOf<typeof sendMessage>

async function mailTo({ db, publicUrl }: CommandContext, { subject = '', text = '' }: Body, to: Recipient) {
  const event = { ...(await getSettings(db)), public_url: publicUrl }
  return { kind: 'message', facts: { ...event, ...to, subject, text, request_id: randomUUID() } } as const
}

export async function countRecipients(context: CommandContext, body: Body, now: Instant): Promise<Answer> {
  await refuseUnknown(context, body)
  const { count, first } = await countAddressed(context.db, body.audience, now)
  if (count > MAX_RECIPIENTS) throw refusal(TOO_MANY_TEXT)
  const message = first ? `회원 ${count.toLocaleString('ko')}명이 받습니다.` : NOBODY_TEXT
  if (!first || !body.subject || !body.text) return { message, count }
  const mail = await mailTo(context, body, first)
  return { message, count, preview: { subject: headingOf(mail).subject, text: writeMail(mail).text } }
}

// Arbitrary, but the same in every server process and used for nothing else.
const MESSAGE_LOCK = 7_203_118
const NOBODY = { id: 0, name: '', to: '' }

/** Inserts all mails with one statement; SQL replaces `NOBODY` with each recipient. */
export const postMessage = (context: CommandContext, body: Body, now: Instant): Promise<Answer> =>
  inTransaction(context.db, async (tx) => {
    const within = { ...context, db: tx }
    await refuseUnknown(within, body)
    await sql`select pg_advisory_xact_lock(${MESSAGE_LOCK})`.execute(tx)
    const until = waitsUntil(await findLastMessage(tx, now), now)
    if (until !== null) throw tooSoon(until, now)
    const row = mailRow(await mailTo(within, body, NOBODY), now)
    const posted = await sql`
      insert into mails (kind, priority, to_address, subject, facts, message_id, created_at)
      select ${row.kind}, ${row.priority}, email, ${row.subject},
        ${JSON.stringify(row.facts)}::jsonb || jsonb_build_object('to', email, 'id', id, 'name', name),
        replace(${row.message_id}, '-0@', '-' || id || '@'), ${row.created_at}
      from members where ${isAddressed(tx, body.audience, now)}
      order by id limit ${MAX_RECIPIENTS + 1}`.execute(tx)
    const count = Number(posted.numAffectedRows)
    if (count === 0 || count > MAX_RECIPIENTS) throw refusal(count === 0 ? NOBODY_TEXT : TOO_MANY_TEXT)
    return { message: `회원 ${count.toLocaleString('ko')}명에게 메시지를 보냅니다.`, count }
  })

const NOBODY_TEXT = '메일을 받을 회원이 없습니다.'
const TOO_MANY_TEXT = `한 번에 ${MAX_RECIPIENTS.toLocaleString('ko')}명까지 보낼 수 있습니다. 조건을 더해 나누어 보내주세요.`

const refusal = (text: string) => invalid('audience', text)

function tooSoon(until: Instant, now: Instant): AppError {
  const seconds = Math.ceil((until - now) / 1000)
  const time = isoInMadrid(now + seconds * 1000).slice(11, 19)
  const text = `메시지는 1분에 한 번 보낼 수 있습니다. ${time} 이후에 다시 보내주세요.`
  return new AppError('too_many_requests', { headers: { 'retry-after': String(seconds) }, text })
}

const refuseUnknown = ({ db }: CommandContext, { audience }: Body) =>
  refuseUnknownPlaces(db, audience.reservations ?? {}, 'audience.reservations.')
