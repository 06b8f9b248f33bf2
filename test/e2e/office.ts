import { request, type APIRequestContext } from '@playwright/test'
import { ADMIN_PASSWORD } from '../server-process.ts'
import { expect } from './fixtures.ts'
import type { Mailbox } from './mailbox.ts'

type Shop = { url: string; mailbox: Mailbox }

/** Calls as one person makes them; each must succeed. */
function callsOf(context: APIRequestContext, csrf = '') {
  return async <Answer>(method: string, path: string, data?: object): Promise<Answer> => {
    const answer = await context.fetch(path, {
      method,
      headers: { 'X-CSRFToken': csrf },
      ...(data && { data }),
    })
    expect(answer.ok(), `${method} ${path} ${await answer.text()}`).toBe(true)
    return (await answer.json()) as Answer
  }
}

/** Another administrator, who works without a screen. */
export async function openOffice(url: string, name = 'admin', password = ADMIN_PASSWORD) {
  const context = await request.newContext({ baseURL: url })
  await context.post('/api/admin/login/', { data: { name, password } })
  const { cookies } = await context.storageState()
  return callsOf(context, cookies.find((cookie) => cookie.name === 'csrftoken')!.value)
}

export type Person = {
  id: number
  name: string
  email: string
  phone: string
  company_name: string
  position: string
  is_vip: boolean
  is_vvip: boolean
}

/** Somebody who has signed up, and their calls. `tail` are the last eight digits of the phone. */
export async function joinAs(shop: Shop, name: string, tail: string, company_name = '별빛상사') {
  const phone = `010${tail}`
  const email = `joined-${tail}@example.com`
  const call = callsOf(await request.newContext({ baseURL: shop.url }))
  await call('POST', '/api/user/register/', { email })
  const mail = await shop.mailbox.receive(email, '인증번호')
  const verificationCode = /^인증번호: (\S+)$/m.exec(mail.text!)![1]!
  const profile = { name, phone, company_name, position: '과장' }
  await call('POST', '/api/user/complete-registration/', { email, verificationCode, ...profile })
  const { user_data: person } = await call<{ user_data: Person }>('POST', '/api/user/login/', { phone, name })
  return { person, call }
}

type Call = Awaited<ReturnType<typeof joinAs>>['call']
type Named = { id: number; name: string }
type Slot = { id: number; time: string }

/** Asks for a tour with Emma Wilson on the last sample day. */
export async function askForTour(call: Call, time: string) {
  const date = '2026-11-23'
  const days = await call<{ id: number; date: string }[]>('GET', '/api/user/event-dates/')
  const docents = await call<Named[]>('GET', '/api/user/docents/')
  const docent = docents.find(({ name }) => name === 'Emma Wilson')!
  const path = `/api/user/available-tours/?date=${date}&docent_id=${docent.id}`
  const slot = (await call<Slot[]>('GET', path)).find((each) => each.time === time)!
  await call('POST', '/api/user/reserve-tour/', {
    available_tour_id: slot.id,
    event_date_id: days.find((day) => day.date === date)!.id,
    visitor: { company: '별빛상사', name: '이도경', phone: '010-5555-0000', count: 2 },
    note: '',
  })
}
