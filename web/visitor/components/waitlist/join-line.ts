import type { BodyOf } from '../../../../contract/endpoint.ts'
import { listMyWaitlist, waitForMeeting, waitForTour } from '../../../../contract/waitlist.ts'
import { refresh } from '../../../api/reads/use-read.ts'
import { openRequest } from '../../../api/writes/retrying-call.ts'

const KINDS = { tour: waitForTour, room: waitForMeeting } as const

type Body = BodyOf<typeof waitForTour> | BodyOf<typeof waitForMeeting>

/** Opens the request of a booking form that goes to the waiting line of its time; the same as that of a booking else. */
export function openJoin(kind: 'tour' | 'room', body: Body) {
  const { followsUnanswered, send } = openRequest(KINDS[kind], { body })
  return {
    followsUnanswered,
    async send(onRetry: () => void): Promise<{ message: string }> {
      const { message } = await send(onRetry)
      void refresh(listMyWaitlist)
      return { message }
    },
  }
}
