import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Audience, sendMessage } from '../../../contract/admin/messages.ts'
import type { BodyOf, ResponseOf } from '../../../contract/endpoint.ts'
import { isoInMadrid, type Instant } from '../../../domain/madrid-time.ts'
import { MAX_RECIPIENTS, waitsUntil } from '../../../domain/message.ts'
import type { CommandContext } from '../../command-context.ts'
import { inTransaction, type Tx } from '../../database/transaction.ts'
import { AppError } from '../../http/app-error.ts'
import { headingOf, mailRow } from '../../mail/heading.ts'
import type { Mail } from '../../mail/mail.ts'
import { writeMail } from '../../mail/write-mail.ts'
import { refuseUnknownPlace } from '../places/queries.ts'
import { getSettings } from '../settings/queries.ts'
import { findAddressed, findLastMessage, isAddressed } from './queries.ts'

type Body = BodyOf<typeof sendMessage>
type Answer = ResponseOf<typeof sendMessage>

/** To anybody; the recipient is filled in. */
async function draftOf({ db, publicUrl: public_url }: CommandContext, { subject, text }: Body) {
  const written = { subject: subject!, text: text!, request_id: randomUUID() }
  const nobody = { to: '', id: 0, name: '' }
  return { ...(await getSettings(db)), public_url, ...written, ...nobody }
}

export async function countRecipients(context: CommandContext, body: Body, now: Instant): Promise<Answer> {
  await refuseUnknown(context, body.audience)
  const { count, first } = await findAddressed(context.db, body.audience, now)
  if (count > MAX_RECIPIENTS) throw tooMany()
  const message = count === 0 ? NOBODY_TEXT : `회원 ${count.toLocaleString('ko')}명이 받습니다.`
  const [one] = first
  const answer = { message, count, first: first.map(({ name }) => name) }
  if (!one || !body.subject || !body.text) return answer
  const facts = { ...(await draftOf(context, body)), to: one.email, id: one.id, name: one.name }
  const mail: Mail = { kind: 'message', facts }
  return { ...answer, preview: { subject: headingOf(mail).subject, text: writeMail(mail).text } }
}

// Arbitrary, but the same in every server process and used for nothing else.
const MESSAGE_LOCK = 7_203_118

/** One statement, whatever the number of recipients. */
export const postMessage = (context: CommandContext, body: Body, now: Instant): Promise<Answer> =>
  inTransaction(context.db, async (tx) => {
    await refuseUnknown({ db: tx }, body.audience)
    await sql`select pg_advisory_xact_lock(${MESSAGE_LOCK})`.execute(tx)
    const until = waitsUntil(await findLastMessage(tx, now), now)
    if (until !== null) throw tooSoon(until, now)
    const facts = await draftOf({ ...context, db: tx }, body)
    const row = mailRow({ kind: 'message', facts }, now)
    const { numAffectedRows } = await sql`
      insert into mails (kind, priority, to_address, subject, facts, message_id, created_at)
      select ${row.kind}, ${row.priority}, email, ${row.subject},
        ${JSON.stringify(facts)}::jsonb || jsonb_build_object('to', email, 'id', id, 'name', name),
        replace(${row.message_id}, '-0@', '-' || id || '@'), ${row.created_at}
      from members where ${isAddressed(tx, body.audience, now)} order by id limit ${MAX_RECIPIENTS + 1}`.execute(
      tx,
    )
    const count = Number(numAffectedRows)
    if (count === 0) throw new AppError('invalid_input', { fields: { audience: NOBODY_TEXT } })
    if (count > MAX_RECIPIENTS) throw tooMany()
    return { message: `회원 ${count.toLocaleString('ko')}명에게 메시지를 보냅니다.`, count }
  })

const NOBODY_TEXT = '메일을 받을 회원이 없습니다.'

const tooMany = () => {
  const most = MAX_RECIPIENTS.toLocaleString('ko')
  const text = `한 번에 ${most}명까지 보낼 수 있습니다. 조건을 더해 나누어 보내주세요.`
  return new AppError('invalid_input', { fields: { audience: text } })
}

function tooSoon(until: Instant, now: Instant): AppError {
  const seconds = Math.ceil((until - now) / 1000)
  const headers = { 'retry-after': String(seconds) }
  const time = isoInMadrid(now + seconds * 1000).slice(11, 19)
  const text = `메시지는 1분에 한 번 보낼 수 있습니다. ${time} 이후에 다시 보내주세요.`
  return new AppError('too_many_requests', { headers, text })
}

async function refuseUnknown({ db }: { db: Tx | CommandContext['db'] }, { reservations }: Audience) {
  const { docent_id, room_id } = reservations ?? {}
  const field = 'audience.reservations.'
  if (docent_id) await refuseUnknownPlace(db, { type: 'tour', resource_id: docent_id }, `${field}docent_id`)
  if (room_id) await refuseUnknownPlace(db, { type: 'room', resource_id: room_id }, `${field}room_id`)
}
