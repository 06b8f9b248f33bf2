import { beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { makeDaySheetLink } from '../../contract/admin/day-sheet-links.ts'
import { adminLogout } from '../../contract/admin/login.ts'
import { addWebhook } from '../../contract/admin/webhooks.ts'
import { logout } from '../../contract/member.ts'
import type { TourReservation } from '../../contract/reservation.ts'
import { TODAY, type Client } from '../../test/app.ts'
import { useEventDate, useTestApp } from '../../test/fixture.ts'
import { makeAdmin, makeVisitor } from '../../test/make.ts'
import { makeReservation } from '../../test/make-reservation.ts'

const app = useTestApp({ webhookAllow: ['127.0.0.0/8'] })
const day = useEventDate(app)
let member: Client
let admin: Client
let id: string

beforeAll(async () => {
  admin = (await makeAdmin(app)).browser
  const made = await makeReservation(app, admin, day, { kind: 'GROUP_MEETING', status: 'APPROVED' })
  member = made.browser
  id = String(made.reservation.id)
})

const isFile = (schema: z.ZodMiniType) => schema instanceof z.ZodMiniFile

const QUERY = `?date=${TODAY}&q=${encodeURIComponent('한빛')}&type=meeting&ids=1&page=1`

async function ask(path: string, jar: Client['jar'], headers = {}) {
  const url = path.replaceAll(/\{\w+\}/g, id)
  const inject = (address: string) =>
    app.server.inject({ url: address, cookies: Object.fromEntries(jar), headers })
  const answer = await inject(url)
  return answer.statusCode === 400 ? inject(url + QUERY) : answer
}

test('no cache stores an answer about persons, and an unchanged one is still short', async () => {
  const reads = app.server.declared.filter(({ method }) => method === 'GET')
  const seen = { personal: 0, unchanged: 0 }
  for (const { path, audience, shared } of reads) {
    const { jar } = audience === 'admin' ? admin : member
    const answer = await ask(path, jar)
    const said = { path, rule: answer.headers['cache-control'] }
    const isShared = shared && answer.statusCode === 200
    expect(said).toEqual({ path, rule: isShared ? 'no-cache' : 'no-store' })
    if (answer.statusCode !== 200) continue
    if (!isShared) seen.personal += 1
    const { etag } = answer.headers
    if (!etag) continue
    const again = await ask(path, jar, { 'if-none-match': etag })
    if (again.statusCode === 304) seen.unchanged += 1
    expect({ path, rule: again.headers['cache-control'] }).toEqual(said)
  }
  expect(seen.personal).toBeGreaterThan(60)
  expect(seen.unchanged).toBeGreaterThan(60)
})

test.each([
  '/api/user/schedule/',
  '/api/user/available-tours/',
  '/api/user/available-rooms/',
  '/api/display/rooms/',
])('%s is polled and names no visitor, so a cache may keep it and ask again', async (path) => {
  const answer = await ask(`${path}?date=${TODAY}&docent_id=1&room_id=1`, member.jar)
  expect([answer.statusCode, answer.headers['cache-control']]).toEqual([200, 'no-cache'])
})

// A new secret each time.
const NEVER_THE_SAME = ['/api/admin/second-factor/offer/']

test('every answer in JSON has a strong ETag, and is 304 to who has it: a new call may need an address here', async () => {
  const { reservation } = await makeReservation(app, admin, day)
  const docent = (reservation as TourReservation).available_tour.docent.id
  const { url } = await admin.ok(makeDaySheetLink, { body: { type: 'tour', resource_id: docent! } })
  const webhook = {
    name: '문자',
    url: 'https://127.0.0.1/',
    events: ['reservation.created' as const],
    is_on: true,
  }
  const { id: hook } = (await admin.ok(addWebhook, { body: webhook })).webhook
  const addressOf: Record<string, string> = {
    '/api/admin/users/tier-impact/': '?ids=1&tier=vip',
    '/api/admin/mails/resent/': `?at=${TODAY}T08:00:00Z`,
    '/api/admin/docents/{id}/impact/': `/api/admin/docents/${docent}/impact/`,
    '/api/admin/docents/{id}/told/': `/api/admin/docents/${docent}/told/`,
    '/api/admin/slots/times/': '?kind=tour',
    '/api/user/available-tours/': `?date=${TODAY}&docent_id=1`,
    '/api/user/available-rooms/': `?date=${TODAY}&room_id=1`,
    '/api/admin/arrivals/find/': '?code=ABCDEF',
    '/api/admin/waitlist/': '?user=1',
    '/api/public/day-sheets/{token}/': `/api/public/day-sheets/${url.split('/').at(-1)}/`,
    '/api/admin/webhooks/{id}/deliveries/': `/api/admin/webhooks/${hook}/deliveries/`,
  }
  const addressed = (path: string) => {
    const address = addressOf[path] ?? ''
    return address.startsWith('/') ? address : path + address
  }
  const reads = app.server.declared.filter(({ method, response }) => method === 'GET' && !isFile(response))
  const others: string[] = []
  for (const { path, audience } of reads) {
    const { jar } = audience === 'admin' ? admin : member
    const answer = await ask(addressed(path), jar)
    const { etag } = answer.headers
    const again = await ask(addressed(path), jar, { 'if-none-match': etag ?? '' })
    if (answer.statusCode === 200 && /^"[\w-]+"$/.test(etag ?? '') && again.statusCode === 304) continue
    others.push(`${path} ${answer.statusCode} ${etag} ${again.statusCode}`)
  }
  expect(others).toEqual(NEVER_THE_SAME.map((path) => expect.stringContaining(path) as string))
})

test('a logout empties the browser’s cache: a member’s and an administrator’s', async () => {
  const [{ browser: visitor }, { browser: desk }] = [await makeVisitor(app), await makeAdmin(app)]
  for (const answer of [await visitor.send(logout, {}), await desk.send(adminLogout, {})])
    expect([answer.statusCode, answer.headers['clear-site-data']]).toEqual([200, '"cache"'])
})
