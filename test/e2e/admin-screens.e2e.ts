import type { Page } from '@playwright/test'
import { openDesk } from './desk.ts'
import { expect, expectAccessible, openBrowser, signInAsAdmin, test, watchConsole } from './fixtures.ts'
import { fetchWhole } from './reads.ts'

const makeRoom = async (app: Parameters<typeof openDesk>[0], name: string) => {
  const desk = await openDesk(app)
  const room = { name, floor: 3, size: 8, is_vip: false, is_vvip: false }
  return (await desk.post('/api/admin/rooms/', room))['room']!
}

const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

test('a screen is set up with its room’s link, listed while it lives, cut off with a new code, and mailed about when it is silent', async ({
  page,
  app,
  browser,
}) => {
  // It has the steps of several tests.
  test.slow()
  await signInAsAdmin(page)
  await test.step('it is listed while it lives, named, loaded anew, and taken off', async () => {
    const said = watchConsole(page)
    await makeRoom(app, '화면실')
    await page.goto('/admin/settings?tab=screens')
    await expect(rowOf(page, '화면실')).toContainText('설정된 화면 없음')

    await page.getByRole('button', { name: '화면실 설정 링크' }).click()
    const dialog = page.getByRole('dialog', { name: '화면실 화면 설정' })
    await expect(dialog.getByRole('img', { name: '화면실 설정 링크 QR 코드' })).toBeVisible()
    const link = new URL(await dialog.getByLabel('설정 링크', { exact: true }).inputValue())
    await dialog.getByRole('button', { name: '닫기' }).click()

    const wall = await openBrowser(browser, page, app.url)
    const screen = await wall.newPage()
    const told = screen.waitForResponse('**/api/public/screens/')
    await screen.goto(link.pathname + link.hash)
    expect((await told).status()).toBe(200)
    await page.reload()
    const row = rowOf(page, '화면실')
    await expect(row).toContainText('정상')
    await expect(row).toContainText('최신')
    const { width, height } = page.viewportSize()!
    await expect(row).toContainText(`${width} × ${height}`)

    // A power cut: it starts again with the room's plain address, and is still the same screen.
    const again = screen.waitForResponse('**/api/public/screens/')
    await screen.goto('/display')
    await screen.goto(link.pathname)
    expect((await again).status()).toBe(200)
    await page.reload()
    await expect(row).toHaveCount(1)

    // It is named after its place, shows that when it is told to, once, and is loaded anew.
    await page.getByRole('button', { name: `화면실 · ${width} × ${height} 이름 변경` }).click()
    await page.getByRole('dialog', { name: '화면 이름' }).getByLabel('이름').fill('입구 왼쪽')
    await page.getByRole('button', { name: '저장', exact: true }).click()
    await page.getByRole('button', { name: '입구 왼쪽 이름 표시' }).click()
    const sign = screen.getByRole('status').filter({ hasText: '입구 왼쪽' })
    await expect(sign).toBeVisible()
    await expect(row).toContainText(/이름 표시 \d\d:\d\d 전달됨/)
    const loaded = screen.waitForEvent('load')
    await page.getByRole('button', { name: '입구 왼쪽 새로 고침' }).click()
    await loaded
    await expect(screen.getByRole('heading', { name: '화면실' })).toBeVisible()
    await expect(sign).toHaveCount(0)

    await wall.close()
    await page.getByRole('button', { name: '입구 왼쪽 제거' }).click()
    const confirm = page.getByRole('alertdialog', { name: '화면 제거' })
    await expect(confirm).toContainText('입구 왼쪽 화면을 목록에서 제거하시겠습니까?')
    await confirm.getByRole('button', { name: '화면 1대 제거' }).click()
    await expect(page.getByText('화면을 목록에서 제거했습니다.').first()).toBeVisible()
    await expect(row).toContainText('설정된 화면 없음')
    expect(said).toEqual([])
  })

  await test.step('who only looks at a board is no screen', async () => {
    const { id } = await makeRoom(app, '구경실')
    const calls: string[] = []
    page.on('request', (request) => calls.push(new URL(request.url()).pathname))
    await page.goto(`/display/room/${id}`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.goto('/admin/settings?tab=screens')
    await expect(rowOf(page, '구경실')).toContainText('설정된 화면 없음')
    expect(calls).not.toContain('/api/public/screens/')
  })

  await test.step('a new set-up code says which screens it cuts off, and ends the old link', async () => {
    const desk = await openDesk(app)
    const { id } = await makeRoom(app, '새코드실')
    const { rooms } = await desk.get<{ rooms: { room: { id: number }; setup_url: string }[] }>(
      '/api/admin/screens/',
    )
    const old = rooms.find(({ room }) => room.id === id)!.setup_url
    const screen = { code: old.split('#')[1], key: 'ab'.repeat(16), build: 'x', width: 1080, height: 1920 }
    const checkIn = () => page.request.post('/api/public/screens/', { data: screen })
    expect((await checkIn()).status()).toBe(200)
    await page.goto('/admin/settings?tab=screens')
    await page.getByRole('button', { name: '새코드실 설정 링크' }).click()
    const link = page.getByLabel('설정 링크', { exact: true })
    await expect(link).toHaveValue(old)
    await page.getByRole('button', { name: '새 설정 코드' }).click()
    const confirm = page.getByRole('alertdialog', { name: '새 설정 코드' })
    await expect(confirm.getByRole('listitem')).toHaveText(['새코드실 · 1080 × 1920'])
    await expectAccessible(page)
    await confirm.getByRole('button', { name: '새 코드 만들기, 화면 1대 제외' }).click()
    await expect(link).not.toHaveValue(old)
    expect((await checkIn()).status()).toBe(404)
    await expect(rowOf(page, '새코드실')).toContainText('설정된 화면 없음')
  })

  await test.step('a silent screen stands out, and the mail about it can be switched off', async () => {
    await makeRoom(app, '고요실')
    await page.route('**/api/admin/screens/', async (route) => {
      const response = await fetchWhole(route)
      const json = await response.json()
      const times = { first_seen_at: '2026-11-20T09:00:00+01:00', last_seen_at: '2026-11-20T09:01:00+01:00' }
      const one = {
        id: 9,
        name: null,
        build: 'index-before',
        width: 1080,
        height: 1920,
        ...times,
        is_silent: true,
        order: null,
      }
      for (const each of json.rooms) if (each.room.name === '고요실') each.screens = [one]
      await route.fulfill({ response, json })
    })
    await page.goto('/admin/settings?tab=screens')
    await expect(page.getByText('응답 없음 1대')).toBeVisible()
    const row = rowOf(page, '고요실')
    // The header leads here; what needs a hand stands first.
    await expect(page.getByRole('row').nth(1)).toContainText('고요실')
    await expect(row).toContainText('2026년 11월 20일 (금) 09:01')
    await expect(row).toContainText('이전 버전 index-before')
    await expectAccessible(page)

    const box = page.getByRole('checkbox', { name: /10분 동안 응답하지 않으면/ })
    await expect(box).toBeChecked()
    await box.click()
    await expect(page.getByText('화면 알림 메일을 껐습니다.').first()).toBeVisible()
    await page.reload()
    await expect(box).not.toBeChecked()
    await box.click()
    await expect(page.getByText('화면 알림 메일을 켰습니다.').first()).toBeVisible()

    await page.getByRole('button', { name: '알림 설정' }).click()
    await page.getByLabel('알림 받을 이메일').fill('night@example.com')
    await page.getByLabel('화면을 끄는 시각').fill('20:00')
    await page.getByRole('button', { name: '저장', exact: true }).click()
    await expect(page.getByText('시작과 끝 시각을 모두 입력해주세요.').first()).toBeVisible()
    await page.getByLabel('화면을 켜는 시각').fill('08:00')
    await page.getByRole('button', { name: '저장', exact: true }).click()
    await expect(page.getByText('night@example.com · 20:00 ~ 08:00 제외')).toBeVisible()
  })
})
