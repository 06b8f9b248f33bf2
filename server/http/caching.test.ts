import { beforeAll, expect, test } from 'vitest'
import { adminLogout } from '../../contract/admin/login.ts'
import { logout } from '../../contract/member.ts'
import { TODAY, type Client } from '../../test/app.ts'
import { useEventDate, useTestApp } from '../../test/fixture.ts'
import { makeAdmin, makeVisitor } from '../../test/make.ts'
import { makeReservation } from '../../test/make-reservation.ts'

const app = useTestApp()
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
    // A picture without persons.
    if (String(said.rule).startsWith('public')) continue
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

test('a logout empties the browser’s cache: a member’s and an administrator’s', async () => {
  const [{ browser: visitor }, { browser: desk }] = [await makeVisitor(app), await makeAdmin(app)]
  for (const answer of [await visitor.send(logout, {}), await desk.send(adminLogout, {})])
    expect([answer.statusCode, answer.headers['clear-site-data']]).toEqual([200, '"cache"'])
})
