import { sql, type QueryExecutorProvider } from 'kysely'
import type { Instant } from '../../../../domain/madrid-time.ts'
import { isActive, type ReservationKind, type Status } from '../../../../domain/reservation.ts'
import { isUndone } from '../../../database/failures.ts'
import { keepConnection } from '../../../database/kept-connection.ts'
import { makeTogether } from '../../../database/together.ts'
import { again, type Db } from '../../../database/transaction.ts'
import { AppError } from '../../../http/app-error.ts'
import { REMEMBERED_FOR, type RequestKey } from '../../../http/idempotency.ts'
import { hashOf } from '../../../http/token.ts'
import type { Mail } from '../../../mail/mail.ts'
import { mailRow } from '../../../mail/outbox.ts'
import type { Facts } from '../facts/queries.ts'
import { factsOf, selectReservations, type NewReservation } from '../queries.ts'

/** The slots that are wanted, and by whom: by the member of a live session, or for a member whom somebody vouches for. */
export type Asked = {
  kind: ReservationKind
  slot_ids: readonly number[]
  room_id: number | null
  who: { token: string } | { member_id: number }
  key: RequestKey | undefined
}

/** Everything that a booking writes. */
export type Written = {
  /** Whether the member may have no more than the settings allow. */
  limited: boolean
  judged: Facts
  reservation: NewReservation
  history: {
    actor_kind: 'member' | 'admin' | 'service'
    actor: string
    to_status: Status
    reason: string | null
  }
  mail: Mail | undefined
  answer: string
}

export type Outcome =
  | { outcome: 'booked'; transaction: string }
  | { outcome: 'nobody' }
  | { outcome: 'look'; facts: Facts }
  | { outcome: 'repeated'; answer: string; request_hash: string }
  | { outcome: 'too_many'; most: number }

/**
 * Writes a booking if everything is still as it was judged, and says how it is now where it is not; without anything to
 * be written it looks. One statement, and a transaction of its own unless `db` is one: `make_bookings` of
 * schema.sql, which decision 18 explains. `together` writes it, or looks, with others that come now.
 */
export async function sendBooking(
  db: Db,
  asked: Asked,
  written: Written | undefined,
  now: Instant,
  together?: BookTogether,
): Promise<Outcome> {
  const wish = wishOf(asked, written, now)
  const outcome = await together?.(wish)
  if (outcome && outcome.outcome !== 'busy') return outcome
  const [alone] = await again(db, () => makeBookings(db, [wish], true))
  return alone as Outcome
}

type BookTogether = (wish: string) => Promise<Outcome | Busy | undefined>
/** Somebody has locked what it needs, or one that is written with it has taken it. */
type Busy = { outcome: 'busy' }

/**
 * Writes bookings that come at once in one transaction. None of them waits for what somebody has locked. Where the database
 * undid them all there is no answer: each is worth a try of its own.
 */
export function makeBookTogether(db: Db): BookTogether {
  const onOneConnection = keepConnection(db)
  return makeTogether<string, Outcome | Busy | undefined>(async (wishes) => {
    try {
      return await onOneConnection((connection) => makeBookings(connection, wishes, false))
    } catch (error) {
      if (isUndone(error)) return wishes.map(() => undefined)
      throw error
    }
  })
}

async function makeBookings(db: QueryExecutorProvider, wishes: readonly string[], waits: boolean) {
  const { rows } = await sql<{
    outcomes: (Outcome | Busy)[]
  }>`select make_bookings(${`[${wishes.join()}]`}::jsonb, ${waits}) as outcomes`.execute(db)
  return rows[0]!.outcomes
}

/** A booking as the database is asked for it. */
function wishOf(
  { kind, slot_ids, room_id, who, key }: Asked,
  written: Written | undefined,
  now: Instant,
): string {
  const { answer, mail, ...rest }: Partial<Written> = written ?? {}
  return JSON.stringify({
    ...rest,
    now: new Date(now),
    kind,
    slot_ids,
    room_id,
    // A booking whose statement is its whole transaction notifies others after it.
    ...('token' in who ? { token_hash: hashOf(who.token).toString('hex'), quiet: true } : who),
    mail: mail && { ...mailRow(mail, now), facts: mail.facts },
    key: key && {
      owner: key.owner,
      key: key.key,
      request_hash: key.request_hash.toString('hex'),
      forgotten_until: new Date(now - REMEMBERED_FOR),
      answer,
    },
  })
}

/**
 * Numbers for reservations, taken from the database some at a time, so that a booking knows its own before it is written.
 * Those that are left over are never used.
 */
export function makeReservationIds(atOnce: number): (db: Db) => Promise<number> {
  let left: number[] = []
  let taking: Promise<void> | undefined
  async function take(db: Db) {
    const { rows } = await sql<{ id: number }>`
      select nextval('reservations_id_seq')::int as id from generate_series(1, ${atOnce}::int)`.execute(db)
    left = rows.map(({ id }) => id)
  }
  return async (db) => {
    while (left.length === 0) {
      taking ??= take(db).finally(() => (taking = undefined))
      await taking
    }
    return left.shift()!
  }
}

/**
 * Refuses a request that is sent again after what it asked for was made and has ended: its first answer would promise
 * what is not there any more. It is not made anew either, because a phone may repeat it on its own.
 */
export async function refuseOverRequest(
  db: Db,
  { reservation: { id } }: { reservation: { id: number } },
  now: Instant,
): Promise<void> {
  const row = await selectReservations(db).where('r.id', '=', id).executeTakeFirst()
  if (!row || !isActive(factsOf(row), now)) throw new AppError('request_over')
}
