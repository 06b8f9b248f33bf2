import { decideReservations, DECISIONS } from '../../contract/admin/bulk-decisions.ts'
import { moveReservation } from '../../contract/admin/moves.ts'
import { editNote, editVisitor } from '../../contract/admin/reservation-edits.ts'
import { bookMeetingFor, bookTourFor } from '../../contract/admin/walk-ins.ts'
import { actOnReservation } from '../../contract/reservation-action.ts'
import { ADMIN_ACTIONS, TRANSITIONS, type AdminAction } from '../../domain/reservation.ts'
import type { AdministratorStep } from '../plan.ts'
import {
  chooseRun,
  chooseTour,
  correctedVisitor,
  meetingBody,
  pickOf,
  tourBody,
  type Maker,
  type Moment,
} from './choice.ts'

/** Usually a fitting reservation, sometimes any; half of them have waiting entries. */
function chooseFor({ view, picks: [which, , stray, wanted] }: Moment, action: AdminAction) {
  const fitting = view.reservations.filter(({ status }) => TRANSITIONS[action].from.includes(status))
  const slots = new Set(wanted < 0.5 ? view.waits.flatMap((wait) => wait.slots) : [])
  const holders = new Set(
    view.slots.flatMap(({ id, reservation_id }) => (slots.has(id) ? reservation_id : [])),
  )
  const waitedFor = fitting.filter(({ id }) => holders.has(id))
  if (waitedFor.length > 0) return pickOf(waitedFor, which)
  return pickOf(stray < 0.9 && fitting.length > 0 ? fitting : view.reservations, which)
}

const LIVE = ['PENDING', 'APPROVED', 'CANCEL_REQUESTED']
const liveIn = ({ view }: Moment) => view.reservations.filter(({ status }) => LIVE.includes(status))

const decide: Maker = (moment) => {
  // Approvals are doubled, because most actions need an approved reservation.
  const action = pickOf([...ADMIN_ACTIONS, 'approve', 'approve'] as const, moment.picks[1])!
  const chosen = chooseFor(moment, action)
  return (
    chosen && {
      kind: 'decide',
      endpoint: actOnReservation,
      params: { id: chosen.id },
      body: { type: chosen.kind, action, reason: moment.mark },
      does: action,
      on: [chosen.id],
    }
  )
}

const decideMany: Maker = (moment) => {
  const action = pickOf(DECISIONS, moment.picks[1])!
  const fitting = moment.view.reservations.filter(({ status }) => TRANSITIONS[action].from.includes(status))
  const from = Math.floor(moment.picks[0] * fitting.length)
  const ids = fitting.slice(from, from + 1 + Math.floor(moment.picks[2] * 6)).map(({ id }) => id)
  if (ids.length === 0) return undefined
  const body = { reservation_ids: ids, action, reason: moment.mark }
  return { kind: 'decide_many', endpoint: decideReservations, body, does: action, on: ids }
}

const move: Maker = (moment) => {
  const { view, mark, picks } = moment
  const chosen = pickOf(liveIn(moment), picks[0])
  if (!chosen) return undefined
  const how = { overrule_tier: picks[1] > 0.5, message: mark }
  const shared = { kind: 'move', endpoint: moveReservation, params: { id: chosen.id }, does: 'move' }
  if (chosen.kind === 'VIP_TOUR') {
    const slot = chooseTour(view, [picks[3], picks[1], picks[2], picks[0]])
    if (!slot) return undefined
    const body = { type: chosen.kind, available_tour_id: slot.id, event_date_id: slot.event_date_id, ...how }
    return { ...shared, body, on: [chosen.id] }
  }
  const run = chooseRun(view, [picks[3], picks[1], picks[2], picks[0]])
  if (run.length === 0) return undefined
  const { visitor: _, ...where } = meetingBody(run, mark)
  return { ...shared, body: { type: chosen.kind, ...where, ...how }, on: [chosen.id] }
}

const correctVisitor: Maker = ({ view, picks, mark }) => {
  const chosen = pickOf(view.reservations, picks[0])
  return (
    chosen && {
      kind: 'edit_visitor',
      endpoint: editVisitor,
      params: { id: chosen.id },
      body: { type: chosen.kind, visitor: correctedVisitor(chosen.kind, chosen.visitor.name, mark) },
      does: 'edit_visitor',
      on: [chosen.id],
    }
  )
}

const changeNote: Maker = ({ view, picks, mark }) => {
  const chosen = pickOf(view.reservations, picks[0])
  return (
    chosen && {
      kind: 'edit_note',
      endpoint: editNote,
      params: { id: chosen.id },
      body: { type: chosen.kind, note: mark },
      does: 'edit_note',
      on: [chosen.id],
    }
  )
}

const walkInTour: Maker = ({ view, picks, mark }) => {
  const slot = chooseTour(view, picks)
  const member = pickOf(view.members, picks[3])
  if (!slot || !member) return undefined
  const body = { ...tourBody(slot, mark), user_id: member.id, overrule_tier: picks[1] > 0.5 }
  return { kind: 'walk_in_tour', endpoint: bookTourFor, body, does: 'create', member_id: member.id }
}

const walkInMeeting: Maker = ({ view, picks, mark }) => {
  const run = chooseRun(view, picks)
  const member = pickOf(view.members, picks[3])
  if (run.length === 0 || !member) return undefined
  const body = { ...meetingBody(run, mark), user_id: member.id, overrule_tier: picks[1] > 0.5 }
  return { kind: 'walk_in_meeting', endpoint: bookMeetingFor, body, does: 'create', member_id: member.id }
}

export const DECISION_CALLS = {
  decide,
  decide_many: decideMany,
  move,
  edit_visitor: correctVisitor,
  edit_note: changeNote,
  walk_in_tour: walkInTour,
  walk_in_meeting: walkInMeeting,
} satisfies Partial<Record<AdministratorStep, Maker>>
