import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { startTestApp } from '../../test/app.ts'
import { useTestApp } from '../../test/fixture.ts'
import { makeRoom } from '../../test/make.ts'

const FAIR = 'https://fair.example.com'
const webRoot = mkdtempSync(join(tmpdir(), 'fairslot-web-'))
writeFileSync(join(webRoot, 'index.html'), '<!doctype html><title>Fairslot</title>')
afterAll(() => rmSync(webRoot, { recursive: true }))

const app = useTestApp({ webRoot, embedOrigins: [FAIR] })
const read = (url: string, origin?: string, method: 'GET' | 'OPTIONS' = 'GET') =>
  app.server.inject({ method, url, headers: origin === undefined ? {} : { origin } })
const framersOf = async (url: string) =>
  /frame-ancestors ([^;]*)$/.exec(String((await read(url)).headers['content-security-policy']))![1]

describe('a site in EMBED_ORIGINS', () => {
  test.each(['/event', '/event?from=fair', '/display', '/display/', '/display/room/7?key=1'])(
    'may frame %s',
    async (page) => expect(await framersOf(page)).toBe(`'self' ${FAIR}`),
  )

  test.each(['/', '/dashboard', '/events', '/admin/dashboard', '/day-sheet/abc', '/api/docs', '/displayed'])(
    'may not frame %s',
    async (page) => expect(await framersOf(page)).toBe("'none'"),
  )

  test('reads the free times of event, rooms and one room, also again with the tag that it has', async () => {
    const room = await makeRoom(app.db)
    for (const url of [
      '/api/public/event/',
      '/api/public/event',
      '/api/display/rooms/',
      `/api/display/rooms/${room.id}/`,
    ]) {
      const asked = await read(url, FAIR, 'OPTIONS')
      expect(asked.statusCode, url).toBe(204)
      expect(asked.headers).toMatchObject({
        'access-control-allow-origin': FAIR,
        'access-control-allow-methods': 'GET',
        'access-control-allow-headers': 'if-none-match',
      })
      const { headers } = await read(url, FAIR)
      expect(headers).toMatchObject({ 'access-control-allow-origin': FAIR })
      expect([headers.vary].flat().join()).toContain('origin')
      expect(headers).not.toHaveProperty('access-control-allow-credentials')
    }
  })

  test.each([
    '/api/public/info/',
    '/api/public/events/',
    '/api/user/schedule/',
    '/api/public/screens/',
    '/api/admin/users/',
  ])('reads nothing else: %s', async (url) =>
    expect((await read(url, FAIR)).headers).not.toHaveProperty('access-control-allow-origin'),
  )
})

test('another site reads nothing, and no cache gives it what a listed site was given', async () => {
  for (const origin of ['https://evil.example.com', `${FAIR}.evil.com`, 'null', undefined]) {
    const { headers } = await read('/api/display/rooms/', origin)
    expect(headers).not.toHaveProperty('access-control-allow-origin')
    expect([headers.vary].flat().join()).toContain('origin')
  }
  expect((await read('/api/display/rooms/', 'https://evil.example.com', 'OPTIONS')).statusCode).toBe(405)
})

test('without EMBED_ORIGINS nothing is framed or read by others', async () => {
  const closed = await startTestApp({ webRoot })
  const page = await closed.server.inject('/event')
  expect(page.headers['content-security-policy']).toContain("frame-ancestors 'none'")
  const answer = await closed.server.inject({ url: '/api/display/rooms/', headers: { origin: FAIR } })
  expect(answer.headers).not.toHaveProperty('access-control-allow-origin')
  await closed.stop()
})
