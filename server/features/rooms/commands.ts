import { sql } from 'kysely'
import type { Room } from '../../../contract/room.ts'
import { changeRoom as changeRoomCall, type RoomForm } from '../../../contract/admin/rooms.ts'
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
import { ROOM_COLUMNS } from './queries.ts'

/** Adds a room, with a tier made consistent. */
export const addRoom = ({ db }: CommandContext, form: RoomForm): Promise<Room> =>
  db
    .insertInto('rooms')
    .values({ ...form, ...normaliseTier(form) })
    .returning(ROOM_COLUMNS)
    .executeTakeFirstOrThrow()

/** Adds all of them in the order in which they were given, each with a tier made consistent. Answers how many. */
export async function addRooms({ db }: CommandContext, forms: readonly RoomForm[]): Promise<number> {
  const values = forms.map((form) => ({ ...form, ...normaliseTier(form) }))
  await db.insertInto('rooms').values(values).execute()
  return forms.length
}

/**
 * Changes a room, and with it the texts of reservations that are not over; answers how many are told by mail. Refuses
 * with `not_found` or `changed_meanwhile`.
 */
export const changeRoom = (
  context: CommandContext,
  id: number,
  { expected, ...form }: BodyOf<typeof changeRoomCall>,
  admin: SignedInAdmin,
  now: Instant,
): Promise<{ room: Room; told: Told }> =>
  inTransaction(context.db, async (tx) => {
    await holdMassWork(tx)
    const stored = await tx
      .selectFrom('rooms')
      .select(ROOM_COLUMNS)
      .where('id', '=', id)
      // Bookings that are being written are waited for, and later ones read what is written here.
      .forUpdate()
      .executeTakeFirst()
    if (!stored) throw new AppError('not_found')
    const wanted = { ...form, ...normaliseTier(form) }
    const made = { by: changeRoomCall, target: `room ${id}`, expected, stored, wanted }
    await refuseEditConflict(tx, made, now)
    const room = await tx
      .updateTable('rooms')
      .set(wanted)
      .where('id', '=', id)
      .returning(ROOM_COLUMNS)
      .executeTakeFirstOrThrow()
    const place = { kind: 'GROUP_MEETING', id, stored: room } as const
    return { room, told: await writePlaceTexts(context, tx, place, admin, now) }
  })

const CAUSE: DeletionCause = {
  deleted: 'place',
  reason: '예약하신 미팅룸이 삭제되어 예약이 취소되었습니다.',
}

/**
 * Deletes these rooms, or all, with their slots, and cancels the active reservations in them. Answers their
 * names. Neither a slot nor a booking is added to them at the same time.
 */
export const deleteRooms = (
  context: CommandContext,
  { ids, own_reason }: { ids: number[] | 'all'; own_reason: string | undefined },
  admin: SignedInAdmin,
  now: Instant,
): Promise<string[]> =>
  inTransaction(context.db, async (tx) => {
    await holdMassWork(tx)
    const found = await tx
      .selectFrom('rooms')
      .select(['id', 'name'])
      .$if(ids !== 'all', (query) => query.where('id', '=', sql<number>`any(${ids}::int[])`))
      .orderBy('id')
      // As a change locks them: bookings that are being written are waited for, and later ones find none.
      .forUpdate()
      .execute()
    const room_ids = found.map((room) => room.id)
    const affected = { wanted: { room_ids }, referred: { by: 'room_id', ids: room_ids } } as const
    await deleteSlots(context, tx, affected, { ...CAUSE, own_reason }, admin, now)
    await tx
      .deleteFrom('rooms')
      .where('id', '=', sql<number>`any(${room_ids}::int[])`)
      .execute()
    return found.map(({ name }) => name)
  })
