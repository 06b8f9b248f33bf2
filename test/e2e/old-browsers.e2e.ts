import type { Locator, Page } from '@playwright/test'
import { askForMeeting, makeNewcomer, makePlaces, openDesk } from './desk.ts'
import { expect, signIn, signInAsAdmin, test, watchConsole } from './fixtures.ts'
import { cell, choosePlace, fillMeeting } from './steps.ts'

// Removed before the page loads. Playwright itself uses none of them.
const WITHOUT_CHROME_110 = `
  for (const name of ['toSorted', 'toReversed', 'toSpliced', 'with']) delete Array.prototype[name]
  for (const name of ['groupBy', 'fromAsync']) { delete Object[name]; delete Map[name]; delete Array[name] }
  for (const name of ['withResolvers', 'try']) delete Promise[name]
  for (const name of ['union', 'intersection', 'difference', 'isSubsetOf']) delete Set.prototype[name]
  for (const name of ['map', 'filter', 'find', 'some', 'every', 'toArray']) delete Iterator.prototype[name]
  for (const name of ['any']) delete AbortSignal[name]
  for (const name of ['canParse', 'parse']) delete URL[name]
`
const WITHOUT_CHROMIUM_93 = `
  for (const name of ['findLast', 'findLastIndex']) delete Array.prototype[name]
  delete Object.hasOwn
  delete AbortSignal.timeout
  delete window.structuredClone
  delete window.CSSLayerBlockRule
`
const WITHOUT_CHROMIUM_104 = `
  const { matchMedia } = window
  window.matchMedia = (query) => matchMedia.call(window, query.includes('>=') ? 'not all' : query)
`
const LARGE = { width: 1920, height: 1080 }

/** Makes a page's browser skip what an old one skips in style sheets. */
async function beOld(page: Page, { script, unknown }: { script: string; unknown: RegExp }) {
  await page.addInitScript(WITHOUT_CHROME_110 + script)
  await page.route(/assets\/.*\.css$/, async (route) => {
    const response = await route.fetch()
    const body = (await response.text()).replaceAll(unknown, '$&-unknown')
    await route.fulfill({ response, body })
  })
}
const CHROME_109 = { script: '', unknown: /scrollbar-width/g }
const CHROMIUM_92 = {
  name: 'Chromium 92',
  script: WITHOUT_CHROMIUM_93 + WITHOUT_CHROMIUM_104,
  unknown: /@layer|scrollbar-width/g,
}
// It knows layers, but neither ranges in media queries, nor containers, nor their units.
const CHROMIUM_103 = {
  name: 'Chromium 103',
  script: WITHOUT_CHROMIUM_104,
  unknown: /@container|scrollbar-width|\b(?:width|height)(?=[<>])|(?<=\d)(?:[dsl]vh|cq\w+)/g,
}

/** Parts that scroll with a bar beside them. By their styles, because headless Chromium hides all bars. */
const barsOf = (page: Page) =>
  page.evaluate<string[]>(`[...document.querySelectorAll('main *')].filter((part) => {
    const { overflow, scrollbarWidth } = getComputedStyle(part)
    return overflow.includes('auto') && scrollbarWidth !== 'none' &&
      getComputedStyle(part, '::-webkit-scrollbar').display !== 'none'
  }).map((part) => part.className)`)

test('on Chrome 109 a visitor books a meeting', async ({ page, app }) => {
  const said = watchConsole(page)
  await beOld(page, CHROME_109)
  await signIn(page, await makeNewcomer(app))
  await choosePlace(page, '미팅룸', '미팅룸 3')
  expect(await barsOf(page)).toEqual([])
  await cell(page, '15:00').click()
  await page.getByRole('main').getByRole('button', { name: '예약하기' }).click()
  await fillMeeting(page, '오래된 브라우저')
  await page.getByRole('button', { name: '예약 신청' }).click()
  await expect(page.getByText('미팅 예약이 신청되었습니다.').first()).toBeVisible()
  await page.goto('/reservations')
  await page.getByRole('tab', { name: /미팅/ }).click()
  await expect(page.getByText('15:00 ~ 15:10')).toBeVisible()
  expect(said).toEqual([])
})

