import { request, type APIRequestContext } from '@playwright/test'
import type { Member } from '../../contract/member.ts'
import type { Role } from '../../domain/role.ts'
import { ADMIN_PASSWORD, query } from '../server-process.ts'
import type { Mailbox } from './mailbox.ts'
import { expect } from './fixtures.ts'

type App = { url: string; mailbox: Mailbox }
export type Answer = { id: number; type: string }
type Made = Record<string, { id: number }>

let people = 0

/** Calls as one person makes them; each must succeed. */
function callsOf(context: APIRequestContext, csrf = '') {
  const call = async (method: string, path: string, data?: object) => {
    const answer = await context.fetch(path, {
      method,
      // The service closes a connection that has done nothing for seconds, and a slow machine hears of it late.
      maxRetries: 1,
      headers: { 'X-CSRFToken': csrf },
      ...(data && { data }),
    })
    expect(answer.ok(), `${method} ${path} ${await answer.text()}`).toBe(true)
    return (await answer.json()) as unknown
  }
  return {
    get: <T>(path: string) => call('GET', path) as Promise<T>,
    post: <T = Made>(path: string, data: object = {}) => call('POST', path, data) as Promise<T>,
    put: (path: string, data: object) => call('PUT', path, data),
    patch: (path: string, data: object) => call('PATCH', path, data),
    remove: (path: string, data?: object) => call('DELETE', path, data),
  }
}

/** An administrator who works without a screen. */
export async function openDesk(app: App, name = 'admin', password = ADMIN_PASSWORD) {
  const context = await request.newContext({ baseURL: app.url })
  await context.post('/api/admin/login/', { data: { name, password } })
  const { cookies } = await context.storageState()
  const calls = callsOf(context, cookies.find(({ name }) => name === 'csrftoken')!.value)
  return {
    ...calls,
    decide: ({ id, type }: Answer, action: string, reason: string | null = null) =>
      calls.post(`/api/admin/reservations/${id}/action/`, { type, action, reason }),
  }
}

/** Another administrator, who has replaced the first password; the account goes with `leave`. */
export async function addColleague(app: App, name: string, role: Role = 'owner') {
  const desk = await openDesk(app)
  const password = 'Chosen by another'
  const { admin } = await desk.post('/api/admin/admins/', { name, password, role })
  const replaced = { current_password: password, new_password: ADMIN_PASSWORD }
  const theirs = await openDesk(app, name, password)
  await theirs.post('/api/admin/password/', replaced)
  await theirs.post('/api/admin/logout/')
  return { leave: () => desk.remove(`/api/admin/admins/${admin!.id}/`) }
}

/** One who works without a screen. */
export async function openColleague(app: App, name: string) {
  const { leave } = await addColleague(app, name)
  return { ...(await openDesk(app, name)), leave }
}

export type Desk = Awaited<ReturnType<typeof openDesk>>

/** A member who has just signed up, and their calls. */
export async function makeNewcomer(
  app: App,
  { name = `손님 ${people + 1}`, company_name = '한빛전자' } = {},
) {
  people += 1
  const phone = `010-6000-${String(people).padStart(4, '0')}`
  const email = `guest-${people}@example.com`
  const context = await request.newContext({ baseURL: app.url })
  const calls = callsOf(context)
  await calls.post('/api/user/register/', { email })
  const mail = await app.mailbox.receive(email, '인증번호')
  const verificationCode = /^인증번호: (\S+)$/m.exec(mail.text!)![1]!
  const profile = { name, phone, company_name, position: '과장' }
  await calls.post('/api/user/complete-registration/', { email, verificationCode, ...profile })
  const { user_data } = await calls.post<{ user_data: Member }>('/api/user/login/', { phone, name })
  return { ...calls, name, phone, email, member: user_data }
}

export type Newcomer = Awaited<ReturnType<typeof makeNewcomer>>

/** A docent and a room of the test's own, with times on a day. */
export async function makePlaces(desk: Desk, date: string) {
  const days = await desk.get<{ id: number; date: string }[]>('/api/admin/event-dates/')
  const event_date_id = days.find((day) => day.date === date)!.id
  const tier = { is_vip: false, is_vvip: false }
  const docent = { name: '도슨트 정해인', language: '한국어', start_point: '3층 입구', ...tier }
  const docent_id = (await desk.post('/api/admin/docents/', docent))['docent']!.id
  const room = { name: '미팅룸 하늘', floor: 3, size: 8, ...tier }
  const room_id = (await desk.post('/api/admin/rooms/', room))['room']!.id
  const times = { event_date_id, start_time: '17:00', end_time: '20:00' }
  const of = (slots: number) => ({ ...times, interval_minutes: slots, duration: slots })
  await desk.post('/api/admin/available-tours/', { docent_id, ...of(30) })
  await desk.post('/api/admin/available-rooms/', { room_id, ...of(10) })
  return { date, event_date_id, docent_id, room_id }
}

type Places = Awaited<ReturnType<typeof makePlaces>>
type Slot = { id: number; time: string }

const visitor = { company: '한빛전자', name: '박지민', phone: '010-2345-6789', count: 2 }

/** Asks for a tour of half an hour. */
export async function askForTour(who: Newcomer, at: Places, time: string): Promise<Answer> {
  const { date, docent_id, event_date_id } = at
  const slots = await who.get<Slot[]>(`/api/user/available-tours/?date=${date}&docent_id=${docent_id}`)
  const available_tour_id = slots.find((slot) => slot.time === time)!.id
  const body = { available_tour_id, event_date_id, visitor, note: '' }
  return (await who.post<{ reservation: Answer }>('/api/user/reserve-tour/', body)).reservation
}

/** Asks for a meeting of ten minutes. */
export async function askForMeeting(
  who: Newcomer,
  at: Places,
  time: string,
  title: string,
  name = visitor.name,
): Promise<Answer> {
  const { date, room_id, event_date_id } = at
  const path = `/api/user/available-rooms/?date=${date}&room_id=${room_id}`
  const { all_slots } = await who.get<{ all_slots: Slot[] }>(path)
  const time_slots = [{ available_room_id: all_slots.find((slot) => slot.time === time)!.id, duration: 10 }]
  const party = { ...visitor, name, title, manager_name: '김도윤' }
  const body = { room_id, event_date_id, visitor: party, note: '', time_slots }
  return (await who.post<{ reservation: Answer }>('/api/user/reserve-meeting/', body)).reservation
}

/** Asks for the cancellation of an approved reservation. */
export const askToCancel = (who: Newcomer, { id, type }: Answer, cancel_note: string) =>
  who.post(`/api/user/cancel-reservation/${id}/`, { reservation_type: type, cancel_note })

/** The server's clock stays in the morning, so this is late for it too. */
export const beginEarlier = ({ dataDir }: { dataDir: string }, { id }: { id: number }) =>
  query(dataDir, `update reservations set starts_at = starts_at - interval '9.5 hours' where id = ${id}`)

/** Sends at once what waits for the end of the time in which an approval can be undone. */
export const skipUndoTime = ({ dataDir }: { dataDir: string }) =>
  query(
    dataDir,
    `with mail as (update mails set not_before = '-infinity' where status = 'queued'),
       delivery as (update webhook_deliveries set not_before = '-infinity' where status = 'queued')
     update pushes set not_before = '-infinity' where status = 'queued'`,
  )
