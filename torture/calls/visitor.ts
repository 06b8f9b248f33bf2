import { reserveMeeting, reserveTour } from '../../contract/booking.ts'
import { listMyReservations } from '../../contract/reservation.ts'
import { requestCancellation } from '../../contract/reservation-action.ts'
import { endMeeting, giveFeedback } from '../../contract/meeting.ts'
import type { Status } from '../../domain/reservation.ts'
import type { VisitorStep } from '../plan.ts'
import { chooseRun, chooseTour, meetingBody, pickOf, tourBody, type Maker, type Moment } from './choice.ts'

/** Usually an own reservation in one of these statuses, sometimes another member's. */
function chooseOwn(
  { view, caller, picks: [which, stray] }: Moment,
  statuses: readonly Status[],
  kind?: string,
) {
  const own = view.reservations.filter(({ member_id }) => stray > 0.95 || member_id === caller.member_id)
  const wanted = own.filter((one) => kind === undefined || one.kind === kind)
  const fitting = wanted.filter(({ status }) => statuses.includes(status))
  return pickOf(fitting.length > 0 ? fitting : wanted, which)
}

const bookTour: Maker = ({ view, picks, mark, caller }) => {
  const slot = chooseTour(view, picks)
  if (!slot) return undefined
  const body = tourBody(slot, mark)
  return { kind: 'tour', endpoint: reserveTour, body, does: 'create', member_id: caller.member_id! }
}

const bookMeeting: Maker = ({ view, picks, mark, caller }) => {
  const run = chooseRun(view, picks)
  if (run.length === 0) return undefined
  const body = meetingBody(run, mark)
  return { kind: 'meeting', endpoint: reserveMeeting, body, does: 'create', member_id: caller.member_id! }
}

const cancel: Maker = (moment) => {
  const own = chooseOwn(moment, ['APPROVED'])
  return (
    own && {
      kind: 'cancel',
      endpoint: requestCancellation,
      params: { id: own.id },
      body: { reservation_type: own.kind, cancel_note: moment.mark },
      does: 'request_cancellation',
      on: [own.id],
    }
  )
}

const endEarly: Maker = (moment) => {
  const own = chooseOwn(moment, ['APPROVED'], 'GROUP_MEETING')
  return (
    own && {
      kind: 'end_early',
      endpoint: endMeeting,
      params: { id: own.id },
      does: 'end_early',
      on: [own.id],
    }
  )
}

const feedback: Maker = (moment) => {
  const own = chooseOwn(moment, ['APPROVED', 'COMPLETED'], 'GROUP_MEETING')
  return (
    own && {
      kind: 'feedback',
      endpoint: giveFeedback,
      params: { id: own.id },
      body: { feedback: moment.mark },
      does: 'feedback',
      on: [own.id],
    }
  )
}

const read: Maker = ({ caller }) => ({
  kind: 'read',
  endpoint: listMyReservations,
  member_id: caller.member_id!,
})

export const VISITOR_CALLS = {
  tour: bookTour,
  meeting: bookMeeting,
  cancel,
  end_early: endEarly,
  feedback,
  read,
} satisfies Partial<Record<VisitorStep, Maker>>