test('on Chrome 109 an administrator has the queue, the grid and the timeline', async ({ page, app }) => {
  const place = await makePlaces(await openDesk(app), '2026-11-20')
  await askForMeeting(await makeNewcomer(app), place, '17:00', '로봇 팔 시연')
  const said = watchConsole(page)
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.addInitScript(WITHOUT_CHROME_110)
  await signInAsAdmin(page, '/admin/dashboard')
  await expect(page.getByRole('button', { name: /로봇 팔 시연/ })).toBeVisible()
  for (const path of ['/admin/reservation', '/admin/reservation/timeline']) {
    await page.goto(path)
    await expect(page.getByRole('button', { name: /한빛전자/ }).first()).toBeVisible()
  }
  expect(said).toEqual([])
})

const FIREFOX_115 = { script: '', unknown: /:has(?=\()|::backdrop\{[^}]*var/g }

test('on Firefox 115 no bar covers times or messages, and a dialog dims the page', async ({ page, app }) => {
  const said = watchConsole(page)
  await beOld(page, FIREFOX_115)
  await signIn(page, await makeNewcomer(app))
  await choosePlace(page, '미팅룸', '미팅룸 3')
  const book = page.getByRole('main').getByRole('button', { name: '예약하기' })
  await book.click()
  const alert = page.getByRole('alertdialog')
  await expect(alert).toHaveCSS('background-color', 'rgba(11, 19, 36, 0.6)')
  await page.keyboard.press('Escape')

  await page.evaluate('scrollTo(0, document.body.scrollHeight)')
  const box = async (part: Locator) => (await part.boundingBox())!
  const last = await box(cell(page, '17:00'))
  expect(last.y + last.height).toBeLessThanOrEqual((await box(book)).y)

  await cell(page, '15:20').click()
  await book.click()
  await fillMeeting(page, '오래된 파이어폭스')
  await page.getByRole('button', { name: '예약 신청' }).click()
  const message = await box(page.getByText('미팅 예약이 신청되었습니다.').first())
  const nav = page.getByRole('navigation', { name: '메뉴' })
  expect(message.y + message.height).toBeLessThanOrEqual((await box(nav)).y)
  expect(said).toEqual([])
})

/** Where the wall's parts stand, and how large their texts are. */
const layoutOf = (page: Page, within: string) =>
  page.evaluate<string[]>(`[...document.querySelectorAll('${within} *')].map((part) => {
    const { left, top, width, height } = part.getBoundingClientRect()
    const { fontSize, fontWeight, color, backgroundColor } = getComputedStyle(part)
    return [part.className, ...[left, top, width, height].map(Math.round), fontSize, fontWeight, color, backgroundColor].join(' ')
  })`)

for (const [chromium, what, path, within] of [
  [CHROMIUM_92, 'a wall', '/display/room/4', '.board__panel'],
  [CHROMIUM_92, 'the list', '/display', '.hall'],
  [CHROMIUM_103, 'the list', '/display', '.hall'],
] as const)
  test(`on ${chromium.name} ${what} looks as on today's browsers`, async ({ page, context }) => {
    await page.setViewportSize(LARGE)
    const old = await context.newPage()
    await old.setViewportSize(LARGE)
    const said = watchConsole(old)
    await beOld(old, chromium)
    for (const each of [page, old]) {
      await each.goto(path)
      await expect(each.getByText('까지').first()).toBeVisible()
    }
    await expect
      .poll(async () => ({ old: await layoutOf(old, within) }))
      .toEqual({ old: await layoutOf(page, within) })
    expect(await barsOf(old)).toEqual([])
    expect(said).toEqual([])
  })

for (const [path, needs] of [
  ['/dashboard', /Safari 16\.4, Chrome 109, Firefox 115, 삼성 인터넷 21 이상/],
  ['/admin', /Safari 16\.4, Chrome 109, Firefox 115, 삼성 인터넷 21 이상/],
  ['/display/room/1', /Chromium 92 이상/],
] as const)
  test(`a browser below the supported ones reads at ${path} what is needed`, async ({ page }) => {
    await page.addInitScript('CSS.supports = () => false; delete Array.prototype.at')
    await page.goto(path)
    await expect(page.locator('body')).toHaveText(needs)
  })

test('the styles for Chromium 92 use nothing younger', async ({ page }) => {
  const [file] = /assets\/old-walls[^"]+/.exec(await (await page.request.get('/display')).text())!
  const css = await (await page.request.get(`/${file}`)).text()
  expect(css).not.toMatch(
    /@layer|\d[dsl]vh\b|(?:width|height)[<>]=|\bcq[whib]\b|cqm|[;{](?:translate|scale|rotate):/,
  )
})
