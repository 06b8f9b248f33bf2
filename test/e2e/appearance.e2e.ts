import type { Page } from '@playwright/test'
import { askForTour, makeNewcomer, makePlaces, openDesk } from './desk.ts'
import { expect, expectAccessible, signIn, test } from './fixtures.ts'
import { cell, choosePlace } from './steps.ts'

const LIGHT_CANVAS = 'rgb(244, 246, 249)'
const DARK_CANVAS = 'rgb(14, 19, 29)'
const WHITE = 'rgb(255, 255, 255)'

const RETURNING = { phone: '010-2345-6789', name: '박지민' }

const root = (page: Page) => page.locator('html')

test.describe('in the dark', () => {
  test.use({ colorScheme: 'dark' })

  test('the page is dark before its script runs, and light on paper and on walls', async ({ page }) => {
    await page.route('**/assets/*.js', (route) => route.abort())
    await page.goto('/')
    await expect(root(page)).toHaveCSS('background-color', DARK_CANVAS)
    await page.unroute('**/assets/*.js')

    await page.goto('/privacy')
    await page.emulateMedia({ media: 'print' })
    await expect(root(page)).toHaveCSS('background-color', LIGHT_CANVAS)
    await page.emulateMedia({ media: 'screen' })

    await page.goto('/display')
    await expect(page.getByRole('link', { name: '미팅룸 1' })).toBeVisible()
    await expect(root(page)).toHaveCSS('background-color', LIGHT_CANVAS)
    await expect(root(page)).toHaveCSS('color-scheme', 'light')
  })

  test('the colour of the event stays under white text, and the QR code on white', async ({ page, app }) => {
    const desk = await openDesk(app)
    await desk.put('/api/admin/settings/face/', { accent_colour: '#0b6b43' })
    await page.goto('/')
    const sign = page.locator('.event-sign')
    await expect(sign).toHaveCSS('background-color', 'rgb(11, 107, 67)')
    await expect(sign).toHaveCSS('color', WHITE)
    await expectAccessible(page)

    await signIn(page, RETURNING, '/reservations')
    await page.getByRole('article').first().getByRole('button', { name: '상세 보기' }).click()
    await expect(page.getByRole('img', { name: /QR/ })).toHaveCSS('background-color', WHITE)
  })
})

/** Which animations and transitions begin, and of what. */
const watchMotion = (page: Page) =>
  page.addInitScript(`
    window.moved = []
    for (const kind of ['transitionrun', 'animationstart'])
      addEventListener(kind, ({ target, propertyName, animationName }) =>
        window.moved.push(target.className + ' ' + (propertyName ?? animationName)), true)`)

const moved = (page: Page) => page.evaluate<string[]>('window.moved')

test.describe('with motion', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } })

  test('an approval is seen on the card and in the grid, and details grow from their card @release', async ({
    page,
    app,
  }) => {
    const who = await makeNewcomer(app)
    const desk = await openDesk(app)
    const places = await makePlaces(desk, '2026-11-22')
    const [first, second] = [await askForTour(who, places, '18:00'), await askForTour(who, places, '19:00')]
    await watchMotion(page)

    await signIn(page, who, '/reservations')
    const card = page.getByRole('article').filter({ hasText: '18:00' })
    const status = card.locator('.badge')
    await expect(status).toHaveText('대기중')
    expect(await moved(page), 'the first sight').not.toContainEqual(expect.stringContaining('badge'))
    await desk.decide(first, 'approve')
    await expect(status).toHaveText('예약됨')
    await expect
      .poll(() => moved(page))
      .toEqual(expect.arrayContaining(['badge background-color', 'badge badge-changed']))
    await expect(status).toHaveCSS('animation-duration', '0.14s')

    await card.getByRole('button', { name: '상세 보기' }).click()
    await expect.poll(() => moved(page)).toContain('dialog__box dialog-grow')
    const from = await page.evaluate<string>(`document.querySelector('.dialog__box').style.transformOrigin`)
    const pressed = (await card.getByRole('button', { name: '상세 보기' }).boundingBox())!
    expect(parseFloat(from.split(' ')[1]!)).toBeCloseTo(pressed.y + pressed.height / 2, 0)

    await page.goto('/dashboard')
    await choosePlace(page, 'VIP 투어', '도슨트 정해인')
    await expect(cell(page, '19:00')).toHaveAttribute('data-state', 'requested')
    await desk.decide(second, 'approve')
    await expect(cell(page, '19:00')).toHaveAttribute('data-state', 'own')
    await expect.poll(() => moved(page)).toContain('slot cell background-color')

    await page.emulateMedia({ reducedMotion: 'reduce' })
    await expect(cell(page, '19:00')).toHaveCSS('transition-duration', /^0s/)
  })
})
