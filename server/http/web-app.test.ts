import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, brotliCompressSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { useTestApp } from '../../test/fixture.ts'

const SCREEN = '<!doctype html><title>Fairslot</title>'
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
  for (const path of ['/../package.json', '/assets/../../package.json', '/%2e%2e/package.json'])
    expect((await get(path)).body).not.toContain('fairslot')
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
