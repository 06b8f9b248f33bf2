import { getDashboard, waitingOf, withWaiting, type Dashboard } from '../../../contract/admin/dashboard.ts'
import { reservationFacts } from '../../../contract/reservation.ts'
import { now } from '../../browser/clock.ts'
import { queuePartOf, type QueuePart } from '../../../domain/queue-part.ts'
import { patchCache } from '../../api/reads/use-read.ts'

/** Until the server has sent the new state. */
export const hideDecided = (ids: readonly number[]): Promise<void> =>
  patchCache(getDashboard, (page) => withoutDecided(page, ids, now()))

export function withoutDecided(page: Dashboard, decided: readonly number[], at: number): Dashboard {
  const { count = 0, queue } = page
  const gone = waitingOf(page)
    .filter(({ id }) => decided.includes(id))
    .map(reservationFacts)
  if (gone.length === 0 || !queue) return page
  const inPart = (part: QueuePart) => gone.filter((facts) => queuePartOf(facts, at) === part)
  const coming = inPart('coming')
  const left = <Each extends { id: number }>(list: Each[]) => list.filter(({ id }) => !decided.includes(id))
  return {
    ...withWaiting(page, (lists) => ({ ...lists, tours: left(lists.tours), meetings: left(lists.meetings) })),
    count: count - gone.length,
    queue: {
      ...queue,
      coming: queue.coming - coming.length,
      past: queue.past - inPart('past').length,
      past_cancellations: queue.past_cancellations - inPart('past_cancellations').length,
      days: withoutDates(
        queue.days,
        coming.map(({ date }) => date),
      ),
    },
  }
}

type Days = NonNullable<Dashboard['queue']>['days']

/** Subtracts one per occurrence; a date without requests disappears. */
export const withoutDates = (days: Days, gone: readonly string[]): Days =>
  days
    .map(({ date, count }) => ({ date, count: count - gone.filter((each) => each === date).length }))
    .filter(({ count }) => count > 0)
