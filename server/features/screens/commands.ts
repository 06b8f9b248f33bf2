import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { orderScreens, renameScreen, renewScreenCode } from '../../../contract/admin/screens.ts'
import type { BodyOf } from '../../../contract/endpoint.ts'
import type { CheckIn, checkInScreen } from '../../../contract/screen.ts'
import type { Instant } from '../../../domain/madrid-time.ts'
import { isSilent, orderState, screenName } from '../../../domain/screen.ts'
import { inTransaction, type Db, type Tx } from '../../database/transaction.ts'
import { AppError, orRefuse } from '../../http/app-error.ts'
import type { CommandContext } from '../../command-context.ts'
import { refuseEditConflict } from '../audit/commands.ts'
import { findNamesBeside, setupUrl } from './queries.ts'

/** Limits what a leaked link can add. */
const MAX_OF_A_ROOM = 30

/** Returns an order not seen yet. `too_many_requests` if the room is full of active screens. */
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
      // A concurrent renewal of the code waits.
      .forKeyShare()
      .executeTakeFirstOrThrow(orRefuse('room_not_found'))
    const stored = await store(tx, { ...screen, room_id: room.id }, now)
    const beside = await findNamesBeside(tx, room.id)
    return {
      name: screenName(stored, room.name, beside),
      order: await findUnseenOrder(tx, stored, heard, now),
    }
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
      // The screen moved from another room, or two requests overlapped.
      .onConflict((conflict) => conflict.constraint('screens_key_key').doUpdateSet(seen))
      .returning(STORED)
      .executeTakeFirstOrThrow()
  )
}

type Stored = Awaited<ReturnType<typeof store>>

async function findUnseenOrder(
  tx: Tx,
  { id, order_id, order_kind: kind, ordered_at, order_heard_at }: Stored,
  heard: string | undefined,
  now: Instant,
): Promise<CheckIn['order']> {
  if (order_id === null || kind === null || ordered_at === null || order_heard_at !== null) return null
  if (heard === order_id) {
    await sql`update screens set order_heard_at = ${new Date(now)} where id = ${id}`.execute(tx)
    return null
  }
  const state = orderState({ ordered_at: ordered_at.getTime(), heard_at: null }, now)
  return state === 'waiting' ? { id: order_id, kind } : null
}

/** In a full room, a new screen replaces the one that has been silent longest. */
async function makeRoomFor(tx: Tx, room_id: number, now: Instant) {
  // New screens of a room are serialized.
  await sql`select from rooms where id = ${room_id} for no key update`.execute(tx)
  const { rows: screens } = await sql<{ id: number; last_seen_at: Date }>`
    select id, last_seen_at from screens where room_id = ${room_id} order by last_seen_at`.execute(tx)
  if (screens.length < MAX_OF_A_ROOM) return
  const oldest = screens.find(({ last_seen_at }) => isSilent(last_seen_at.getTime(), now))
  if (!oldest) throw new AppError('too_many_requests', { headers: { 'retry-after': '3600' } })
  await tx.deleteFrom('screens').where('id', '=', oldest.id).execute()
}

export const removeScreen = ({ db }: CommandContext, id: number): Promise<{ id: number }> =>
  db.deleteFrom('screens').where('id', '=', id).returning('id').executeTakeFirstOrThrow(orRefuse('not_found'))

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
      .executeTakeFirstOrThrow(orRefuse('not_found'))
    const target = `screen ${id}`
    await refuseEditConflict(tx, { by: renameScreen, target, expected, stored, wanted: { name } }, now)
    await tx.updateTable('screens').set({ name }).where('id', '=', id).execute()
    return { id, name }
  })

/** To all screens if none are named. */
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

/** Removes the old link's screens; `changed_meanwhile` if it was renewed before. */
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
      .executeTakeFirstOrThrow(orRefuse('not_found'))
    if (expected && expected.setup_url !== setupUrl(publicUrl, room)) throw new AppError('changed_meanwhile')
    const screen_code = randomBytes(5).toString('hex')
    await sql`update rooms set screen_code = ${screen_code} where id = ${id}`.execute(tx)
    const removed = await tx.deleteFrom('screens').where('room_id', '=', id).returning('id').execute()
    return removed.length
  })
