import { sql } from 'kysely'
import type { BodyOf } from '../../../contract/endpoint.ts'
import { changeMember } from '../../../contract/admin/members.ts'
import type { Member } from '../../../contract/member.ts'
import type { Instant } from '../../../domain/madrid-time.ts'
import { mailboxOf } from '../../../domain/mailbox.ts'
import { normaliseTier } from '../../../domain/tier.ts'
import { inTransaction, type Db, type Tx } from '../../database/transaction.ts'
import { AppError } from '../../http/app-error.ts'
import type { CommandContext } from '../../command-context.ts'
import type { SignedInAdmin } from '../../http/session.ts'
import { refuseEditConflict } from '../audit/commands.ts'
import { nameKey } from '../sign-in/commands.ts'
import { MEMBER_COLUMNS } from '../sign-in/queries.ts'
import { refusalOfTaken } from './adding/commands.ts'
import { cancelForDeletion } from '../reservations/deciding/commands.ts'
import { holdMassWork, holdReservations } from '../reservations/locking/queries.ts'

const REASON = '회원 정보가 삭제되어 예약이 취소되었습니다.'
/** Stands where the name of a member stood. */
const ERASED_NAME = '삭제된 회원'

/**
 * Changes a member; the tier is made consistent. Reservations keep what was agreed. Refuses with `not_found`,
 * `changed_meanwhile`, `email_exists` or `phone_exists`.
 */
export async function editMember(
  db: Db,
  id: number,
  { id: named, expected, ...body }: BodyOf<typeof changeMember>,
  now: Instant,
): Promise<Member> {
  if (named !== undefined && named !== id)
    throw new AppError('invalid_input', { fields: { id: '주소의 회원과 다릅니다.' } })
  const wanted = { ...body, ...normaliseTier(body) }
  return inTransaction(db, async (tx) => {
    const stored = await tx
      .selectFrom('members')
      .select(MEMBER_COLUMNS)
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    if (!stored) throw new AppError('not_found')
    await refuseEditConflict(tx, { by: changeMember, target: `user ${id}`, expected, stored, wanted }, now)
    const changed = await tx
      .updateTable('members')
      .set({ ...wanted, name_key: nameKey(body.name) })
      .where('id', '=', id)
      .returning(MEMBER_COLUMNS)
      .executeTakeFirstOrThrow()
      .catch((error: unknown) => {
        throw refusalOfTaken(error)
      })
    // A sign-up code's mail is found again by its address alone, and this one is about to be forgotten.
    if (stored.email !== body.email) await eraseSignUp(tx, [stored.email])
    return changed
  })
}

type Unwanted = { ids: number[] | 'all'; own_reason: string | undefined }

/**
 * Deletes these members, or all: cancels their active reservations with a mail to the address that each had, ends their
 * sessions, and erases what names them or their visitors wherever it is kept. Dates, places, statuses and head counts
 * stay. Answers how many members it deleted.
 */
export const deleteMembers = (
  context: CommandContext,
  admin: SignedInAdmin,
  { ids: which, own_reason }: Unwanted,
  now: Instant,
): Promise<number> =>
  inTransaction(context.db, async (tx) => {
    await holdMassWork(tx)
    // Before their reservations, as a booking that is under way does.
    const members = await tx
      .selectFrom('members')
      .select(['id', 'name_key', 'email', 'phone'])
      .$if(which !== 'all', (query) => query.where('id', '=', sql<number>`any(${which}::int[])`))
      .orderBy('id')
      .forUpdate()
      .execute()
    const ids = members.map(({ id }) => id)
    const owned = await tx
      .selectFrom('reservations')
      .select('id')
      .where('member_id', '=', sql<number>`any(${ids}::int[])`)
      .execute()
    const reservations = owned.map(({ id }) => id)
    // Before anything is given back: nobody who is deleted is served.
    await tx
      .deleteFrom('waitlist_entries')
      .where('member_id', '=', sql<number>`any(${ids}::int[])`)
      .execute()
    await holdReservations(tx, reservations)
    const cause = { deleted: 'member', reason: REASON, own_reason } as const
    await cancelForDeletion(context, tx, reservations, cause, admin, now)
    await eraseReservations(tx, reservations, own_reason)
    await eraseMails(tx, reservations)
    await eraseSignUp(
      tx,
      members.map(({ email }) => email),
    )
    await eraseTraces(tx, members, reservations)
    await tx
      .deleteFrom('members')
      .where('id', '=', sql<number>`any(${ids}::int[])`)
      .execute()
    return members.length
  })

