import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, brotliCompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp } from '../../test/app.ts'
import { useTestApp } from '../../test/fixture.ts'

const SCREEN = '<!doctype html><head><title>Fairslot</title></head><body><div id="app"></div></body>'
const SCRIPT = 'export const answer = 42'

const webRoot = mkdtempSync(join(tmpdir(), 'fairslot-web-'))

beforeAll(async () => {
  mkdirSync(join(webRoot, 'assets'))
  writeFileSync(join(webRoot, 'index.html'), SCREEN)
  writeFileSync(join(webRoot, 'assets/app-1a2b.js'), SCRIPT)
  writeFileSync(join(webRoot, 'service-worker.js'), SCRIPT)
  writeFileSync(join(webRoot, 'manifest.webmanifest'), '{}')
  writeFileSync(join(webRoot, 'assets/app-1a2b.js.br'), brotliCompressSync(SCRIPT))
  mkdirSync(join(webRoot, '.vite'))
  writeFileSync(
    join(webRoot, '.vite/first-visits.json'),
    JSON.stringify({ '/': ['assets/a.css', 'assets/a.js'], '/display/room/:id': ['assets/board.js'] }),
  )
})
afterAll(() => rmSync(webRoot, { recursive: true }))
const app = useTestApp({ webRoot })

const get = (url: string, headers = {}) => app.server.inject({ method: 'GET', url, headers })

test.each(['/', '/dashboard', '/reservations?tab=tours', '/admin', '/nowhere/at/all'])(
  '%s is the web app, asked for anew each time, so that a deployment shows',
  async (path) => {
    const answer = await get(path)
    expect(answer.statusCode).toBe(200)
    expect(answer.body).toBe(SCREEN)
    expect(answer.headers['cache-control']).toBe('no-cache')
    expect(answer.headers['content-type']).toContain('text/html')
  },
)

test.each(['/', '/display', '/display/room/7', '/day-sheet/abc', '/api/docs'])(
  '%s may use nothing of a device but what the product needs',
  async (path) => {
    const policy = String((await get(path)).headers['permissions-policy'])
    expect(policy).toMatch(/geolocation=\(\).*microphone=\(\)/)
    const used = policy.split(', ').filter((part) => !part.endsWith('=()'))
    expect(used).toEqual([
      'camera=(self)',
      'clipboard-write=(self)',
      'fullscreen=(self)',
      'screen-wake-lock=(self)',
    ])
  },
)

test.each([
  ['/display', true],
  ['/display/', true],
  ['/display?page=2', true],
  ['/display/room/7', true],
  ['/day-sheet/abc', true],
  ['/displayed', false],
  ['/', false],
])('%s is kept by no cache and listed by no search engine: %s', async (path, isHidden) => {
  const { headers } = await get(path)
  expect(headers['cache-control']).toBe(isHidden ? 'no-store' : 'no-cache')
  expect(headers['x-robots-tag']).toBe(isHidden ? 'noindex, nofollow' : undefined)
})

test.each(['/', '/display', '/api/docs', '/api/public/info/', '/api/nope', '/assets/gone.js'])(
  '%s runs nothing inline or from elsewhere but one script, is in no frame, and is only what its type says',
  async (path) => {
    const { headers } = await get(path)
    const script = readFileSync(join(import.meta.dirname, '../../web/vite/old-browsers.js'))
    const hash = createHash('sha256').update(script).digest('base64')
    expect(headers['content-security-policy']).toBe(
      `default-src 'self';script-src 'self' 'sha256-${hash}';img-src 'self' data:;object-src 'none';base-uri 'self';form-action 'self';frame-ancestors 'none'`,
    )
    expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' })
    // Over plain HTTP it would make the page unreachable.
    expect(headers).not.toHaveProperty('strict-transport-security')
  },
)

test('over HTTPS a browser comes back by HTTPS alone', async () => {
  const secured = await startTestApp({ publicUrl: 'https://stand.example.com', webRoot })
  for (const url of ['/', '/api/public/info/'])
    expect((await secured.server.inject(url)).headers['strict-transport-security']).toMatch(/max-age=\d{8}/)
  await secured.stop()
})

test('a browser that has the page is told that it is still the same', async () => {
  const { etag } = (await get('/dashboard')).headers
  const again = await get('/dashboard', { 'if-none-match': etag })
  expect(again).toMatchObject({ statusCode: 304, body: '', headers: { etag, 'cache-control': 'no-cache' } })
})

