import type { Page } from '@playwright/test'
import { arrivalAddress, spacedCode } from '../../domain/arrival.ts'
import { ADMIN_PASSWORD } from '../server-process.ts'
import { askForMeeting, makeNewcomer, makePlaces, openColleague, openDesk } from './desk.ts'
import { expect, expectAccessible, signInAsAdmin, test } from './fixtures.ts'

test.use({ serviceWorkers: 'allow' })

const TODAY = '2026-11-20'

type Arrival = { id: number; arrived_at: string | null; arrived_by: string | null }

const unsent = (page: Page) => page.getByText('보내지 않은 도착 1건 · 연결되면 보냅니다')

async function pressFor(page: Page, code: string) {
  await page.getByLabel('입장 코드 또는 이름').fill(code)
  await page.getByRole('button', { name: '코드 확인' }).click()
  const found = page.getByRole('region', { name: '찾은 예약' })
  // The note of what is not sent comes with the name, a moment after the screen.
  await expect(page.getByRole('banner').getByText('admin ·')).toBeVisible()
  await page.context().setOffline(true)
  await found.getByRole('button', { name: '도착 확인' }).click()
  await expect(unsent(page)).toBeVisible()
}

/** A tab that is closed is online for an instant, when its emulated network ends before its scripts. */
async function killTab(page: Page) {
  await Promise.all([page.waitForEvent('crash'), page.goto('chrome://crash').catch(() => {})])
  await page.close()
}

test('presses made without a network outlive their tab and their session, and are sent once', async ({
  page: first,
  context,
  app,
}) => {
  test.slow()
  let page = first
  const desk = await openDesk(app)
  const places = await makePlaces(desk, TODAY)
  const member = await makeNewcomer(app)
  const approve = async (time: string, name: string) => {
    const asked = await askForMeeting(member, places, time, `${name}의 미팅`, name)
    const { reservation } = await desk.decide(asked, 'approve')
    return reservation as unknown as { id: number; arrival_code: string }
  }
  const [one, other] = [await approve('17:00', '오세린'), await approve('17:20', '한지우')]
  const markerOf = async ({ id }: { id: number }) => {
    const { arrivals } = await desk.get<{ arrivals: Arrival[] }>(`/api/admin/arrivals/?date=${TODAY}`)
    return arrivals.find((each) => each.id === id)!.arrived_by
  }
  let answered = 0
  context.on('response', (response) => {
    if (response.url().endsWith('/arrival/') && response.ok()) answered += 1
  })

  await test.step('the tab is closed, and a code that is scanned opens the desk anew without a network', async () => {
    await signInAsAdmin(page, '/admin/arrivals')
    await expect(page.getByRole('heading', { name: '도착 확인' })).toBeVisible()
    await expect.poll(() => page.evaluate(`caches.match('/desk').then(Boolean)`)).toBe(true)
    await pressFor(page, one.arrival_code)
    await killTab(page)
    page = await context.newPage()
    await page.goto(arrivalAddress(app.url, other.arrival_code))
    await expect(unsent(page)).toBeVisible()
    // The visitor's name does not stay on the device.
    await expect(page.getByRole('list', { name: '방금 확인한 도착' })).toContainText(`예약 ${one.id}`)
    expect(await page.evaluate('JSON.stringify({ ...localStorage })')).not.toContain('오세린')
    await expect(
      page.getByText(`입장 코드 ${spacedCode(other.arrival_code)} · 연결되면 확인합니다`),
    ).toBeVisible()
    await expectAccessible(page)
    expect(await markerOf(one)).toBeNull()
  })

  await test.step('two tabs send it once, and the code is looked for', async () => {
    const second = await context.newPage()
    await second.goto('/admin/arrivals')
    await expect(unsent(second)).toBeVisible()
    // So slow that the other tab would send it in the meantime.
    await context.route('**/arrival/', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 3_000))
      await route.continue()
    })
    await context.setOffline(false)
    for (const tab of [page, second]) await expect(unsent(tab)).toBeHidden()
    expect(await markerOf(one)).toBe('admin')
    await expect.poll(() => answered).toBe(1)
    await expect(page.getByRole('region', { name: '찾은 예약' })).toContainText('한지우')
    await second.close()
    await context.unroute('**/arrival/')
  })

  await test.step('a press whose answer is lost is taken back', async () => {
    await context.route('**/arrival/', async (route) => {
      await route.fetch()
      await route.abort()
    })
    await page.getByRole('region', { name: '찾은 예약' }).getByRole('button', { name: '도착 확인' }).click()
    await expect(unsent(page)).toBeVisible()
    const undo = page.getByRole('button', { name: '한지우 도착 확인 되돌리기' })
    await expect(undo).toBeVisible()
    expect(await markerOf(other)).toBe('admin')
    await undo.click()
    await expect.poll(() => markerOf(other)).toBeNull()
    await context.unroute('**/arrival/')
  })

  await test.step('the session ends: the next one sends it, and it keeps who pressed', async () => {
    await pressFor(page, other.arrival_code)
    await killTab(page)
    await context.clearCookies()
    await context.setOffline(false)
    const colleague = await openColleague(app, '최교대')
    page = await context.newPage()
    await page.goto('/admin')
    await page.getByLabel('아이디').fill('최교대')
    await page.getByLabel('비밀번호').fill(ADMIN_PASSWORD)
    await page.getByRole('button', { name: '로그인' }).click()
    await expect(page).toHaveURL('/admin/dashboard')
    await expect.poll(() => markerOf(other)).toBe('admin')
    await expect.poll(() => answered).toBe(2)
    await expect(unsent(page)).toBeHidden()
    await colleague.leave()
  })
})

