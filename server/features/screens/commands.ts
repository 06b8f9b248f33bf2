import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { orderScreens, renameScreen, renewScreenCode } from '../../../contract/admin/screens.ts'
import type { BodyOf } from '../../../contract/endpoint.ts'
import type { CheckIn, checkInScreen } from '../../../contract/screen.ts'
import type { Instant } from '../../../domain/madrid-time.ts'
import { isSilent, orderState, screenName } from '../../../domain/screen.ts'
import { inTransaction, type Db, type Tx } from '../../database/transaction.ts'
import { AppError } from '../../http/app-error.ts'
import type { CommandContext } from '../../command-context.ts'
import { refuseEditConflict } from '../audit/commands.ts'
import { findNamesBeside, setupUrl } from './queries.ts'

/** More than anybody hangs for one room: a link that got about fills no table. */
const MAX_OF_A_ROOM = 30

/**
 * Notes that a screen is there, the first time and each time, and answers its name and the order that it has not heard.
 * Refuses with `room_not_found` a code that is no room's, and with `too_many_requests` a screen more than a room may have
 * while all of them live.
 */
export const checkIn = (
  db: Db,
  body: BodyOf<typeof checkInScreen>,
  now: Instant,
): Promise<Omit<CheckIn, 'message'>> =>
  inTransaction(db, async (tx) => {
    const { code, heard, ...screen } = body
    const room = await tx
      .selectFrom('rooms')
      .select(['id', 'name'])
      .where('screen_code', '=', code)
      // A new code waits for those that come with the old one, or comes first and they are refused.
      .forKeyShare()
      .executeTakeFirst()
    if (!room) throw new AppError('room_not_found')
    const stored = await store(tx, { ...screen, room_id: room.id }, now)
    const beside = await findNamesBeside(tx, room.id)
    return { name: screenName(stored, room.name, beside), order: await hear(tx, stored, heard, now) }
  })

const STORED = [
  'id',
  'name',
  'width',
  'height',
  'order_id',
  'order_kind',
  'ordered_at',
  'order_heard_at',
] as const

type Seen = Omit<BodyOf<typeof checkInScreen>, 'code' | 'heard'> & { room_id: number }

/** Keeps what a screen says of itself. */
async function store(tx: Tx, screen: Seen, now: Instant) {
  const at = new Date(now)
  const seen = { ...screen, last_seen_at: at, told_at: null }
  const known = await tx
    .updateTable('screens')
    .set(seen)
    .where('key', '=', screen.key)
    .where('room_id', '=', screen.room_id)
    .returning(STORED)
    .executeTakeFirst()
  if (known) return known
  await makeRoomFor(tx, screen.room_id, now)
  return (
    tx
      .insertInto('screens')
      .values({ ...seen, first_seen_at: at })
      // It was beside another room until now, or has said so twice at once.
      .onConflict((conflict) => conflict.constraint('screens_key_key').doUpdateSet(seen))
      .returning(STORED)
      .executeTakeFirstOrThrow()
  )
}

type Stored = Awaited<ReturnType<typeof store>>

/** The order that a screen has still to hear of. */
async function hear(
  tx: Tx,
  { id, order_id, order_kind: kind, ordered_at, order_heard_at }: Stored,
  heard: string | undefined,
  now: Instant,
): Promise<CheckIn['order']> {
  if (order_id === null || kind === null || ordered_at === null || order_heard_at !== null) return null
  if (heard === order_id) {
    await tx
      .updateTable('screens')
      .set({ order_heard_at: new Date(now) })
      .where('id', '=', id)
      .execute()
    return null
  }
  const state = orderState({ ordered_at: ordered_at.getTime(), heard_at: null }, now)
  return state === 'waiting' ? { id: order_id, kind } : null
}

/** Where there are as many as there may be, the one that has been silent longest gives way. */
async function makeRoomFor(tx: Tx, room_id: number, now: Instant) {
  // One newcomer after the other.
  await tx.selectFrom('rooms').select('id').where('id', '=', room_id).forNoKeyUpdate().execute()
  const screens = await tx
    .selectFrom('screens')
    .select(['id', 'last_seen_at'])
    .where('room_id', '=', room_id)
    .orderBy('last_seen_at')
    .execute()
  if (screens.length < MAX_OF_A_ROOM) return
  const oldest = screens.find(({ last_seen_at }) => isSilent(last_seen_at.getTime(), now))
  if (!oldest) throw new AppError('too_many_requests', { headers: { 'retry-after': '3600' } })
  await tx.deleteFrom('screens').where('id', '=', oldest.id).execute()
}

/** Takes a screen off the list. Refuses with `not_found`. */
export async function removeScreen({ db }: CommandContext, id: number): Promise<{ id: number }> {
  const removed = await db.deleteFrom('screens').where('id', '=', id).returning('id').executeTakeFirst()
  if (!removed) throw new AppError('not_found')
  return removed
}

/** Names a screen, or with null no longer. Refuses with `not_found` and `changed_meanwhile`. */
export const nameScreen = (
  db: Db,
  id: number,
  { name, expected }: BodyOf<typeof renameScreen>,
  now: Instant,
): Promise<{ id: number; name: string | null }> =>
  inTransaction(db, async (tx) => {
    const stored = await tx
      .selectFrom('screens')
      .select('name')
      .where('id', '=', id)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!stored) throw new AppError('not_found')
    const target = `screen ${id}`
    await refuseEditConflict(tx, { by: renameScreen, target, expected, stored, wanted: { name } }, now)
    await tx.updateTable('screens').set({ name }).where('id', '=', id).execute()
    return { id, name }
  })

/** Gives screens an order, all of them where none are named; answers how many. Refuses with `not_found`. */
export const giveOrder = (
  db: Db,
  { order, screen_ids }: BodyOf<typeof orderScreens>,
  now: Instant,
): Promise<number> =>
  inTransaction(db, async (tx) => {
    const given = {
      order_id: randomBytes(8).toString('hex'),
      order_kind: order,
      ordered_at: new Date(now),
      order_heard_at: null,
    }
    const wanted = screen_ids && [...new Set(screen_ids)]
    const ordered = await tx
      .updateTable('screens')
      .set(given)
      .where(wanted ? (eb) => eb('id', 'in', wanted) : sql<boolean>`true`)
      .returning('id')
      .execute()
    if (wanted && ordered.length < wanted.length) throw new AppError('not_found')
    return ordered.length
  })

/**
 * Gives a room a new set-up link, and takes the screens of the old one off the list; answers how many. Refuses with
 * `not_found` and, where the link is not the expected one any more, with `changed_meanwhile`.
 */
export const renewCode = (
  { db, publicUrl }: CommandContext,
  id: number,
  { expected }: BodyOf<typeof renewScreenCode>,
): Promise<number> =>
  inTransaction(db, async (tx) => {
    const room = await tx
      .selectFrom('rooms')
      .select(['id', 'screen_code'])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    if (!room) throw new AppError('not_found')
    if (expected && expected.setup_url !== setupUrl(publicUrl, room)) throw new AppError('changed_meanwhile')
    await tx
      .updateTable('rooms')
      .set({ screen_code: randomBytes(5).toString('hex') })
      .where('id', '=', id)
      .execute()
    const removed = await tx.deleteFrom('screens').where('room_id', '=', id).returning('id').execute()
    return removed.length
  })
