import type { Locator, Page } from '@playwright/test'
import { decodeQR } from 'qr/decode.js'
import { askForMeeting, makeNewcomer, makePlaces, openDesk } from './desk.ts'
import { expect, openBrowser, signIn, signInAsAdmin, test } from './fixtures.ts'
import { PHONE } from './widths.ts'

const FORCED = ['--enable-features=WebContentsForceDark', '--blink-settings=forceDarkModeEnabled=true']

type Pixels = { width: number; height: number; base64: string }

/** The text of the code as a camera sees it: dark on white, with four white modules around it. */
async function scan(code: Locator, reader: Page) {
  await expect(code).toBeVisible()
  const png = (await code.screenshot()).toString('base64')
  const { width, height, base64 } = await reader.evaluate<Pixels>(`(async () => {
    const image = new Image()
    image.src = 'data:image/png;base64,${png}'
    await image.decode()
    const { width, height } = image
    const context = new OffscreenCanvas(width, height).getContext('2d')
    context.drawImage(image, 0, 0)
    const { data } = context.getImageData(0, 0, width, height)
    // A list of so many numbers takes seconds on its way.
    return { width, height, base64: btoa(Array.from(data, (byte) => String.fromCharCode(byte)).join('')) }
  })()`)
  const bytes = Buffer.from(base64, 'base64')
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

test('the QR codes of a pass, a board and a second factor can be scanned, also in the dark @release', async ({
  page,
  browser: usual,
  playwright,
  launchOptions,
  app,
}) => {
  const desk = await openDesk(app)
  const places = await makePlaces(desk, '2026-11-20')
  const member = await makeNewcomer(app)
  const asked = await askForMeeting(member, places, '17:00', 'QR 미팅', '오세린')
  await desk.decide(asked, 'approve')
  const args = [...(launchOptions.args ?? []), ...FORCED]
  const forcing = await playwright.chromium.launch({ ...launchOptions, args })

  for (const [browser, schemes] of [
    [usual, ['light', 'dark']],
    [forcing, ['light']],
  ] as const) {
    const phone = await openBrowser(browser, page, app.url, PHONE)
    const wide = await openBrowser(browser, page, app.url)
    const [pass, screen] = [await phone.newPage(), await wide.newPage()]
    /** The text of the code, the same in each colour scheme. */
    const scanInEach = async (of: Page, name: string | RegExp) => {
      const found = new Set<string>()
      for (const colorScheme of schemes) {
        await of.emulateMedia({ colorScheme })
        found.add(await scan(of.getByRole('img', { name }), page))
      }
      expect([...found]).toHaveLength(1)
      return [...found][0]!
    }
    await test.step(
      browser === usual ? 'on a light and a dark page' : 'on a page that is forced to be dark',
      async () => {
        await signIn(pass, member, '/reservations?tab=meetings')
        await pass.getByRole('button', { name: /상세/ }).first().click()
        expect(await scanInEach(pass, '입장 QR 코드')).toContain('/admin/arrivals?code=')

        await signInAsAdmin(screen, '/admin/settings?tab=screens')
        await screen
          .getByRole('button', { name: /설정 링크$/ })
          .first()
          .click()
        const link = await screen.getByLabel('설정 링크', { exact: true }).inputValue()
        expect(await scanInEach(screen, /설정 링크 QR 코드$/)).toBe(link)
        await screen.goto('/admin/settings?tab=accounts')
        await screen.getByRole('button', { name: '2단계 인증 설정' }).click()
        expect(await scanInEach(screen, '인증 앱 설정 QR 코드')).toContain('otpauth://')
      },
    )
    for (const each of [phone, wide]) await each.close()
  }
  await forcing.close()
})
