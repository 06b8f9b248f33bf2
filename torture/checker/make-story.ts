import type { Call, Evidence, HistoryRow, ReservationRow, SlotRow } from '../history.ts'

export const ADMIN = '관리자 1'
const NO_TIER = { is_vip: false, is_vvip: false }
const ACTION = { method: 'POST', path: '/api/admin/reservations/{id}/action/' }

/** A consistent story with one approved booking. */
export function makeStory() {
  const book = makeCall('w1x1x1', { begin: 10, end: 20, does: 'create', member_id: 5, key: 'visitor a' })
  book.answer = JSON.stringify({ message: '신청', reservation: { id: 1, available_tour: { id: 70 } } })
  const approve = makeCall('w1x9x1', {
    begin: 30,
    end: 40,
    kind: 'decide',
    by: 'admin',
    actor: ADMIN,
    action: `${ACTION.method} ${ACTION.path}`,
    target: 'reservation 1',
    does: 'approve',
    on: [1],
  })
  approve.answer = JSON.stringify({ message: '승인', reservation: { id: 1, available_tour: { id: 70 } } })
  const evidence: Evidence = {
    reservations: [makeReservation(1, 'w1x1x1', 70)],
    history: [
      makeRow(1, 1, { action: 'create', from_status: null, to_status: 'PENDING' }),
      makeRow(2, 1, { actor_kind: 'admin', actor: ADMIN, reason: 'w1x9x1' }),
    ],
    slots: [makeSlot(70, 1)],
    waits: [],
    members: [
      { id: 5, ...NO_TIER },
      { id: 6, ...NO_TIER },
      { id: 7, is_vip: true, is_vvip: false },
    ],
    most_reservations: 50,
    mails: [makeMail(1, 1, 'request_received'), makeMail(1, 2, 'approved')],
    audit: [{ admin: ADMIN, action: approve.action, target: 'reservation 1', summary: '승인' }],
    things: [{ thing: 'reservation 1', texts: 'w1x1x1' }],
    arrived: [makeArrival(1, 1, 'request_received'), makeArrival(1, 2, 'approved')],
    had_faults: true,
  }
  return { calls: [book, approve], book, approve, evidence, reservation: evidence.reservations[0]! }
}

export const makeCall = (wish: string, changes: Partial<Call> = {}): Call => ({
  wish,
  kind: 'tour',
  by: 'member',
  actor: '방문자',
  begin: 0,
  end: 1,
  outcome: 'ok',
  status: 200,
  key: null,
  body: '{}',
  action: 'POST /api/user/reserve-tour/',
  on: [],
  ...changes,
})

export const makeReservation = (id: number, wish: string | null, slot_id: number): ReservationRow => ({
  id,
  kind: 'VIP_TOUR',
  status: 'APPROVED',
  version: 2,
  member_id: 5,
  docent_id: 3,
  room_id: null,
  date: '2026-11-20',
  wish,
  is_over: false,
  over_at: Infinity,
  arrived_at: null,
  times: [{ slot_id, time: '10:00', end_time: '10:25', is_kept: true }],
})

const makeSlot = (id: number, reservation_id: number | null): SlotRow => ({
  id,
  reservation_id,
  place: 'docent 3',
  date: '2026-11-20',
  time: '10:00',
  end_time: '10:25',
  is_locked: false,
  tier: NO_TIER,
})

export const makeRow = (id: number, reservation_id: number, changes: Partial<HistoryRow>): HistoryRow => ({
  id,
  reservation_id,
  actor_kind: 'member',
  actor: '방문자',
  action: 'approve',
  from_status: 'PENDING',
  to_status: 'APPROVED',
  reason: null,
  changes: null,
  ...changes,
})

const idOf = (id: number, version: number, kind: string) =>
  `<reservation-${id}-abc.${version}.${kind}@localhost>`
export const makeMail = (id: number, version: number, kind: string) => ({
  kind,
  reservation_id: id,
  message_id: idOf(id, version, kind),
  to_address: 'a@example.com',
  status: 'sent',
})
export const makeArrival = (id: number, version: number, kind: string) => ({
  id: idOf(id, version, kind),
  to: 'a@example.com',
})

export type Story = ReturnType<typeof makeStory>

export const readAt = (begin: number, ids: number[]) =>
  makeCall(`w1x1x${begin}`, {
    kind: 'read',
    action: 'GET /api/user/my-reservations/',
    member_id: 5,
    begin,
    end: begin + 1,
    answer: JSON.stringify({ tours: ids.map((id) => ({ id })), meetings: [] }),
  })

export function losing(call: Call): Call {
  delete call.answer
  return Object.assign(call, { outcome: 'unknown', status: null })
}

export const MOVED = {
  actor_kind: 'admin',
  action: 'move',
  from_status: 'APPROVED',
  to_status: 'APPROVED',
  reason: 'w1x9x4',
} as const

export const moving = (approve: Call): Call => ({
  ...approve,
  wish: 'w1x9x4',
  kind: 'move',
  does: 'move',
  begin: 50,
  end: 60,
  answer: JSON.stringify({ message: '변경', reservation: { id: 1, available_tour: { id: 72 } } }),
})

export const cancelling = (approve: Call): Call => ({
  ...makeCall('w1x9x2', { ...approve, kind: 'delete_slot', wish: 'w1x9x2', begin: 50, end: 60 }),
  on: [],
  action: 'DELETE /slots/',
  answer: JSON.stringify({ message: '삭제' }),
  does: undefined!,
  target: undefined!,
})

/** A second, answered booking of the same slot. */
export function bookAgain({ calls, book, evidence }: Story, slot: number) {
  const answer = JSON.stringify({ message: '신청', reservation: { id: 2, available_tour: { id: slot } } })
  calls.push({ ...book, wish: 'w1x2x2', key: null, begin: 70, end: 80, answer })
  evidence.reservations.push({
    ...makeReservation(2, 'w1x2x2', slot),
    status: 'PENDING',
    version: 1,
  })
  evidence.history.push(makeRow(9, 2, { action: 'create', from_status: null, to_status: 'PENDING' }))
  evidence.mails.push(makeMail(2, 1, 'request_received'))
  evidence.arrived.push(makeArrival(2, 1, 'request_received'))
}
