// The same day through openapi-fetch, which knows the calls by their paths in the types of openapi-typescript.
import createClient from 'openapi-fetch'

const { origin = '', date = '', phone = '', name = '', admin = '', password = '' } = process.env

/**
 * @param {Record<string, string>} [headers]
 * @returns {import('openapi-fetch').Client<import('./generated/paths.js').paths>}
 */
const clientWith = (headers) => createClient({ baseUrl: origin, headers })

/**
 * @template T
 * @param {{ data?: T, error?: { code: string }, response: Response }} answer
 * @returns {NonNullable<T>}
 */
function done({ data, error, response }) {
  if (data === undefined || data === null)
    throw new Error(`${response.url} answered ${response.status} ${error?.code}`)
  return data
}

/** @param {Response} response */
function cookiesOf(response) {
  const pairs = response.headers.getSetCookie().map((cookie) => cookie.split(';')[0])
  const csrf = pairs.find((pair) => pair?.startsWith('csrftoken='))
  return { cookie: pairs.join('; '), ...(csrf && { 'X-CSRFToken': csrf.slice('csrftoken='.length) }) }
}

const anyone = clientWith()
const login = await anyone.POST('/api/user/login/', { body: { phone, name } })
done(login)
const member = clientWith(cookiesOf(login.response))

const dates = done(await member.GET('/api/user/event-dates/'))
const event_date_id = dates.find((each) => each.date === date)?.id ?? 0
const day = done(await member.GET('/api/user/schedule/', { params: { query: { date } } }))
const [tours] = day.tour_schedule
const [rooms] = day.room_schedule
const [first, second] = tours?.time_slots ?? []
const [slot] = rooms?.time_slots ?? []
if (!first || !second || !rooms || !slot) throw new Error('There is nothing to book')

const party = { company: '한빛전자', name, phone, count: 2 }
const tour = done(
  await member.POST('/api/user/reserve-tour/', {
    params: { header: { 'Idempotency-Key': 'a tour' } },
    body: { available_tour_id: first.id, event_date_id, visitor: party },
  }),
)
const wish = {
  body: {
    room_id: rooms.room.id,
    event_date_id,
    time_slots: [{ available_room_id: slot.id, time: slot.time }],
    visitor: { ...party, title: '공급 협의', manager_name: '김도윤' },
  },
}
const meeting = done(await member.POST('/api/user/reserve-meeting/', wish))
const again = await member.POST('/api/user/reserve-meeting/', wish)
const refusal = again.error ? [again.response.status, again.error.code, typeof again.error.message] : []

const desk = await anyone.POST('/api/admin/login/', { body: { name: admin, password } })
done(desk)
const administrator = clientWith(cookiesOf(desk.response))
const waiting = done(
  await administrator.GET('/api/admin/reservations/', { params: { query: { status: 'PENDING', page: 1 } } }),
)
const decided = []
for (const { id, type } of [...waiting.tours, ...waiting.meetings]) {
  const { reservation } = done(
    await administrator.POST('/api/admin/reservations/{id}/action/', {
      params: { path: { id } },
      body: { type, action: 'approve' },
    }),
  )
  decided.push(reservation.status)
}
const moved = done(
  await administrator.POST('/api/admin/reservations/{id}/move/', {
    params: { path: { id: tour.reservation.id } },
    body: { type: 'VIP_TOUR', available_tour_id: second.id, event_date_id },
  }),
)
const at = 'available_tour' in moved.reservation ? moved.reservation.available_tour.time : undefined

const params = { path: { id: meeting.reservation.id } }
done(
  await member.POST('/api/user/cancel-reservation/{id}/', {
    params,
    body: { reservation_type: 'GROUP_MEETING', cancel_note: '일정이 변경되었습니다.' },
  }),
)
const kept = done(
  await administrator.POST('/api/admin/reservations/{id}/action/', {
    params,
    body: { type: 'GROUP_MEETING', action: 'reject_cancellation' },
  }),
)
const own = done(await member.GET('/api/user/my-reservations/'))

const token = done(
  await administrator.POST('/api/admin/api-tokens/', {
    body: { name: 'CRM', scopes: ['reservations:read'] },
  }),
)
const program = clientWith({ authorization: `Bearer ${token.secret}` })
const listed = done(await program.GET('/api/admin/reservations/', { params: { query: { date } } }))
done(
  await administrator.DELETE('/api/admin/api-tokens/{id}/', { params: { path: { id: token.api_token.id } } }),
)
const locked = await program.GET('/api/admin/reservations/')
const board = done(await anyone.GET('/api/display/rooms/{id}/', { params: { path: { id: rooms.room.id } } }))

console.log(
  JSON.stringify({
    booked: [tour.reservation.status, meeting.reservation.status],
    refusal,
    decided,
    moved: [first.time, at],
    kept: [kept.reservation.status, own.meetings[0]?.cancellation_refused !== null],
    listed: [listed.tours.length, listed.meetings.length],
    revoked: [locked.response.status, locked.error?.code],
    board: [board.room_info.name, board.date],
  }),
)
