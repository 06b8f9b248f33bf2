import type { DeletionTerms } from '../../../contract/admin/deletion.ts'
import { changeDocent, type DocentForm, changeRoom, type RoomForm } from '../../../contract/admin/places.ts'
import type { Told } from '../../../contract/admin/told.ts'
import type { Docent, Room } from '../../../contract/place.ts'
import type { Instant } from '../../../domain/madrid-time.ts'
import type { ReservationKind } from '../../../domain/reservation.ts'
import { normaliseTier } from '../../../domain/tier.ts'
import { anyOf, idsOf, inTransaction } from '../../database/transaction.ts'
import { orRefuse } from '../../http/app-error.ts'
import type { CommandContext } from '../../command-context.ts'
import type { SignedInAdmin } from '../../http/session.ts'
import { refuseEditConflict } from '../audit/commands.ts'
import { holdMassWork } from '../reservations/locking/queries.ts'
import { writePlaceTexts } from '../reservations/place-texts/commands.ts'
import { deleteSlots } from '../slots/commands.ts'
import { DOCENT_COLUMNS, ROOM_COLUMNS } from './queries.ts'

const PLACES = {
  VIP_TOUR: {
    table: 'docents',
    columns: DOCENT_COLUMNS,
    by: 'docent_id',
    ids: 'docent_ids',
    change: changeDocent,
    target: 'docent',
    deleted: '담당 도슨트가 삭제되어 예약이 취소되었습니다.',
  },
  GROUP_MEETING: {
    table: 'rooms',
    columns: ROOM_COLUMNS,
    by: 'room_id',
    ids: 'room_ids',
    change: changeRoom,
    target: 'room',
    deleted: '예약하신 미팅룸이 삭제되어 예약이 취소되었습니다.',
  },
} as const

type Forms = { VIP_TOUR: DocentForm; GROUP_MEETING: RoomForm }
type Expected<Form> = { [Name in keyof Form]?: Form[Name] | undefined }
type Places = { VIP_TOUR: Docent; GROUP_MEETING: Room }

/** Typed as docents, because Kysely needs one table. */
const of = (kind: ReservationKind) => PLACES[kind] as (typeof PLACES)['VIP_TOUR']

/** Adds docents or rooms in the order in which they were given, each with a consistent tier. Returns them. */
export const addPlaces = <Kind extends ReservationKind>(
  { db }: CommandContext,
  kind: Kind,
  forms: readonly Forms[Kind][],
): Promise<Places[Kind][]> =>
  db
    .insertInto(of(kind).table)
    .values(forms.map((form) => ({ ...(form as DocentForm), ...normaliseTier(form) })))
    .returning(of(kind).columns)
    .execute() as Promise<Docent[]> as Promise<Places[Kind][]>

/**
 * Changes a docent or room and the texts of its open reservations; returns how many members are mailed. Refuses
 * with `not_found` or `changed_meanwhile`.
 */
export const changePlace = <Kind extends ReservationKind>(
  context: CommandContext,
  { kind, id }: { kind: Kind; id: number },
  { expected, ...form }: Forms[Kind] & { expected?: Expected<Forms[Kind]> | undefined },
  admin: SignedInAdmin,
  now: Instant,
): Promise<{ place: Places[Kind]; told: Told }> =>
  inTransaction(context.db, async (tx) => {
    const { table, columns, change, target } = of(kind)
    await holdMassWork(tx)
    const stored = await tx
      .selectFrom(table)
      .select(columns)
      .where('id', '=', id)
      // Bookings that are being written are waited for, and later ones read what is written here.
      .forUpdate()
      .executeTakeFirstOrThrow(orRefuse('not_found'))
    const typed = form as unknown as DocentForm
    const wanted = { ...typed, ...normaliseTier(typed) }
    await refuseEditConflict(tx, { by: change, target: `${target} ${id}`, expected, stored, wanted }, now)
    const isEdited = columns.some((column) => column !== 'id' && wanted[column] !== stored[column])
    const place = await tx
      .updateTable(table)
      // A sample that was edited counts as real.
      .set({ ...wanted, ...(isEdited && { is_sample: false }) })
      .where('id', '=', id)
      .returning(columns)
      .executeTakeFirstOrThrow()
    const told = await writePlaceTexts(context, tx, { kind, id, stored: place }, admin, now)
    return { place: place as Places[Kind], told }
  })

/**
 * Deletes these docents or rooms, or all, with their slots, and cancels the active reservations that need them. Answers
 * their names. Neither a slot nor a booking is added to them at the same time.
 */
export const deletePlaces = (
  context: CommandContext,
  { kind, ids, terms }: { kind: ReservationKind; ids: number[] | 'all'; terms: DeletionTerms | undefined },
  admin: SignedInAdmin,
  now: Instant,
): Promise<string[]> =>
  inTransaction(context.db, async (tx) => {
    const { table, by, ids: which, deleted } = of(kind)
    await holdMassWork(tx)
    const found = await tx
      .selectFrom(table)
      .select(['id', 'name'])
      .$if(ids !== 'all', (query) => query.where('id', '=', anyOf(ids)))
      .orderBy('id')
      // As a change locks them: bookings that are being written are waited for, and later ones find none.
      .forUpdate()
      .execute()
    const found_ids = idsOf(found)
    const affected = { wanted: { [which]: found_ids }, referred: { by, ids: found_ids } }
    await deleteSlots(context, tx, affected, { deleted: 'place', reason: deleted, terms }, admin, now)
    await tx.deleteFrom(table).where('id', '=', anyOf(found_ids)).execute()
    return found.map(({ name }) => name)
  })