test('the page goes on while it is built anew, and the new one is served as soon as it is there', async () => {
  const file = join(webRoot, 'index.html')
  rmSync(file)
  expect((await get('/dashboard')).body).toBe(SCREEN)
  const next = SCREEN.replace('Fairslot', 'Fairslot 2')
  writeFileSync(file, next)
  // Of a later second, as every other build is.
  utimesSync(file, 2_000_000_000, 2_000_000_000)
  expect((await get('/dashboard')).body).toBe(next)
  writeFileSync(file, SCREEN)
  expect((await get('/')).body).toBe(SCREEN)
})

test.each([
  ['/', '</assets/a.css>; rel=preload; as=style; crossorigin, </assets/a.js>; rel=modulepreload'],
  ['/?from=mail', '</assets/a.css>; rel=preload; as=style; crossorigin, </assets/a.js>; rel=modulepreload'],
  ['/display/room/7', '</assets/board.js>; rel=modulepreload'],
  ['/display/room/7/8', undefined],
  ['/nowhere', undefined],
  ['/assets/app-1a2b.js', undefined],
])('%s announces the files of its screen, so that they come with it', async (path, link) => {
  expect((await get(path)).headers['link']).toBe(link)
  expect((await get(path, { 'accept-encoding': 'br' })).headers['link']).toBe(link)
})

test('a built file is kept for good and comes as it was compressed when it was built', async () => {
  const answer = await get('/assets/app-1a2b.js', { 'accept-encoding': 'gzip, br' })
  expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable')
  expect(answer.headers['content-encoding']).toBe('br')
  expect(brotliDecompressSync(answer.rawPayload).toString()).toBe(SCRIPT)
  expect((await get('/assets/app-1a2b.js')).body).toBe(SCRIPT)
})

test.each([
  ['/service-worker.js', 'application/javascript'],
  ['/manifest.webmanifest', 'application/manifest+json'],
])('%s is asked for anew each time and may be used by the page', async (path, type) => {
  const answer = await get(path)
  expect(answer.statusCode).toBe(200)
  expect(answer.headers['cache-control']).toBe('no-cache')
  expect(answer.headers['content-type']).toContain(type)
  // Neither workers nor manifests have a directive of their own: they fall back on this one.
  expect((await get('/')).headers['content-security-policy']).toMatch(
    /default-src 'self'(?!.*(worker|manifest)-src)/,
  )
})

test.each(['/assets/app-of-yesterday.js', '/assets/gone', '/favicon.ico'])(
  '%s is missing and says so instead of pretending to be the web app',
  async (path) => {
    const answer = await get(path)
    expect(answer.statusCode).toBe(404)
    expect(answer.headers['cache-control']).toBe('no-store')
  },
)

test('files beside the web app are out of reach', async () => {
  const ways = [
    '/../package.json',
    '/assets/../../package.json',
    '/%2e%2e/package.json',
    '/..%2fpackage.json',
  ]
  for (const path of [...ways, '/assets/app%00.js']) {
    const answer = await get(path)
    expect(answer.statusCode, path).toBe(404)
    expect(answer.body).not.toContain('fairslot')
  }
})

test('a screen is not to be posted to', async () => {
  expect((await app.server.inject({ method: 'POST', url: '/dashboard' })).statusCode).toBe(404)
})

test.each([
  ['GET', '/api/nope', 404],
  ['GET', '/api/', 404],
  ['HEAD', '/api/nope', 404],
  ['GET', '/api/user/login/', 405],
  ['GET', '//', 404],
  ['GET', '/foo//', 404],
  ['GET', '/%00', 404],
] as const)(
  '%s %s is not the web app where it cannot be, nor a failure of ours',
  async (method, url, status) => {
    const answer = await app.server.inject({ method, url })
    expect(answer.statusCode).toBe(status)
    expect(answer.headers['content-type']).toContain('application/json')
  },
)

describe('on a copy for a rehearsal', () => {
  const copy = useTestApp({ webRoot, rehearsalCopy: true })

  test.each(['/', '/?from=mail', '/dashboard', '/display/room/7', '/day-sheet/token', '/admin/settings'])(
    '%s says that nothing there is real, without a script or a style of its own',
    async (url) => {
      const { body, headers } = await copy.server.inject({ method: 'GET', url })
      expect(body).toMatch(
        /<aside class="[^"]*" aria-label="리허설">리허설 · 실제 예약이 아닙니다<\/aside><div id="app">/,
      )
      expect(body).not.toMatch(/<script|<style|style=/)
      expect(headers).toMatchObject({
        'content-type': 'text/html; charset=utf-8',
        'cache-control': /^\/(display|day-sheet)/.test(url) ? 'no-store' : 'no-cache',
      })
      const styles = await copy.server.inject(/href="([^"]+)"/.exec(body)![1]!)
      expect(styles).toMatchObject({
        statusCode: 200,
        headers: { 'content-type': expect.stringContaining('text/css') },
      })
    },
  )
})
