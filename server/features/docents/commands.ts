import { sql } from 'kysely'
import type { Docent } from '../../../contract/docent.ts'
import { changeDocent as changeDocentCall, type DocentForm } from '../../../contract/admin/docents.ts'
import type { Told } from '../../../contract/admin/told.ts'
import type { BodyOf } from '../../../contract/endpoint.ts'
import type { Instant } from '../../../domain/madrid-time.ts'
import { normaliseTier } from '../../../domain/tier.ts'
import { inTransaction } from '../../database/transaction.ts'
import { AppError } from '../../http/app-error.ts'
import type { CommandContext } from '../../command-context.ts'
import type { SignedInAdmin } from '../../http/session.ts'
import type { DeletionCause } from '../../mail/mail.ts'
import { refuseEditConflict } from '../audit/commands.ts'
import { holdMassWork } from '../reservations/locking/queries.ts'
import { writePlaceTexts } from '../reservations/place-texts/commands.ts'
import { deleteSlots } from '../slots/commands.ts'
import { DOCENT_COLUMNS } from './queries.ts'

/** Adds a docent, with a tier made consistent. */
export const addDocent = ({ db }: CommandContext, form: DocentForm): Promise<Docent> =>
  db
    .insertInto('docents')
    .values({ ...form, ...normaliseTier(form) })
    .returning(DOCENT_COLUMNS)
    .executeTakeFirstOrThrow()

/** Adds all of them in the order in which they were given, each with a tier made consistent. Answers how many. */
export async function addDocents({ db }: CommandContext, forms: readonly DocentForm[]): Promise<number> {
  const values = forms.map((form) => ({ ...form, ...normaliseTier(form) }))
  await db.insertInto('docents').values(values).execute()
  return forms.length
}

/**
 * Changes a docent, and with it the texts of reservations that are not over; answers how many are told by mail. Refuses
 * with `not_found` or `changed_meanwhile`.
 */
export const changeDocent = (
  context: CommandContext,
  id: number,
  { expected, ...form }: BodyOf<typeof changeDocentCall>,
  admin: SignedInAdmin,
  now: Instant,
): Promise<{ docent: Docent; told: Told }> =>
  inTransaction(context.db, async (tx) => {
    await holdMassWork(tx)
    const stored = await tx
      .selectFrom('docents')
      .select(DOCENT_COLUMNS)
      .where('id', '=', id)
      // Bookings that are being written are waited for, and later ones read what is written here.
      .forUpdate()
      .executeTakeFirst()
    if (!stored) throw new AppError('not_found')
    const wanted = { ...form, ...normaliseTier(form) }
    const made = { by: changeDocentCall, target: `docent ${id}`, expected, stored, wanted }
    await refuseEditConflict(tx, made, now)
    const docent = await tx
      .updateTable('docents')
      .set(wanted)
      .where('id', '=', id)
      .returning(DOCENT_COLUMNS)
      .executeTakeFirstOrThrow()
    const place = { kind: 'VIP_TOUR', id, stored: docent } as const
    return { docent, told: await writePlaceTexts(context, tx, place, admin, now) }
  })

const CAUSE: DeletionCause = {
  deleted: 'place',
  reason: '담당 도슨트가 삭제되어 예약이 취소되었습니다.',
}

/**
 * Deletes these docents, or all, with their slots, and cancels the active reservations with them. Answers their
 * names. Neither a slot nor a booking is added to them at the same time.
 */
export const deleteDocents = (
  context: CommandContext,
  { ids, own_reason }: { ids: number[] | 'all'; own_reason: string | undefined },
  admin: SignedInAdmin,
  now: Instant,
): Promise<string[]> =>
  inTransaction(context.db, async (tx) => {
    await holdMassWork(tx)
    const found = await tx
      .selectFrom('docents')
      .select(['id', 'name'])
      .$if(ids !== 'all', (query) => query.where('id', '=', sql<number>`any(${ids}::int[])`))
      .orderBy('id')
      // As a change locks them: bookings that are being written are waited for, and later ones find none.
      .forUpdate()
      .execute()
    const docent_ids = found.map((docent) => docent.id)
    const affected = { wanted: { docent_ids }, referred: { by: 'docent_id', ids: docent_ids } } as const
    await deleteSlots(context, tx, affected, { ...CAUSE, own_reason }, admin, now)
    await tx
      .deleteFrom('docents')
      .where('id', '=', sql<number>`any(${docent_ids}::int[])`)
      .execute()
    return found.map(({ name }) => name)
  })
