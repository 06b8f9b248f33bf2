import { markArrival, undoArrival } from '../../contract/admin/arrivals.ts'
import type { AdministratorStep } from '../plan.ts'
import { pickOf, type Maker } from './choice.ts'

/** The stand's opening date, the only one with arrivals. */
const TODAY = '2026-11-20'
const MIDNIGHT = Date.parse(`${TODAY}T00:00:00+01:00`)
const [MOST_WORKERS, MOST_ROUNDS] = [25, 7]

/** A unique instant before opening: arrivals store no text that could contain the mark. */
function momentOf(mark: string): string {
  const [round, worker, count] = mark.slice(1).split('x').map(Number) as [number, number, number]
  const since = (count * MOST_WORKERS + worker) * MOST_ROUNDS + (round % MOST_ROUNDS)
  return new Date(MIDNIGHT + since).toISOString()
}

/** Usually an allowed arrival, sometimes any. */
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

export const ARRIVAL_CALLS = {
  arrive,
  undo_arrival: undo,
} satisfies Partial<Record<AdministratorStep, Maker>>
