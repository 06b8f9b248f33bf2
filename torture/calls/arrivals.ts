import { markArrival, undoArrival } from '../../contract/admin/arrivals.ts'
import type { AdministratorStep } from '../plan.ts'
import { pickOf, type Maker } from './choice.ts'

/** The day on which the stand opens: nobody arrives on another one. */
const TODAY = '2026-11-20'
const MIDNIGHT = Date.parse(`${TODAY}T00:00:00+01:00`)
const [MOST_WORKERS, MOST_ROUNDS] = [25, 7]

/**
 * The moment of a press, which no other press has: an arrival leaves no text in which a mark could stand. It lies in the hours
 * before the stand opened, as that of a press which a lost network has held up.
 */
function momentOf(mark: string): string {
  const [round, worker, count] = mark.slice(1).split('x').map(Number) as [number, number, number]
  const since = (count * MOST_WORKERS + worker) * MOST_ROUNDS + (round % MOST_ROUNDS)
  return new Date(MIDNIGHT + since).toISOString()
}

/** Mostly somebody who may arrive, now and then any. */
const arrive: Maker = ({ view, picks: [which, , stray], mark }) => {
  const expected = view.reservations.filter(
    ({ status, date, arrived_at }) => status === 'APPROVED' && date === TODAY && arrived_at === null,
  )
  const chosen = pickOf(stray < 0.8 && expected.length > 0 ? expected : view.reservations, which)
  return (
    chosen && {
      kind: 'arrive',
      endpoint: markArrival,
      params: { id: chosen.id },
      body: { at: momentOf(mark) },
      does: 'arrive',
      on: [chosen.id],
    }
  )
}

const undo: Maker = ({ view, picks }) => {
  const chosen = pickOf(
    view.reservations.filter(({ arrived_at }) => arrived_at !== null),
    picks[0],
  )
  return (
    chosen && {
      kind: 'undo_arrival',
      endpoint: undoArrival,
      params: { id: chosen.id },
      body: { arrived_at: chosen.arrived_at! },
      does: 'undo_arrival',
      on: [chosen.id],
    }
  )
}

/** The calls of the desk about who has come. */
export const ARRIVAL_CALLS = {
  arrive,
  undo_arrival: undo,
} satisfies Partial<Record<AdministratorStep, Maker>>
