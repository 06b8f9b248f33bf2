// A client written from the service's list of calls alone: paths, methods and fields, none of the project's code. It
// drives each call once so that it succeeds and once so that it is refused, against a running server with the sample
// event. usage: node second-client.mjs URL ADMIN_PASSWORD MAIL_FOLDER TODAY
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const [url, adminPassword, mailFolder, today] = process.argv.slice(2)
let calls = 0

/** A browser: it keeps cookies, and repeats the csrf cookie in a header. */
function browser() {
  const jar = new Map()
  return async (expected, method, path, body) => {
    const headers = { cookie: [...jar].map((pair) => pair.join('=')).join('; ') }
    if (body !== undefined) headers['content-type'] = 'application/json'
    if (jar.has('csrftoken')) headers['x-csrftoken'] = jar.get('csrftoken')
    const answer = await fetch(url + path, {
      method,
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    for (const cookie of answer.headers.getSetCookie()) jar.set(...cookie.split(';')[0].split('='))
    const isJson = answer.headers.get('content-type')?.includes('json')
    const said = isJson ? await answer.json() : Buffer.from(await answer.arrayBuffer())
    if (answer.status !== expected)
      throw new Error(`${method} ${path}: expected ${expected}, got ${answer.status} ${JSON.stringify(said)}`)
    if (expected >= 400 && !(said.code && said.error && said.error === said.message))
      throw new Error(`${method} ${path}: not the shape of a failure: ${JSON.stringify(said)}`)
    calls += 1
    console.log(`${String(expected)} ${method} ${path}`)
    return said
  }
}

function must(holds, what) {
  if (!holds) throw new Error(`not as it should be: ${what}`)
}

/** Waits for the newest mail to an address and reads its sign-up code. */
async function mailedCode(address) {
  for (
    const deadline = Date.now() + 20_000;
    Date.now() < deadline;
    await new Promise((done) => setImmediate(done))
  ) {
    for (const name of existsSync(mailFolder) ? readdirSync(mailFolder) : []) {
      if (!name.endsWith('.eml')) continue
      const mail = readFileSync(join(mailFolder, name), 'latin1')
      if (!mail.includes(address)) continue
      for (const part of mail.split(/\r?\n\r?\n/)) {
        const text = Buffer.from(part.replaceAll(/\s/g, ''), 'base64').toString()
        const code = /인증번호: ([A-Z2-9]{6})/.exec(text)?.[1]
        if (code) return code
      }
    }
  }
  throw new Error(`no code was mailed to ${address}`)
}

const nobody = browser()
const user = browser()
const admin = browser()
const day = (days) => new Date(Date.parse(today) + days * 86_400_000).toISOString().slice(0, 10)

// Sign-up and login.
const email = 'second@client.example'
await nobody(200, 'POST', '/api/user/register/', { email })
await nobody(409, 'POST', '/api/user/register/', { email: 'visitor23456789@fairslot.example' })
const token = await mailedCode(email)
await nobody(400, 'POST', '/api/user/verify-email/', { email, token: 'AAAAAA' })
await nobody(200, 'POST', '/api/user/verify-email/', { email, token })
const profile = {
  email,
  verificationCode: token,
  phone: '01055556666',
  company_name: '두번째',
  position: '대리',
}
await nobody(400, 'POST', '/api/user/complete-registration/', profile)
await nobody(201, 'POST', '/api/user/complete-registration/', { ...profile, name: '둘째 손님' })
await nobody(401, 'POST', '/api/user/login/', { phone: '010-5555-6666', name: '다른 사람' })
const { user_data } = await user(200, 'POST', '/api/user/login/', {
  phone: '010-5555-6666',
  name: '둘째 손님',
})
must(user_data.id > 0 && user_data.phone === '010-5555-6666', 'user_data')

// The visitor's reads.
for (const path of ['event-dates', 'docents', 'rooms', 'my-reservations', 'my-info']) {
  await user(200, 'GET', `/api/user/${path}/`)
  await nobody(401, 'GET', `/api/user/${path}/`)
}
const dates = await user(200, 'GET', '/api/user/event-dates/')
const [docent] = await user(200, 'GET', '/api/user/docents/')
const [room] = await user(200, 'GET', '/api/user/rooms/')
const event_date = dates.find(({ date }) => date === today)
await user(200, 'GET', `/api/user/schedule/?date=${today}`)
await user(404, 'GET', '/api/user/schedule/?date=2001-01-01')
const tours = await user(200, 'GET', `/api/user/available-tours/?date=${today}&docent_id=${docent.id}`)
await user(400, 'GET', '/api/user/available-tours/?date=someday')
const { available_slots } = await user(
  200,
  'GET',
  `/api/user/available-rooms/?date=${today}&room_id=${room.id}`,
)
await user(400, 'GET', '/api/user/available-rooms/?date=someday')

// Booking.
const visitor = { company: '두번째', name: '손님', phone: '010-5555-6666', count: 2 }
const free = tours.filter((slot) => slot.available)
const tour = { available_tour_id: free.at(-1).id, event_date_id: event_date.id, visitor, note: '' }
const { reservation: asked } = await user(201, 'POST', '/api/user/reserve-tour/', tour)
await user(409, 'POST', '/api/user/reserve-tour/', tour)
const meetingOf = (...slots) => ({
  visitor: { ...visitor, title: '회의', manager_name: '담당자' },
  room_id: room.id,
  event_date_id: event_date.id,
  note: '',
  time_slots: slots.map(({ id }) => ({ available_room_id: id, duration: 10 })),
})
await user(400, 'POST', '/api/user/reserve-meeting/', meetingOf(available_slots[0], available_slots[2]))
const { reservation: met } = await user(
  201,
  'POST',
  '/api/user/reserve-meeting/',
  meetingOf(available_slots[0], available_slots[1]),
)

// The administrator signs in and decides.
await admin(401, 'POST', '/api/admin/login/', { name: 'admin', password: 'not the password' })
const welcome = await admin(200, 'POST', '/api/admin/login/', { name: 'admin', password: adminPassword })
must(welcome.message === 'Login successful', 'the words of a login')
for (const path of [
  'tours',
  'dashboard/stats',
  'dashboard',
  'reservations',
  'event-dates',
  'docents',
  'rooms',
  'users',
  'available-tours',
  'available-rooms',
  'settings',
  'admins',
  'my-info',
  'audit',
  'mails',
  'reservations/export',
  'users/export',
  'day-sheet-links',
  'numbers',
  'numbers/export',
]) {
  await admin(200, 'GET', `/api/admin/${path}/`)
  await user(401, 'GET', `/api/admin/${path}/`)
}
const act = (expected, id, type, action, reason) =>
  admin(expected, 'POST', `/api/admin/reservations/${id}/action/`, { type, action, reason })
await act(400, asked.id, 'VIP_TOUR', 'reject', ' ')
await act(200, asked.id, 'VIP_TOUR', 'approve')
await act(409, asked.id, 'VIP_TOUR', 'approve')
await act(200, met.id, 'GROUP_MEETING', 'approve')
const together = { reservation_ids: [asked.id, met.id], action: 'approve' }
const decided = await admin(200, 'POST', '/api/admin/reservations/bulk-action/', together)
must(decided.failed === 2 && decided.results.every(({ error }) => error), 'a result for each of many')
await admin(400, 'POST', '/api/admin/reservations/bulk-action/', { ...together, action: 'reject' })
await admin(200, 'PATCH', `/api/admin/reservations/${asked.id}/visitor/`, {
  type: 'VIP_TOUR',
  visitor: { ...visitor, count: 3 },
})
await admin(400, 'PATCH', `/api/admin/reservations/${asked.id}/visitor/`, {
  type: 'VIP_TOUR',
  visitor: { ...visitor, count: 31 },
})
await admin(200, 'PATCH', `/api/admin/reservations/${asked.id}/note/`, { type: 'VIP_TOUR', note: '메모' })
await admin(404, 'PATCH', `/api/admin/reservations/${asked.id}/note/`, {
  type: 'GROUP_MEETING',
  note: '메모',
})
await admin(200, 'GET', `/api/admin/reservations/${asked.id}/history/`)
await admin(404, 'GET', '/api/admin/reservations/999999/history/')

// The administrator books for a visitor at the desk.
const walkIn = { ...tour, available_tour_id: free.at(-2).id, user_id: user_data.id }
const { reservation: atDesk } = await admin(201, 'POST', '/api/admin/reserve-tour/', walkIn)
must(atDesk.status === 'APPROVED', 'a walk-in is approved at once')
await admin(409, 'POST', '/api/admin/reserve-tour/', walkIn)
const walkInMeeting = { ...meetingOf(available_slots[3], available_slots[4]), user_id: user_data.id }
await admin(201, 'POST', '/api/admin/reserve-meeting/', walkInMeeting)
await admin(400, 'POST', '/api/admin/reserve-meeting/', { ...walkInMeeting, user_id: 999_999 })

// A docent's day sheet, and a link to it for a phone without an account.
await admin(200, 'GET', `/api/admin/day-sheets/?date=${today}&docent_id=${docent.id}`)
await admin(404, 'GET', `/api/admin/day-sheets/?date=${today}&docent_id=999999`)
const sharing = { type: 'tour', resource_id: docent.id, date: today }
const shared = await admin(201, 'POST', '/api/admin/day-sheet-links/', sharing)
await admin(400, 'POST', '/api/admin/day-sheet-links/', { ...sharing, resource_id: 999_999 })
const sheetPath = `/api/public/day-sheets/${shared.url.split('/').at(-1)}/`
const { sheet } = await nobody(200, 'GET', sheetPath)
must(
  sheet.entries.some(({ id }) => id === asked.id),
  'what was approved stands on the sheet',
)
await admin(200, 'DELETE', `/api/admin/day-sheet-links/${shared.link.id}/`)
await admin(404, 'DELETE', `/api/admin/day-sheet-links/${shared.link.id}/`)
await nobody(404, 'GET', sheetPath)
await admin(400, 'GET', '/api/admin/numbers/?start_date=2026-11-21&end_date=2026-11-20')

const entry = `/api/user/my-reservations/${asked.id}/calendar/`
must(String(await user(200, 'GET', entry)).startsWith('BEGIN:VCALENDAR'), 'a calendar file')

// The visitor changes plans.
const cancel = { reservation_type: 'VIP_TOUR', cancel_note: '일정 변경' }
await user(200, 'POST', `/api/user/cancel-reservation/${asked.id}/`, cancel)
await user(409, 'POST', `/api/user/cancel-reservation/${asked.id}/`, cancel)
await user(409, 'GET', entry)
await act(200, asked.id, 'VIP_TOUR', 'approve_cancellation')
await user(400, 'POST', `/api/user/meeting-feedback/${met.id}/`, { feedback: ' ' })
const { reservation: ended } = await user(200, 'POST', `/api/user/meeting-completed/${met.id}/`)
must(ended.status === 'COMPLETED' && Date.parse(ended.ended_at) > 0, 'when a meeting has ended')
await user(409, 'POST', `/api/user/meeting-completed/${met.id}/`)
await user(200, 'POST', `/api/user/meeting-feedback/${met.id}/`, { feedback: '좋았습니다.' })

// The boards.
await nobody(200, 'GET', '/api/display/rooms/')
await nobody(200, 'GET', `/api/display/rooms/${room.id}/`)
const missing = await nobody(404, 'GET', '/api/display/rooms/999999/')
must(missing.code === 'room_not_found', 'the code of an unknown room')
await nobody(405, 'POST', '/api/display/rooms/', {})
await nobody(200, 'GET', '/api/public/info/')

// Dates.
await admin(201, 'POST', '/api/admin/event-dates/', { date: day(30) })
await admin(409, 'POST', '/api/admin/event-dates/', { date: day(30) })
await admin(201, 'POST', '/api/admin/event-dates/bulk/', { start_date: day(40), end_date: day(42) })
await admin(400, 'POST', '/api/admin/event-dates/bulk/', { start_date: day(42), end_date: day(40) })
await admin(200, 'DELETE', '/api/admin/event-dates/', { date: day(30) })
await admin(400, 'DELETE', '/api/admin/event-dates/', {})
await admin(200, 'DELETE', '/api/admin/event-dates/bulk/', { dates: [day(40)] })
await admin(400, 'DELETE', '/api/admin/event-dates/bulk/', { dates: [] })
const far = (await admin(200, 'GET', '/api/admin/event-dates/')).find(({ date }) => date === day(41))

// Docents, rooms and their times.
for (const { kind, single, made, key } of [
  {
    kind: 'docents',
    single: 'docent',
    made: { name: '새 도슨트', language: '한국어', start_point: '입구', is_vip: false, is_vvip: true },
    key: 'docent_id',
  },
  {
    kind: 'rooms',
    single: 'room',
    made: { name: '새 방', size: 5, floor: 3, is_vip: false, is_vvip: false },
    key: 'room_id',
  },
]) {
  const { [single]: place } = await admin(201, 'POST', `/api/admin/${kind}/`, made)
  await admin(400, 'POST', `/api/admin/${kind}/`, { ...made, name: '' })
  await admin(200, 'PUT', `/api/admin/${kind}/${place.id}/`, { ...made, name: '고친 이름' })
  await admin(404, 'PUT', `/api/admin/${kind}/999999/`, made)
  const times = `/api/admin/available-${kind === 'docents' ? 'tours' : 'rooms'}/`
  const plan = {
    [key]: place.id,
    event_date_id: far.id,
    start_time: '09:00',
    end_time: '10:00',
    interval_minutes: 30,
    duration: 30,
  }
  must((await admin(201, 'POST', times, plan)).created === 3, 'three times made')
  await admin(400, 'POST', times, { ...plan, end_time: '08:00' })
  const slots = await admin(200, 'GET', `${times}?${key}=${place.id}`)
  await admin(200, 'PATCH', times, { time_slot_ids: [slots[0].id], action: 'lock' })
  await admin(400, 'PATCH', times, { time_slot_ids: [], action: 'lock' })
  const bulk = { type: kind === 'docents' ? 'tour' : 'room', resource_id: place.id, date: null }
  await admin(200, 'PATCH', '/api/admin/bulk-availability/', { ...bulk, action: 'unlock' })
  await admin(400, 'PATCH', '/api/admin/bulk-availability/', { ...bulk, action: 'paint' })
  await admin(200, 'DELETE', `${times}${slots[0].id}/`)
  await admin(404, 'DELETE', `${times}${slots[0].id}/`)
  if (kind === 'docents') {
    const one = { docent_id: place.id, event_date_id: far.id, time: '11:00', duration: 25 }
    await admin(201, 'POST', `${times}single/`, one)
    await admin(409, 'POST', `${times}single/`, one)
  }
  await admin(200, 'DELETE', `${times}?${key}=${place.id}&date=${far.date}`)
  await admin(400, 'DELETE', `${times}?${key}=somebody`)
  await admin(200, 'DELETE', `/api/admin/${kind}/${place.id}/`)
  await admin(404, 'DELETE', `/api/admin/${kind}/${place.id}/`)
  const { [single]: other } = await admin(201, 'POST', `/api/admin/${kind}/`, made)
  await admin(200, 'DELETE', `/api/admin/${kind}/`, { [`${single}_ids`]: [other.id] })
  await admin(400, 'DELETE', `/api/admin/${kind}/`, { [`${single}_ids`]: [] })
}

// Members.
const { results } = await admin(200, 'GET', '/api/admin/users/?search=둘째&page=1&user_filter=all')
must(results.length === 1, 'the member found by name')
await admin(200, 'GET', `/api/admin/users/${results[0].id}/`)
await admin(404, 'GET', '/api/admin/users/999999/')
await admin(200, 'PUT', `/api/admin/users/${results[0].id}/`, { ...results[0], is_vvip: true })
await admin(409, 'PUT', `/api/admin/users/${results[0].id}/`, { ...results[0], expected: results[0] })
await admin(400, 'PUT', `/api/admin/users/${results[0].id}/`, { ...results[0], phone: '02-123-4567' })
const members = (await admin(200, 'GET', '/api/admin/users/?page=2')).results
await admin(200, 'DELETE', `/api/admin/users/${members[0].id}/`)
await admin(404, 'DELETE', `/api/admin/users/${members[0].id}/`)
await admin(200, 'DELETE', '/api/admin/users/', { user_ids: [members[1].id] })
await admin(400, 'DELETE', '/api/admin/users/', { user_ids: [] })

// Settings, accounts, mails.
const settings = await admin(200, 'GET', '/api/admin/settings/')
await admin(200, 'PUT', '/api/admin/settings/', { ...settings, event_name: '두번째 행사' })
await admin(400, 'PUT', '/api/admin/settings/', { ...settings, contact_email: 'nowhere' })
const { admin: colleague } = await admin(201, 'POST', '/api/admin/admins/', {
  name: '동료',
  password: 'another long password',
})
await admin(400, 'POST', '/api/admin/admins/', { name: '동료 2', password: 'short' })
await admin(200, 'DELETE', `/api/admin/admins/${colleague.id}/`)
await admin(404, 'DELETE', `/api/admin/admins/${colleague.id}/`)
await admin(200, 'POST', '/api/admin/password/', {
  current_password: adminPassword,
  new_password: 'a new long password',
})
await admin(400, 'POST', '/api/admin/password/', {
  current_password: 'wrong',
  new_password: 'a new long password',
})
await admin(404, 'POST', '/api/admin/mails/999999/resend/')
await admin(201, 'POST', '/api/admin/mails/test/', { to: 'desk@client.example' })
await admin(400, 'POST', '/api/admin/mails/test/', { to: 'nowhere' })

// The way out.
await user(200, 'POST', '/api/user/logout/')
await user(401, 'POST', '/api/user/logout/')
await admin(200, 'DELETE', '/api/admin/docents/', { delete_all: true })
await admin(200, 'DELETE', '/api/admin/rooms/', { delete_all: true })
await admin(200, 'DELETE', '/api/admin/event-dates/', { delete_all: true })
await admin(200, 'DELETE', '/api/admin/users/')
await admin(200, 'POST', '/api/admin/logout/')
await admin(401, 'POST', '/api/admin/logout/')
console.log(`${calls} calls answered as expected`)
