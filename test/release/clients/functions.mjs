// A whole day through the functions that @hey-api/openapi-ts makes of the document. Calls that are renamed are renamed here.
import {
  deleteAdminApiTokensById as revokeToken,
  getAdminReservations as listReservations,
  getDisplayRoomsById as readBoard,
  getUserEventDates as readDates,
  getUserMyReservations as readOwn,
  getUserSchedule as readDay,
  postAdminApiTokens as makeToken,
  postAdminLogin as signInAdmin,
  postAdminReservationsByIdAction as decide,
  postAdminReservationsByIdMove as move,
  postUserCancelReservationById as askForCancellation,
  postUserLogin as signInMember,
  postUserReserveMeeting as bookRoom,
  postUserReserveTour as bookTour,
} from './generated/index.js'
import { createClient } from './generated/client/index.js'

const { origin = '', date = '', phone = '', name = '', admin = '', password = '' } = process.env

/** @param {Record<string, string>} values What the document calls the cookie, the header, or the token. */
const clientWith = (values) =>
  createClient({
    baseUrl: origin,
    throwOnError: true,
    auth: (auth) => values[auth.scheme ?? auth.name ?? ''],
  })

/** @param {Response} response */
const cookiesOf = (response) =>
  Object.fromEntries(
    response.headers.getSetCookie().map((cookie) => {
      const [pair = ''] = cookie.split(';')
      const at = pair.indexOf('=')
      return [pair.slice(0, at), pair.slice(at + 1)]
    }),
  )

const anyone = clientWith({})
const login = await signInMember({ client: anyone, body: { phone, name }, throwOnError: true })
const member = clientWith(cookiesOf(login.response))

const { data: dates } = await readDates({ client: member, throwOnError: true })
const event_date_id = dates.find((each) => each.date === date)?.id ?? 0
const { data: day } = await readDay({ client: member, query: { date }, throwOnError: true })
const [tours] = day.tour_schedule
const [rooms] = day.room_schedule
const [first, second] = tours?.time_slots ?? []
const [slot] = rooms?.time_slots ?? []
if (!first || !second || !rooms || !slot) throw new Error('There is nothing to book')

const party = { company: '한빛전자', name, phone, count: 2 }
const tour = await bookTour({
  client: member,
  body: { available_tour_id: first.id, event_date_id, visitor: party },
  headers: { 'Idempotency-Key': 'a tour' },
  throwOnError: true,
})
const meetingWish = {
  room_id: rooms.room.id,
  event_date_id,
  time_slots: [{ available_room_id: slot.id, time: slot.time }],
  visitor: { ...party, title: '공급 협의', manager_name: '김도윤' },
}
const meeting = await bookRoom({ client: member, body: meetingWish, throwOnError: true })
const again = await bookRoom({ client: member, body: meetingWish, throwOnError: false })
const refusal = again.error ? [again.response?.status, again.error.code, typeof again.error.message] : []

const desk = await signInAdmin({ client: anyone, body: { name: admin, password }, throwOnError: true })
const { csrftoken = '', ...session } = cookiesOf(desk.response)
const administrator = clientWith({ ...session, 'X-CSRFToken': csrftoken })
const asAdmin = /** @type {const} */ ({ client: administrator, throwOnError: true })
const { data: waiting } = await listReservations({ ...asAdmin, query: { status: 'PENDING', page: 1 } })
const decided = []
for (const { id, type } of [...waiting.tours, ...waiting.meetings]) {
  const { data } = await decide({ ...asAdmin, path: { id }, body: { type, action: 'approve' } })
  decided.push(data.reservation.status)
}
const moved = await move({
  ...asAdmin,
  path: { id: tour.data.reservation.id },
  body: { type: 'VIP_TOUR', available_tour_id: second.id, event_date_id },
})
const { reservation } = moved.data
const at = 'available_tour' in reservation ? reservation.available_tour.time : undefined

const { id } = meeting.data.reservation
await askForCancellation({
  client: member,
  path: { id },
  body: { reservation_type: 'GROUP_MEETING', cancel_note: '일정이 변경되었습니다.' },
  throwOnError: true,
})
const kept = await decide({
  ...asAdmin,
  path: { id },
  body: { type: 'GROUP_MEETING', action: 'reject_cancellation' },
})
const own = await readOwn({ client: member, throwOnError: true })

const token = await makeToken({ ...asAdmin, body: { name: 'CRM', scopes: ['reservations:read'] } })
const program = clientWith({ bearer: token.data.secret })
const { data: listed } = await listReservations({ client: program, query: { date }, throwOnError: true })
await revokeToken({ ...asAdmin, path: { id: token.data.api_token.id } })
const locked = await listReservations({ client: program, throwOnError: false })
const { data: board } = await readBoard({ client: anyone, path: { id: rooms.room.id }, throwOnError: true })

console.log(
  JSON.stringify({
    booked: [tour.data.reservation.status, meeting.data.reservation.status],
    refusal,
    decided,
    moved: [first.time, at],
    kept: [kept.data.reservation.status, own.data.meetings[0]?.cancellation_refused !== null],
    listed: [listed.tours.length, listed.meetings.length],
    revoked: [locked.response?.status, locked.error?.code],
    board: [board.room_info.name, board.date],
  }),
)
