import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { DeletionTerms } from '../../../contract/admin/deletion.ts'
import type { BodyOf } from '../../../contract/endpoint.ts'
import { changeMember } from '../../../contract/admin/members.ts'
import type { Member } from '../../../contract/member.ts'
import { ERASED_TEXT } from '../../../contract/text/applicant-text.ts'
import type { Instant } from '../../../domain/madrid-time.ts'
import { mailboxOf } from '../../../domain/mailbox.ts'
import { normaliseTier } from '../../../domain/tier.ts'
import { anyOf, idsOf, inTransaction, type Db, type Tx } from '../../database/transaction.ts'
import { invalid, orRefuse } from '../../http/app-error.ts'
import type { CommandContext } from '../../command-context.ts'
import type { SignedInAdmin } from '../../http/session.ts'
import type { DeletionCause } from '../../mail/mail.ts'
import { refuseEditConflict } from '../audit/commands.ts'
import { nameKey } from '../../../domain/search-key.ts'
import { MEMBER_COLUMNS } from '../sign-in/queries.ts'
import { refusalOfTaken } from './adding/commands.ts'
import { endAccess } from '../sessions/commands.ts'
import { nextUpdate } from '../reservations/commands.ts'
import { cancelForDeletion } from '../reservations/deciding/commands.ts'
import { holdMassWork, holdReservations } from '../reservations/locking/queries.ts'
import { enqueueEvent } from '../webhooks/commands.ts'

const REASON = '회원 정보가 삭제되어 예약이 취소되었습니다.'
const OWN_WISH = '회원이 계정을 삭제하여 예약이 취소되었습니다.'

/** Existing reservations keep what was agreed. */
export async function editMember(
  db: Db,
  id: number,
  { id: named, expected, ...body }: BodyOf<typeof changeMember>,
  now: Instant,
): Promise<Member> {
  if (named !== undefined && named !== id) throw invalid('id', '주소의 회원과 다릅니다.')
  const wanted = { ...body, ...normaliseTier(body) }
  return inTransaction(db, async (tx) => {
    const stored = await tx
      .selectFrom('members')
      .select(MEMBER_COLUMNS)
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirstOrThrow(orRefuse('not_found'))
    await refuseEditConflict(tx, { by: changeMember, target: `user ${id}`, expected, stored, wanted }, now)
    // A sample member who has another mailbox or phone counts as real.
    const isOther = stored.email !== wanted.email || stored.phone !== wanted.phone
    const changed = await tx
      .updateTable('members')
      .set({ ...wanted, name_key: nameKey(body.name), ...(isOther && { is_sample: false }) })
      .where('id', '=', id)
      .returning(MEMBER_COLUMNS)
      .executeTakeFirstOrThrow()
      .catch((error: unknown) => {
        throw refusalOfTaken(error)
      })
    // Mails with sign-up codes are found by address only, which is about to change.
    if (stored.email !== body.email) {
      await sql`update mails set to_address = ${body.email} where to_address = ${stored.email} and (
        status = 'queued' and reservation_id in (select id from reservations where member_id = ${id})
        or status <> 'sent' and kind in ('invited', 'message', 'waitlist_joined', 'waitlist_moved', 'waitlist_ended')
      )`.execute(tx)
      await eraseSignUp(tx, [stored.email])
    }
    // Another person may be signed in with the old phone, email or name.
    if (identityOf(stored) !== identityOf(changed)) await endAccess(tx, id)
    await sql`update mails set facts = facts || jsonb_build_object('name', name, 'phone', phone)
      from members where members.id = ${id} and to_address = email and mails.kind = 'invited'`.execute(tx)
    if (!isDeepStrictEqual(stored, changed)) await enqueueEvent(tx, 'member.changed', [id], now)
    return changed
  })
}

const identityOf = ({ phone, email, name }: Member) => [phone, email, nameKey(name)].join('\n')

type Unwanted = { ids: number[] | 'all'; terms?: DeletionTerms | undefined }

/**
 * Cancels active reservations with a mail and erases personal data. Dates, places, statuses and counts stay.
 */
export const deleteMembers = (
  context: CommandContext,
  admin: SignedInAdmin,
  { ids: which, terms }: Unwanted,
  now: Instant,
): Promise<number> =>
  inTransaction(context.db, async (tx) => {
    await holdMassWork(tx)
    const members = await lockMembers(tx, which)
    const cause = { deleted: 'member', reason: REASON, terms } as const
    await eraseMembers(context, tx, members, { cause, by: 'admin', actor: admin.name }, now)
    return members.length
  })

/** `judge` may still refuse once the member's rows are locked. */
export async function eraseMember(
  context: CommandContext,
  tx: Tx,
  id: number,
  now: Instant,
  judge: () => Promise<void>,
) {
  await holdMassWork(tx)
  const members = await lockMembers(tx, [id])
  await judge()
  const cause = { deleted: 'member', reason: OWN_WISH } as const
  await eraseMembers(context, tx, members, { cause, by: 'member', actor: ERASED_TEXT }, now)
}

