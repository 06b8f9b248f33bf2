import { removeFromWaitlist } from '../../contract/admin/waitlist.ts'
import { waitForMeeting, waitForTour } from '../../contract/waitlist-requests.ts'
import { leaveWaitlist } from '../../contract/waitlist.ts'
import type { AdministratorStep, VisitorStep } from '../plan.ts'
import { chooseRun, chooseTaken, chooseTour, meetingBody, pickOf, tourBody, type Maker } from './choice.ts'

const waitTour: Maker = ({ view, picks, mark, caller }) => {
  const slot = chooseTour(view, picks, chooseTaken)
  if (!slot) return undefined
  const body = tourBody(slot, mark)
  return { kind: 'wait_tour', endpoint: waitForTour, body, does: 'wait', member_id: caller.member_id! }
}

const waitMeeting: Maker = ({ view, picks, mark, caller }) => {
  const run = chooseRun(view, picks, chooseTaken)
  if (run.length === 0) return undefined
  const body = meetingBody(run, mark)
  return { kind: 'wait_meeting', endpoint: waitForMeeting, body, does: 'wait', member_id: caller.member_id! }
}

/** Usually an own entry, sometimes another member's. */
const leave: Maker = ({ view, picks: [which, stray], caller }) => {
  const own = view.waits.filter(({ member_id }) => stray > 0.95 || member_id === caller.member_id)
  const chosen = pickOf(own, which)
  return (
    chosen && {
      kind: 'leave_line',
      endpoint: leaveWaitlist,
      params: { id: chosen.id },
      entry_id: chosen.id,
    }
  )
}

const remove: Maker = ({ view, picks, mark }) => {
  const chosen = pickOf(view.waits, picks[0])
  return (
    chosen && {
      kind: 'remove_wait',
      endpoint: removeFromWaitlist,
      params: { id: chosen.id },
      body: { reason: mark },
      entry_id: chosen.id,
    }
  )
}

export const WAITING_CALLS = {
  wait_tour: waitTour,
  wait_meeting: waitMeeting,
  leave_line: leave,
  remove_wait: remove,
} satisfies Partial<Record<VisitorStep | AdministratorStep, Maker>>
