import { sql } from 'kysely'
import type { Told } from '../../../../contract/admin/told.ts'
import type { Instant } from '../../../../domain/madrid-time.ts'
import {
  changedTexts,
  placeTextsOf,
  type PlaceTexts,
  type TextChange,
} from '../../../../domain/place-texts.ts'
import { isAwaited, isCountedOn } from '../../../../domain/reservation.ts'
import type { CommandContext } from '../../../command-context.ts'
import { allowMoreTime, idsOf, inTransaction, type Tx } from '../../../database/transaction.ts'
import type { SignedInAdmin } from '../../../http/session.ts'
import { getSettings } from '../../settings/queries.ts'
import { nextUpdate } from '../commands.ts'
import { holdMassWork } from '../locking/queries.ts'
import { factsOf, SERVICE, toWire, type Service } from '../queries.ts'
import { countTold, findOutdated, lockActiveAt, lockForChange, type Place } from './queries.ts'

type Found = Awaited<ReturnType<typeof lockActiveAt>>[number]
type Changed = Found & { changes: TextChange[] }

/** Copies a locked place's texts to its upcoming reservations and mails affected members. */
export async function writePlaceTexts(
  context: CommandContext,
  tx: Tx,
  place: Place & { stored: Readonly<Record<string, unknown>> },
  by: SignedInAdmin | Service,
  now: Instant,
): Promise<Told> {
  const texts = placeTextsOf(place.kind, place.stored)
  const changed = (await lockActiveAt(tx, place))
    .filter((row) => isAwaited(factsOf(row), now))
    .map((row) => ({ ...row, changes: changedTexts(row.kind, row.place as PlaceTexts, texts) }))
    .filter(({ changes }) => changes.length > 0)
  if (changed.length === 0) return countTold([])
  const updated_at = await writeTexts(tx, changed, texts, by, now)
  const notified = changed.filter((row) => row.member_id !== null && isCountedOn(factsOf(row), now))
  const event = await getSettings(tx)
  const notices = notified.map((row) => ({
    before: toWire(row, 'member', now),
    reservation: toWire({ ...row, place: texts, updated_at: updated_at.get(row.id)! }, 'member', now),
    version: row.version + 1,
    to: row.email!,
    ...event,
    public_url: context.publicUrl,
    now,
  }))
  await context.postMail(
    tx,
    notices.map((facts) => ({ kind: 'place_changed', facts })),
    now,
  )
  return countTold(notified)
}

/** At the start, for reservations of an older release. Concurrent servers wait at the place's row. */
export async function catchUpWithPlaces(context: CommandContext, now: Instant) {
  const failures: unknown[] = []
  for (const place of await findOutdated(context.db, now)) {
    const catchUp = inTransaction(context.db, async (tx) => {
      await allowMoreTime(tx)
      await holdMassWork(tx)
      const stored = await lockForChange(tx, place)
      if (stored) await writePlaceTexts(context, tx, { ...place, stored }, SERVICE, now)
    })
    // One failure must not stop the other places.
    await catchUp.catch((error: unknown) => failures.push(error))
  }
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} docents or rooms`)
}

async function writeTexts(
  tx: Tx,
  changed: readonly Changed[],
  texts: PlaceTexts,
  by: SignedInAdmin | Service,
  now: Instant,
): Promise<Map<number, Date>> {
  const ids = idsOf(changed)
  const histories = changed.map(({ kind, changes }) => {
    const place = kind === 'VIP_TOUR' ? 'docent' : 'room'
    return JSON.stringify(changes.map((change) => ({ ...change, field: `${place}.${change.field}` })))
  })
  const { rows } = await sql<{ id: number; updated_at: Date }>`
    with wanted as (
      select * from unnest(${ids}::int[], ${histories}::text[]) as wanted (id, changes)
    ), changed as (
      update reservations set place = ${JSON.stringify(texts)}::jsonb, version = version + 1,
        updated_at = ${nextUpdate(new Date(now))}
      from wanted where reservations.id = wanted.id
      returning reservations.id, status, updated_at, wanted.changes
    ), history as (
      insert into reservation_history
        (reservation_id, at, actor_kind, actor, action, from_status, to_status, changes)
      select id, updated_at, ${'kind' in by ? by.kind : 'admin'}, ${by.name}, 'edit_place', status, status, changes::jsonb from changed
    )
    select id, updated_at from changed`.execute(tx)
  return new Map(rows.map((row) => [row.id, row.updated_at]))
}
