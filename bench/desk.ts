// How quickly does an administrator's screen answer a press, on a day of 600 reservations and a computer four times as
// slow as this one, as a multiple of a press that does nothing?
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { chromium, type Page } from '@playwright/test'
import { fillBusyDay } from './busy-day.ts'
import { DESK_SCREENS, type DeskScreen, type Interaction } from './desk-screens.ts'
import { printRatios, secondsAsked, type Load } from './load.ts'
import { openBenchServer } from './bench-server.ts'

const SLOWER = 4
const ROOT = join(import.meta.dirname, '..')
const FLAGS = [
  '--no-sandbox',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]
const ADMIN = { name: 'admin', password: 'a long enough password' }

/** Run in the page: notes how long it took from each press to the next picture. */
const WATCH = `
  globalThis.presses = []
  const watch = new PerformanceObserver((list) => note(list.getEntries()))
  const note = (entries) => {
    for (const { interactionId, duration } of entries) if (interactionId) presses.push(duration)
  }
  watch.observe({ type: 'event', durationThreshold: 16 })
  globalThis.takePresses = async () => {
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))
    await new Promise((idle) => requestIdleCallback(idle, { timeout: 2_000 }))
    note(watch.takeRecords())
    return presses.splice(0)
  }
`
// Browsers tell of nothing shorter than a frame.
const FRAME = 16

const script = async <Module>(name: string) =>
  (await import(pathToFileURL(join(ROOT, 'scripts', name)).href)) as Module
const { ensureChromium } = await script<{ ensureChromium: () => Promise<string> }>('browser.mjs')
const { ensureWebBuilt } = await script<{ ensureWebBuilt: () => Promise<void> }>('build-web.mjs')

const seconds = secondsAsked()
await ensureWebBuilt()
const server = await openBenchServer({ webRoot: join(ROOT, 'dist/web'), admin: ADMIN })
const browser = await chromium.launch({ executablePath: await ensureChromium(), args: FLAGS })
try {
  await fillBusyDay(server.db)
  const page = await browser.newPage({ baseURL: server.origin, viewport: { width: 1440, height: 900 } })
  await signIn(page)
  const slowed = await page.context().newCDPSession(page)
  await slowed.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
  for (const screen of DESK_SCREENS) await measureScreen(page, screen)
} finally {
  await browser.close()
  await server.close()
}

async function signIn(page: Page) {
  await page.goto('/admin')
  await page.getByLabel('아이디').fill(ADMIN.name)
  await page.getByLabel('비밀번호').fill(ADMIN.password)
  await page.getByRole('button', { name: '로그인' }).click()
  await page.waitForURL('**/admin/dashboard')
}

async function measureScreen(page: Page, { name, path, ready, interactions }: DeskScreen) {
  await page.goto(path)
  await page.locator(ready).waitFor()
  await page.evaluate(WATCH)
  const nothing: Interaction = {
    name: 'a press that does nothing',
    act: (on) => on.getByRole('heading', { level: 1 }).click(),
  }
  const rows = []
  for (const interaction of [nothing, ...interactions])
    rows.push({ name: `${name}: ${interaction.name}`, load: await measure(page, interaction) })
  printRatios(
    `From a press to the next picture of the ${name}, ${SLOWER} times slower, ${seconds} s each`,
    rows,
  )
}

async function measure(page: Page, { before, act, after }: Interaction): Promise<Load> {
  const times: number[] = []
  const start = performance.now()
  for (let round = 0; round === 0 || performance.now() - start < seconds * 1000; round += 1) {
    await before?.(page, round)
    await page.evaluate('takePresses()')
    await act(page, round)
    times.push(Math.max(FRAME, ...(await page.evaluate<number[]>('takePresses()'))))
    await after?.(page, round)
  }
  times.sort((a, b) => a - b)
  const at = (share: number) => times[Math.floor((times.length - 1) * share)]!
  const mean = times.reduce((sum, time) => sum + time, 0) / times.length
  return { perSecond: 1_000 / mean, median: at(0.5), p99: at(0.99), statuses: new Map() }
}