/** The remains of a deleted member: the id. */
export const erasedMember = (id: number): Member => ({
  id,
  name: ERASED_NAME,
  email: '',
  phone: '',
  company_name: '',
  position: '',
  is_vip: false,
  is_vvip: false,
})

/** An administrator's own reason may name the member: the mail tells it, and what is kept has the general one. */
async function eraseReservations(tx: Tx, ids: number[], own_reason: string | undefined) {
  const told = own_reason || REASON
  const { id: _id, email: _email, is_vip: _vip, is_vvip: _vvip, ...member } = erasedMember(0)
  // A new version: a change that was read before must not write its texts back.
  await sql`
    update reservations set version = version + 1, member = ${JSON.stringify(member)}::jsonb,
      visitor = (
        select jsonb_object_agg(key, case when key = 'count' then value else '""'::jsonb end) from jsonb_each(visitor)
      ),
      note = null, feedback = null, cancel_note = case when cancel_note = ${told} then ${REASON}::text end
    where id = any(${ids}::int[])`.execute(tx)
  await sql`
    update reservation_history set
      actor = case when actor_kind = 'member' then ${ERASED_NAME} else actor end,
      reason = case when reason = ${told} then ${REASON}::text end,
      changes = null
    where reservation_id = any(${ids}::int[])`.execute(tx)
}

/**
 * The database empties them at once, but for mails that are still to leave, the cancellation among them: those once they
 * have left.
 */
const erase = (tx: Tx, which: ReturnType<typeof sql<boolean>>) =>
  sql`update mails set last_error = null, erase_when_done = true
    where id in (select id from mails where ${which} order by id for update)`.execute(tx)

const eraseMails = (tx: Tx, reservations: number[]) =>
  erase(tx, sql<boolean>`reservation_id = any(${reservations}::int[])`)

async function eraseSignUp(tx: Tx, emails: string[]) {
  await erase(tx, sql<boolean>`reservation_id is null and to_address = any(${emails}::text[])`)
  await sql`delete from email_codes where email = any(${emails}::text[])`.execute(tx)
  await sql`delete from attempts where account = any(${emails.map(mailboxOf)}::text[])`.execute(tx)
}

type Erased = { id: number; name_key: string; phone: string }

/**
 * Failed logins with the phone or name, and remembered answers that repeat a member or reservation: those of decisions
 * about many too, which say of a reservation that was refused who had been faster.
 */
async function eraseTraces(tx: Tx, members: Erased[], reservations: number[]) {
  const ids = members.map(({ id }) => id)
  const phones = members.map(({ phone }) => phone)
  const names = members.map(({ name_key }) => name_key)
  await sql`delete from attempts where account = any(${phones}::text[]) or guess = any(${names}::text[])`.execute(
    tx,
  )
  await sql`delete from idempotency_keys where owner = any(${ids.map((id) => `member ${id}`)}::text[])
    or (answer::jsonb -> 'user' ->> 'id')::int = any(${ids}::int[])
    or (answer::jsonb -> 'reservation' ->> 'id')::int = any(${reservations}::int[])
    or exists (select from jsonb_path_query(answer::jsonb, '$.results[*].id') as decided
      where (decided #>> '{}')::int = any(${reservations}::int[]))`.execute(tx)
}