test('codes are taken before the list was ever loaded, checked with the network, and wrong ones are reported @release', async ({
  page,
  context,
  app,
}) => {
  test.slow()
  const desk = await openDesk(app)
  const places = await makePlaces(desk, TODAY)
  const asked = await askForMeeting(await makeNewcomer(app), places, '18:00', '윤도현의 미팅', '윤도현')
  const approved = (await desk.decide(asked, 'approve')) as unknown as {
    reservation: { id: number; arrival_code: string }
  }
  const { id, arrival_code } = approved.reservation
  const arrivalOf = async () =>
    (await desk.get<{ arrivals: Arrival[] }>(`/api/admin/arrivals/?date=${TODAY}`)).arrivals.find(
      (each) => each.id === id,
    )!.arrived_at
  const typeAndMark = async (code: string) => {
    await page.getByLabel('입장 코드 또는 이름').fill(code)
    await page.getByRole('button', { name: '코드 확인' }).click()
    const found = page.getByRole('region', { name: '찾은 예약' })
    await expect(found).toContainText(`입장 코드 ${spacedCode(code)} · 연결되면 확인합니다`)
    await found.getByRole('button', { name: '도착 확인' }).click()
  }
  const strip = page.getByRole('list', { name: '방금 확인한 도착' })

  await signInAsAdmin(page, '/admin/dashboard')
  await context.route('**/api/admin/arrivals/**', (route) => route.abort())
  await page.getByRole('link', { name: '도착 확인' }).click()
  await expect(page.getByText('도착 목록을 불러오는데 실패했습니다.')).toBeVisible()
  await typeAndMark(arrival_code)
  await typeAndMark('ZZZZZ2')
  await typeAndMark('ZZZZZ3')
  await expect(strip).toContainText('연결되면 코드를 확인하고 보냅니다')
  await expect(page.getByText('보내지 않은 도착 3건 · 연결되면 보냅니다')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: '코드 ZZZZZ3 도착 확인 되돌리기' }).click()
  await expect(page.getByText('보내지 않은 도착 2건 · 연결되면 보냅니다')).toBeVisible()

  await context.unroute('**/api/admin/arrivals/**')
  await page.evaluate('dispatchEvent(new Event("online"))')
  await expect(strip).toContainText('코드 ZZZZZ2 코드의 예약을 찾을 수 없습니다.')
  await expect(strip).not.toContainText('ZZZZZ3')
  await expect.poll(arrivalOf).not.toBeNull()
  await expect(page.getByText(/보내지 않은 도착/)).toBeHidden()
})

test('an arrival that waits to be sent is taken back without a network, and never sent', async ({
  page,
  context,
  app,
}) => {
  const desk = await openDesk(app)
  const [member, places] = [await makeNewcomer(app), await makePlaces(desk, TODAY)]
  const approve = async (time: string, name: string) => {
    const asked = await askForMeeting(member, places, time, `${name}의 미팅`, name)
    const { reservation } = await desk.decide(asked, 'approve')
    return reservation as unknown as { id: number; arrival_code: string }
  }
  const [undone, later] = [await approve('18:20', '서이안'), await approve('18:40', '백도현')]
  await signInAsAdmin(page, '/admin/arrivals')
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/arrival/')) sent.push(new URL(request.url()).pathname)
  })
  await pressFor(page, undone.arrival_code)
  await page
    .getByRole('list', { name: '방금 확인한 도착' })
    .getByRole('button', { name: /되돌리기$/ })
    .click()
  await expect(unsent(page)).toBeHidden()
  sent.length = 0
  await context.setOffline(false)
  // An unsent arrival would be sent at once, before a later one.
  await page.getByLabel('입장 코드 또는 이름').fill(later.arrival_code)
  await page.getByRole('button', { name: '코드 확인' }).click()
  const found = page.getByRole('region', { name: '찾은 예약' }).filter({ hasText: '백도현' })
  await found.getByRole('button', { name: '도착 확인' }).click()
  const arrivalOf = async ({ id }: { id: number }) => {
    const { arrivals } = await desk.get<{ arrivals: Arrival[] }>(`/api/admin/arrivals/?date=${TODAY}`)
    return arrivals.find((each) => each.id === id)!.arrived_at
  }
  await expect.poll(() => arrivalOf(later)).not.toBeNull()
  expect(sent).toEqual([`/api/admin/reservations/${later.id}/arrival/`])
  expect(await arrivalOf(undone)).toBeNull()
})
