import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { chromium, type Page } from '@playwright/test'
import type { Group } from '../harness/bench.ts'
import { middle, type Row } from '../harness/sample.ts'
import { ADMIN } from '../harness/serve.ts'
import { DESK_SCREENS, type DeskScreen, type Interaction } from './desk-screens.ts'

const SLOWER = 4
const FLAGS = [
  '--no-sandbox',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

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

/**
 * From a press to the next picture of an administrator's screen, on a full day of a hundred times the data and a computer
 * four times slower than this one. It needs the checkout's web app to be built.
 */
export const desk: Group = {
  name: 'desk',
  async rows(bench) {
    const scripts = pathToFileURL(join(import.meta.dirname, '../../scripts/browser.mjs')).href
    const { ensureChromium } = (await import(scripts)) as { ensureChromium: () => Promise<string> }
    const event = await bench.large()
    const browser = await chromium.launch({ executablePath: await ensureChromium(), args: FLAGS })
    try {
      const page = await browser.newPage({
        baseURL: event.service.origin,
        viewport: { width: 1440, height: 900 },
      })
      await signIn(page)
      const slowed = await page.context().newCDPSession(page)
      await slowed.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
      const rows: Row[] = []
      for (const screen of DESK_SCREENS) rows.push(...(await measureScreen(page, screen, bench.seconds)))
      return rows
    } finally {
      await browser.close()
    }
  },
}

async function signIn(page: Page) {
  await page.goto('/admin')
  await page.getByLabel('아이디').fill(ADMIN.name)
  await page.getByLabel('비밀번호').fill(ADMIN.password)
  await page.getByRole('button', { name: '로그인' }).click()
  await page.waitForURL('**/admin/dashboard')
}

async function measureScreen(
  page: Page,
  { name, path, ready, interactions }: DeskScreen,
  seconds: number,
): Promise<Row[]> {
  await page.goto(path)
  await page.locator(ready).waitFor()
  await page.evaluate(WATCH)
  const nothing: Interaction = {
    name: 'a press that does nothing',
    act: (on) => on.getByRole('heading', { level: 1 }).click(),
  }
  const rows: Row[] = []
  for (const interaction of [nothing, ...interactions]) {
    const times = await measure(page, interaction, seconds)
    rows.push({
      group: 'desk',
      name: `${name}: ${interaction.name}`,
      unit: 'ms',
      value: middle(times),
      spread: [Math.min(...times), Math.max(...times)],
    })
  }
  return rows
}

async function measure(page: Page, { before, act, after }: Interaction, seconds: number): Promise<number[]> {
  const times: number[] = []
  const start = performance.now()
  for (let round = 0; round === 0 || performance.now() - start < seconds * 1000; round += 1) {
    await before?.(page, round)
    await page.evaluate('takePresses()')
    await act(page, round)
    times.push(Math.max(FRAME, ...(await page.evaluate<number[]>('takePresses()'))))
    await after?.(page, round)
  }
  return times
}
