import { listQueue, type QueuePage } from '../../../../contract/admin/queue.ts'
import { reservationFacts } from '../../../../contract/reservation.ts'
import { now } from '../../../browser/clock.ts'
import { isPastRequest } from '../../../../domain/reservation.ts'
import { patchCache } from '../../../api/reads/use-read.ts'

/** Takes decided reservations off the queue, until the service has sent its new state. */
export const hideDecided = (ids: readonly number[]): Promise<void> =>
  patchCache(listQueue, (page) => withoutDecided(page, ids, now()))

/** A page of the queue without what was just decided, and its counts without those of the page. */
export function withoutDecided(page: QueuePage, decided: readonly number[], at: number): QueuePage {
  const gone = page.results
    .filter(({ reservation }) => decided.includes(reservation.id))
    .map(({ reservation }) => reservationFacts(reservation))
  if (gone.length === 0) return page
  const coming = gone.filter((facts) => !isPastRequest(facts, at))
  return {
    ...page,
    results: page.results.filter(({ reservation }) => !decided.includes(reservation.id)),
    count: page.count - coming.length,
    past: page.past - (gone.length - coming.length),
    days: page.days
      .map(({ date, count }) => ({
        date,
        count: count - coming.filter((facts) => facts.date === date).length,
      }))
      .filter(({ count }) => count > 0),
  }
}