type DeletedMember = { id: number; name_key: string; email: string; phone: string }
type Erasure = { cause: DeletionCause; by: 'admin' | 'member'; actor: string }

/** Before their reservations, as in the lock order. */
const lockMembers = (tx: Tx, which: number[] | 'all'): Promise<DeletedMember[]> =>
  tx
    .selectFrom('members')
    .select(['id', 'name_key', 'email', 'phone'])
    .$if(which !== 'all', (query) => query.where('id', '=', anyOf(which)))
    .orderBy('id')
    .forUpdate()
    .execute()

async function eraseMembers(
  context: CommandContext,
  tx: Tx,
  members: DeletedMember[],
  { cause, ...by }: Erasure,
  now: Instant,
) {
  const ids = idsOf(members)
  const owned = await tx.selectFrom('reservations').select('id').where('member_id', '=', anyOf(ids)).execute()
  const reservations = idsOf(owned)
  // End their waiting list entries first: no slot that they release may be given to them.
  await tx.deleteFrom('waitlist_entries').where('member_id', '=', anyOf(ids)).execute()
  await holdReservations(tx, reservations)
  await cancelForDeletion(context, tx, reservations, cause, by, now)
  await eraseReservations(tx, reservations, cause, now)
  await eraseMails(tx, sql<boolean>`reservation_id = ${anyOf(reservations)}`)
  await eraseSignUp(
    tx,
    members.map(({ email }) => email),
  )
  await eraseTraces(tx, members, reservations)
  await tx.deleteFrom('members').where('id', '=', anyOf(ids)).execute()
  await enqueueEvent(tx, 'member.erased', ids, now)
}

export const erasedMember = (id: number): Member => ({
  id,
  name: ERASED_TEXT,
  email: '',
  phone: '',
  company_name: '',
  position: '',
  is_vip: false,
  is_vvip: false,
})

/** An administrator's own reason may name the member: it is mailed, a general one is stored. */
async function eraseReservations(tx: Tx, ids: number[], { reason, terms }: DeletionCause, now: Instant) {
  const mailed_reason = terms?.reason || reason
  const { id: _id, email: _email, is_vip: _vip, is_vvip: _vvip, ...member } = erasedMember(0)
  // A new version, so that no edit of an older one restores the texts.
  await sql`
    update reservations set version = version + 1, updated_at = ${nextUpdate(new Date(now))},
      -- Still deleted with the sample event.
      member = ${JSON.stringify(member)}::jsonb || case when exists (select from members m where m.id = member_id and is_sample)
        then '{"is_sample": true}'::jsonb else '{}'::jsonb end,
      visitor = (
        select jsonb_object_agg(key, case when key = 'count' then value else '""'::jsonb end) from jsonb_each(visitor)
      ),
      note = null, feedback = null, cancel_note = case when cancel_note = ${mailed_reason} then ${reason}::text end
    where id = ${anyOf(ids)}`.execute(tx)
  await sql`
    update reservation_history set
      actor = case when actor_kind = 'member' then ${ERASED_TEXT} else actor end,
      reason = case when reason = ${mailed_reason} then ${reason}::text end,
      changes = null
    where reservation_id = ${anyOf(ids)}`.execute(tx)
}

/** Sent mails at once, queued ones after they are sent. */
const eraseMails = (tx: Tx, which: ReturnType<typeof sql<boolean>>) =>
  sql`update mails set last_error = null, erase_when_done = true,
      facts = case when status = 'queued' then facts end,
      to_address = case when status = 'queued' then to_address else '' end
    where id in (select id from mails where ${which} order by id for update)`.execute(tx)

async function eraseSignUp(tx: Tx, emails: string[]) {
  await eraseMails(tx, sql<boolean>`reservation_id is null and to_address = any(${emails}::text[])`)
  await sql`delete from email_codes where email = any(${emails}::text[])`.execute(tx)
  await sql`delete from attempts where account = any(${emails.map(mailboxOf)}::text[])`.execute(tx)
}

/** Failed logins and remembered answers. Answers to bulk decisions name members too. */
async function eraseTraces(tx: Tx, members: DeletedMember[], reservations: number[]) {
  const ids = idsOf(members)
  const phones = members.map(({ phone }) => phone)
  const names = members.map(({ name_key }) => name_key)
  await sql`delete from attempts where account = any(${phones}::text[]) or guess = any(${names}::text[])`.execute(
    tx,
  )
  await sql`delete from idempotency_keys where owner = any(${ids.map((id) => `member ${id}`)}::text[])
    or (answer::jsonb -> 'user' ->> 'id')::int = ${anyOf(ids)}
    or (answer::jsonb -> 'reservation' ->> 'id')::int = ${anyOf(reservations)}
    or exists (select from jsonb_path_query(answer::jsonb, '$.results[*].id') as decided
      where (decided #>> '{}')::int = ${anyOf(reservations)})`.execute(tx)
}
