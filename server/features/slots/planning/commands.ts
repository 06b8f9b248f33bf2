import { copyDay, planSlots, TOO_MANY_TEXT, type PlanKind } from '../../../../contract/admin/slot-plan.ts'
import type { BodyOf, ResponseOf } from '../../../../contract/endpoint.ts'
import {
  copiedTo,
  fitSlots,
  MAX_PLANNED_SLOTS,
  plannedOn,
  whySkipped,
  type WantedSlot,
} from '../../../../domain/slot-plan.ts'
import type { CommandContext } from '../../../command-context.ts'
import { inTransaction, type Tx } from '../../../database/transaction.ts'
import { invalid } from '../../../http/app-error.ts'
import { DATE_TEXT, insertSlots, slotsOf, type NewSlot, type Place } from '../commands.ts'
import { findStoredSlots, holdDays, holdPlaces, type StoredSlot } from './queries.ts'

const GONE_TEXT = {
  tour: '등록되지 않은 도슨트가 포함되어 있습니다.',
  room: '등록되지 않은 미팅룸이 포함되어 있습니다.',
}

type Day = { id: number; date: string }
type Result = ResponseOf<typeof copyDay>['results'][number]
export type Made = { created: number; skipped: number; results: Result[] }

/**
 * `dry_run` only counts. Overlapping slots are skipped with a reason; unknown places or dates refuse the
 * plan.
 */
export const planManySlots = (
  { db }: CommandContext,
  { kind, place_ids, event_date_ids, dry_run, ...plan }: BodyOf<typeof planSlots>,
): Promise<Made> =>
  inTransaction(db, async (tx) => {
    const places = await holdPlaces(tx, kind, place_ids)
    if (places.length < place_ids.length) throw invalid('place_ids', GONE_TEXT[kind])
    const days = await holdDays(tx, { ids: event_date_ids })
    if (days.length < event_date_ids.length) throw invalid('event_date_ids', DATE_TEXT)
    const stored = await findStoredSlots(tx, kind, days, places)
    const wanted = days.flatMap((day) => {
      const slots = plannedOn(day.date, plan)
      return places.map((place_id) => ({ place_id, day, slots }))
    })
    return make(tx, [{ kind, wanted, stored }], dry_run)
  })

/** Copied slots are unlocked: a lock was a decision about that day. */
export const copyWholeDay = (
  { db }: CommandContext,
  { from, to, kind, dry_run }: BodyOf<typeof copyDay>,
): Promise<Made> =>
  inTransaction(db, async (tx) => {
    const kinds: PlanKind[] = kind ? [kind] : ['tour', 'room']
    for (const each of kinds) await holdPlaces(tx, each, 'all')
    const days = await holdDays(tx, { dates: [from, ...to] })
    const source = days.find(({ date }) => date === from)
    if (!source) throw invalid('from', DATE_TEXT)
    if (days.length <= to.length) throw invalid('to', DATE_TEXT)
    const targets = days.filter((day) => day !== source)
    const copies: { kind: PlanKind; slots: StoredSlot[] }[] = []
    for (const each of kinds)
      copies.push({ kind: each, slots: await findStoredSlots(tx, each, [source], 'all') })
    // Checked before the work that it limits.
    const size = copies.reduce((sum, { slots }) => sum + slots.length, 0) * targets.length
    if (size > MAX_PLANNED_SLOTS) throw invalid('to', TOO_MANY_TEXT)
    const wanted: Wanted[] = []
    for (const copy of copies) {
      const stored = await findStoredSlots(tx, copy.kind, targets, 'all')
      wanted.push({ kind: copy.kind, wanted: copiesOf(copy.slots, targets), stored })
    }
    return make(tx, wanted, dry_run)
  })

type WantedDay = { place_id: number; day: Day; slots: readonly WantedSlot[] }
type Wanted = { kind: PlanKind; wanted: WantedDay[]; stored: readonly StoredSlot[] }

function copiesOf(slots: readonly StoredSlot[], days: readonly Day[]): WantedDay[] {
  const byPlace = [...Map.groupBy(slots, ({ place_id }) => place_id)].sort(([a], [b]) => a - b)
  return days.flatMap((day) =>
    byPlace.map(([place_id, own]) => ({ place_id, day, slots: copiedTo(day.date, own) })),
  )
}

async function make(tx: Tx, all: readonly Wanted[], dry_run = false): Promise<Made> {
  const made: NewSlot[] = []
  const results: Result[] = []
  for (const { kind, wanted, stored } of all) {
    const existing = Map.groupBy(stored, keyOf)
    for (const { place_id, day, slots } of wanted) {
      const cell = { place_id, event_date_id: day.id }
      const fitted = fitSlots(slots, existing.get(keyOf(cell)) ?? [])
      made.push(...slotsOf(asPlace(kind, place_id), day, fitted.slots))
      const skipped = fitted.overlapping + fitted.impossible
      results.push({ kind, ...cell, created: fitted.slots.length, skipped, why: whySkipped(fitted) })
    }
  }
  if (!dry_run) await insertSlots(tx, made)
  const skipped = results.reduce((sum, result) => sum + result.skipped, 0)
  return { created: made.length, skipped, results }
}

const asPlace = (kind: PlanKind, id: number): Place => (kind === 'tour' ? { docent_id: id } : { room_id: id })

const keyOf = ({ place_id, event_date_id }: { place_id: number; event_date_id: number }) =>
  `${place_id} ${event_date_id}`
