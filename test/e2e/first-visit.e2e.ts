import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, signIn, test } from './fixtures.ts'

const MEMBER = { phone: '010-3234-8907', name: '임도현' }

const counted = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../dist/web/.vite/first-visits.json'), 'utf8'),
) as Record<string, string[]>

const OPEN = ['/', '/register', '/admin']
const PERSONAL = ['/dashboard', '/reserve-tour', '/reserve-room', '/reservations', '/profile']

test('what a screen loads until it stands is what its budget counts, and the page announces it', async ({
  page,
}) => {
  // The prefetch for the next screen waits for the page's clock, which stands still.
  await page.clock.install({ time: '2026-11-20T09:00:00+01:00' })
  await page.clock.pauseAt('2026-11-20T09:01:00+01:00')
  let loaded = new Set<string>()
  page.on('request', (request) => {
    const name = new URL(request.url()).pathname.slice(1)
    if (/^assets\/.*\.(js|css)$/.test(name)) loaded.add(name)
  })
  const visit = async (path: string) => {
    // The files that the screen before this one still fetches are no part of the visit.
    await page.goto('/healthz')
    loaded = new Set()
    const answer = await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page).toHaveURL(path)
    expect([...loaded].toSorted(), path).toEqual(counted[path]!.toSorted())
    for (const name of counted[path]!) expect(answer!.headers()['link']).toContain(`</${name}>`)
  }
  for (const path of OPEN) await visit(path)
  await page.clock.resume()
  await signIn(page, MEMBER)
  await page.clock.pauseAt('2099-01-01T00:00:00+01:00')
  for (const path of PERSONAL) await visit(path)
})

test('a first script that does not arrive is said, and fetched again by a press', async ({ page }) => {
  await page.route(/assets\/index-[^/]*\.js$/, (route) => route.abort())
  await page.goto('/')
  const again = page.getByRole('button', { name: '다시 시도' })
  await expect(again).toBeVisible()
  await page.unroute(/assets\/index-[^/]*\.js$/)
  await again.click()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})
