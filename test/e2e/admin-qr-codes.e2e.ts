import type { Locator, Page } from '@playwright/test'
import { decodeQR } from 'qr/decode.js'
import { askForMeeting, makeNewcomer, makePlaces, openDesk } from './desk.ts'
import { expect, openBrowser, signIn, signInAsAdmin, test } from './fixtures.ts'
import { PHONE } from './widths.ts'

const MODES = {
  'on a light page': { flags: [], colorScheme: 'light' },
  'on a dark page': { flags: [], colorScheme: 'dark' },
  'where the browser forces a dark page': {
    flags: ['--enable-features=WebContentsForceDark', '--blink-settings=forceDarkModeEnabled=true'],
    colorScheme: 'light',
  },
} as const

type Pixels = { width: number; height: number; bytes: number[] }

/** The text of the code as a camera sees it: dark on white, with four white modules around it. */
async function scan(code: Locator, reader: Page) {
  await expect(code).toBeVisible()
  const png = (await code.screenshot()).toString('base64')
  const { width, height, bytes } = await reader.evaluate<Pixels>(`(async () => {
    const image = new Image()
    image.src = 'data:image/png;base64,${png}'
    await image.decode()
    const { width, height } = image
    const context = new OffscreenCanvas(width, height).getContext('2d')
    context.drawImage(image, 0, 0)
    return { width, height, bytes: [...context.getImageData(0, 0, width, height).data] }
  })()`)
  const light = (x: number, y: number) => bytes[(Math.round(y) * width + Math.round(x)) * 4]! > 200
  const middle = Math.round(height / 2)
  // The finder pattern in the corner; the picture's edge may fall between two points of the screen.
  const first = [...Array(middle).keys()].find((at) => at > 1 && !light(at, at)) ?? 0
  const end = [...Array(middle).keys()].find((at) => at > first && light(at, first + 1)) ?? first
  const module = (end - first) / 7
  expect(light(2, 2), 'the quiet zone is white').toBe(true)
  expect(Math.round(first / module), 'modules of the quiet zone').toBeGreaterThanOrEqual(4)
  return decodeQR({ width, height, data: Uint8ClampedArray.from(bytes) })
}

for (const [where, { flags, colorScheme }] of Object.entries(MODES))
  test(`the QR codes of a pass, a board and a second factor can be scanned ${where}`, async ({
    page,
    playwright,
    launchOptions,
    app,
  }) => {
    const args = [...(launchOptions.args ?? []), ...flags]
    const browser = await playwright.chromium.launch({ ...launchOptions, args })
    const desk = await openDesk(app)
    const places = await makePlaces(desk, '2026-11-20')
    const member = await makeNewcomer(app)
    const asked = await askForMeeting(member, places, '17:00', 'QR 미팅', '오세린')
    await desk.decide(asked, 'approve')

    const phone = await openBrowser(browser, page, app.url, { ...PHONE, colorScheme })
    const pass = await phone.newPage()
    await signIn(pass, member, '/reservations?tab=meetings')
    await pass.getByRole('button', { name: /상세/ }).first().click()
    expect(await scan(pass.getByRole('img', { name: '입장 QR 코드' }), page)).toContain(
      '/admin/arrivals?code=',
    )

    const wide = await openBrowser(browser, page, app.url, { viewport: page.viewportSize(), colorScheme })
    const screen = await wide.newPage()
    await signInAsAdmin(screen, '/admin/settings?tab=screens')
    await screen
      .getByRole('button', { name: /설정 링크$/ })
      .first()
      .click()
    const link = await screen.getByLabel('설정 링크', { exact: true }).inputValue()
    expect(await scan(screen.getByRole('img', { name: /설정 링크 QR 코드$/ }), page)).toBe(link)
    await screen.goto('/admin/settings?tab=accounts')
    await screen.getByRole('button', { name: '2단계 인증 설정' }).click()
    expect(await scan(screen.getByRole('img', { name: '인증 앱 설정 QR 코드' }), page)).toContain(
      'otpauth://',
    )
    await browser.close()
  })
