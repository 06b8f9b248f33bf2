import type { Page } from '@playwright/test'
import { arrivalAddress, spacedCode } from '../../domain/arrival.ts'
import {
  addColleague,
  askForMeeting,
  askForTour,
  askToCancel,
  makeNewcomer,
  makePlaces,
  openColleague,
  openDesk,
  beginEarlier,
  skipUndoTime,
} from './desk.ts'
import { typedInHangul } from '../hangul.ts'
import { ADMIN_PASSWORD } from '../server-process.ts'
import { FAKE_CAMERA, holdUp } from './fake-camera.ts'
import {
  expect,
  expectAccessible,
  openBrowser,
  signIn,
  signInAsAdmin,
  test,
  watchConsole,
} from './fixtures.ts'
import { expectFits } from './fits.ts'
import { controlTime } from './page-time.ts'
import { DESK, PHONE } from './widths.ts'

const TODAY = '2026-11-20'

test.use({
  ...PHONE,
  permissions: ['camera'],
  launchOptions: async ({ launchOptions }, use) =>
    use({ ...launchOptions, args: [...(launchOptions.args ?? []), ...FAKE_CAMERA] }),
})

type App = Parameters<typeof openDesk>[0]
type Approved = { reservation: { id: number; type: string; arrival_code: string } }

/** Approved meetings of today, by the names of those who come. */
async function approveMeetings(app: App, times: Readonly<Record<string, string>>) {
  const desk = await openDesk(app)
  const places = await makePlaces(desk, TODAY)
  const member = await makeNewcomer(app)
  const approved = new Map<string, Approved['reservation']>()
  for (const [name, time] of Object.entries(times)) {
    const asked = await askForMeeting(member, places, time, `${name}의 미팅`, name)
    const { reservation } = (await desk.decide(asked, 'approve')) as unknown as Approved
    approved.set(name, reservation)
  }
  return { member, desk, places, of: (name: string) => approved.get(name)! }
}

const found = (page: Page) => page.getByRole('region', { name: '찾은 예약' })
const press = (page: Page) => found(page).getByRole('button', { name: '도착 확인' })
const strip = (page: Page) => page.getByRole('list', { name: '방금 확인한 도착' })
const typeCode = async (page: Page, code: string) => {
  await page.getByLabel('입장 코드 또는 이름').fill(code.toLowerCase())
  await page.getByRole('button', { name: '코드 확인' }).click()
}

test('a visitor shows the code, the desk scans it, the others are typed, awaited and given up, and a docent marks one too', async ({
  page,
  browser,
  app,
}) => {
  test.slow()
  const { member, desk, places, of } = await approveMeetings(app, {
    오세린: '17:00',
    한지우: '17:20',
    윤도현: '17:40',
    서이안: '18:00',
  })
  const console = watchConsole(page)
  const { arrival_code } = of('오세린')

  await test.step('the visitor has the code on the phone, also without a network', async () => {
    await signIn(page, member, '/reservations')
    await page.getByRole('tab', { name: /미팅/ }).click()
    const card = page.getByRole('article').filter({ hasText: '오세린의 미팅' })
    await card.getByRole('button', { name: /상세/ }).click()
    const details = page.getByRole('dialog', { name: '미팅 예약 상세' })
    await expect(details.getByRole('img', { name: '입장 QR 코드' })).toBeVisible()
    await expect(details).toContainText(spacedCode(arrival_code))
    await expectFits(page, 'the details with the code')
    await page.context().setOffline(true)
    await details.getByRole('button', { name: '닫기' }).last().click()
    await page
      .getByRole('article')
      .filter({ hasText: '한지우의 미팅' })
      .getByRole('button', { name: /상세/ })
      .click()
    await expect(details).toContainText(spacedCode(of('한지우').arrival_code))
    await expect(details.getByRole('img', { name: '입장 QR 코드' })).toBeVisible()
    await page.context().setOffline(false)
  })

  holdUp(arrivalAddress(app.url, arrival_code))
  await signInAsAdmin(page)
  const time = await controlTime(page)
  await page.goto('/admin/arrivals')
  await time.passUntil(`${TODAY}T16:50:00+01:00`)
  await expect(page.getByRole('heading', { name: '도착 확인' })).toBeVisible()

  await test.step('the desk scans it: one press marks the arrival, and a second one takes it back', async () => {
    await page.getByRole('button', { name: 'QR 스캔' }).click()
    await expect(found(page)).toContainText('오세린')
    await expect(found(page)).toContainText('17:00 ~ 17:10')
    await expect(found(page)).toContainText('2명')
    await expectFits(page, 'the desk that has scanned a code')
    await press(page).click()
    await expect(strip(page)).toContainText(/오세린 \d\d:\d\d 도착 확인/)
    await page.getByRole('button', { name: '오세린 도착 확인 되돌리기' }).click()
    await expect(press(page)).toBeVisible()
    await press(page).click()
    await expect(found(page)).toContainText('도착 확인됨 (admin)')
    await page.getByRole('button', { name: '카메라 끄기' }).click()
  })

  await test.step('a press behind a captive portal is shown as waiting, and sent when the portal is gone', async () => {
    // The keyboard is switched to Hangul.
    await typeCode(page, typedInHangul(of('한지우').arrival_code))
    await expect(found(page)).toContainText('한지우')
    await page.route('**/arrival/', (route) => route.fulfill({ status: 511, body: '<p>Log in</p>' }))
    await press(page).click()
    await expect(strip(page)).toContainText(/한지우 \d\d:\d\d 도착 · 연결되면 보냅니다/)
    await expectFits(page, 'the desk with an arrival that waits to be sent')
    await page.unroute('**/arrival/')
    await page.evaluate('dispatchEvent(new Event("online"))')
    await expect(strip(page)).toContainText(/한지우 \d\d:\d\d 도착 확인/)
  })

  await test.step('scanned by a phone that is not signed in, the code is found after the login', async () => {
    const phone = await openBrowser(browser, page, app.url)
    const desk = await phone.newPage()
    await desk.goto(arrivalAddress(app.url, of('서이안').arrival_code))
    await desk.getByLabel('아이디').fill('admin')
    await desk.getByLabel('비밀번호').fill(ADMIN_PASSWORD)
    await desk.getByRole('button', { name: '로그인' }).click()
    await expect(found(desk)).toContainText('서이안')
    await expect(desk).toHaveURL('/admin/arrivals')
    await phone.close()
  })

  await test.step('the visitor has the code in the mail too', async () => {
    await skipUndoTime(app)
    const mail = await app.mailbox.receive(member.email, '승인되었습니다')
    expect(mail.text).toContain('입장 코드: ')
    expect(mail.attachments.filter(({ mimeType }) => mimeType === 'image/png')).toHaveLength(1)
  })

  await test.step('a colleague who was faster is named', async () => {
    const colleague = await openColleague(app, '박관리')
    await colleague.post(`/api/admin/reservations/${of('윤도현').id}/arrival/`)
    await typeCode(page, of('윤도현').arrival_code)
    await expect(found(page)).toContainText(/\d\d:\d\d 도착 확인됨 \(박관리\)/)
    await expect(press(page)).toBeHidden()
    await colleague.leave()
  })

  await test.step('a code of nobody is an answer, and the next search is about somebody else', async () => {
    const answer = page.waitForResponse('**/arrivals/find/**')
    await typeCode(page, 'ZZZZZ2')
    expect((await answer).status()).toBe(200)
    await expect(found(page)).toContainText('ZZZ ZZ2 코드의 예약을 찾을 수 없습니다.')
    await page.getByLabel('입장 코드 또는 이름').fill('한지')
    await expect(page.getByRole('region', { name: '검색 결과' })).toContainText('한지우')
    await expect(found(page)).toBeHidden()
    await typeCode(page, of('윤도현').arrival_code)
    await expect(found(page)).toContainText('윤도현')
  })

  await test.step('nobody comes for the last one: a number to call, and the place is free again', async () => {
    const tours = await member.get<{ id: number; time: string }[]>(
      `/api/user/available-tours/?date=${TODAY}&docent_id=${places.docent_id}`,
    )
    const guest = await desk.post('/api/admin/reserve-tour/', {
      user_id: null,
      available_tour_id: tours.find((slot) => slot.time === '18:00')!.id,
      event_date_id: places.event_date_id,
      visitor: { name: '정무명', company: '한빛전자', phone: null },
    })
    await found(page).getByRole('button', { name: '닫기' }).click()
    await time.passUntil(`${TODAY}T18:06:00+01:00`)
    const lateOnes = page.getByRole('region', { name: '늦는 중' }).getByRole('listitem')
    const late = lateOnes.filter({ hasText: '서이안' })
    await expect(late).toContainText('6분 늦음')
    await expect(late.getByRole('link')).toHaveAttribute('href', 'tel:01023456789')
    await expectFits(page, 'the desk with somebody who is late')
    const question = page.getByRole('alertdialog')
    await lateOnes
      .filter({ hasText: '정무명' })
      .getByRole('button', { name: /자리 비우기/ })
      .click()
    await expect(question, 'who has no account gets no mail').toContainText('”으로 예약에 기록됩니다.')
    await desk.post(`/api/admin/reservations/${guest.reservation!.id}/arrival/`)
    await question.getByRole('button', { name: '자리 비우기' }).click()
    await expect(page.getByText('이미 도착이 확인된 예약입니다.')).toBeVisible()
    await page.keyboard.press('Escape')
    await late.getByRole('button', { name: /자리 비우기/ }).click()
    await expect(question).toContainText('”으로 신청자에게 메일로 안내됩니다.')
    await beginEarlier(app, of('서이안'))
    await question.getByRole('button', { name: '자리 비우기' }).click()
    await expect(late).toBeHidden()
    const mail = await app.mailbox.receive(member.email, '취소되었습니다')
    expect(mail.text).toContain('미도착')
  })

  await test.step('the day as a whole, at a desk', async () => {
    const context = await openBrowser(browser, page, app.url, DESK)
    const screen = await context.newPage()
    await signInAsAdmin(screen, '/admin/arrivals')
    await screen.getByRole('checkbox', { name: '하루 전체 보기' }).check()
    await expect(
      screen.getByRole('region', { name: '도착' }).getByRole('listitem').filter({ hasText: '오세린' }),
    ).toBeVisible()
    await screen.getByLabel('입장 코드 또는 이름').fill('한지')
    await expect(screen.getByRole('region', { name: '검색 결과' })).toContainText('한지우')
    await context.close()
  })

  await test.step('a docent marks it on the own phone, behind a link that was made with that right', async () => {
    await desk.decide(await askForTour(await makeNewcomer(app), places, '19:00'), 'approve')
    const made = await desk.post<{ url: string }>('/api/admin/day-sheet-links/', {
      type: 'tour',
      resource_id: places.docent_id,
      may_mark_arrivals: true,
    })
    await page.goto(new URL(made.url).pathname)
    const row = page.getByRole('row').filter({ hasText: '19:00' })
    await expectFits(page, 'a day sheet on which arrivals are marked')
    await row.getByRole('button', { name: /도착 확인$/ }).click()
    const mark = row.getByText(/^\d\d:\d\d 도착$/)
    await expect(mark).toBeVisible()
    await page.emulateMedia({ media: 'print' })
    await expect(mark).toBeVisible()
    await page.emulateMedia({ media: 'screen' })
    await row.getByRole('button', { name: '박지민 도착 확인 되돌리기' }).click()
    await expect(row.getByRole('button', { name: /도착 확인$/ })).toBeVisible()
  })
  expect(console).toEqual([])
})

const BROKEN = {
  'rejects every picture': ['qr_code', 'reject'],
  'never answers': ['qr_code', 'hang'],
  'reads other codes only': ['aztec', 'reject'],
} as const

for (const [how, [format, answer]] of Object.entries(BROKEN))
  test(`a reader of the browser that ${how} is replaced, and the camera is not blamed`, async ({
    page,
    app,
  }) => {
    const { of } = await approveMeetings(app, { 오세린: '17:00' })
    holdUp(arrivalAddress(app.url, of('오세린').arrival_code))
    await page.addInitScript(
      ([only, how]) => {
        class BarcodeDetector {
          static getSupportedFormats = async () => [only]
          detect = () =>
            how === 'hang'
              ? new Promise(() => {})
              : Promise.reject(new DOMException('No service', 'NotSupportedError'))
        }
        Object.assign(globalThis, { BarcodeDetector })
      },
      [format, answer] as const,
    )
    await signInAsAdmin(page, '/admin/arrivals')
    await page.getByRole('button', { name: 'QR 스캔' }).click()
    await expect(found(page)).toContainText('오세린')
    await expect(page.getByText('카메라를 사용할 수 없습니다')).toBeHidden()
  })

const row = (page: Page, group: string, name: string) =>
  page.getByRole('region', { name: group }).getByRole('listitem').filter({ hasText: name })

test('hours later a wrong arrival is undone and recounted; a cancellation request is not late, and decided', async ({
  page,
  browser,
  app,
}) => {
  test.slow()
  await page.setViewportSize({ width: 1440, height: 900 })
  const { member, desk, of } = await approveMeetings(app, {
    문가온: '17:00',
    나해솔: '17:20',
    임다솜: '17:40',
  })
  await askToCancel(member, of('나해솔'), '일정이 겹칩니다')
  const { leave } = await addColleague(app, '안내 셋', 'desk')
  await signInAsAdmin(page, '/admin/arrivals', '안내 셋')
  const time = await controlTime(page)
  const open = async () => {
    await page.goto('/admin/arrivals')
    await page.getByRole('checkbox', { name: '하루 전체 보기' }).check()
  }
  const count = (name: string, people: number) =>
    page.getByRole('button', { name: new RegExp(`^${name} .* 방문 인원 ${people}명 수정$`) })

  await test.step('the desk marks three people instead of two', async () => {
    await open()
    await time.passUntil(`${TODAY}T16:58:00+01:00`)
    const first = (await page.locator('li.arrival').first().boundingBox())!
    // Eleven rows in a window 900 pixels high.
    expect([first.height, Math.floor((900 - first.y) / first.height)]).toEqual([56, 11])
    await count('문가온', 2).click()
    await page.getByRole('dialog', { name: '방문 인원' }).getByRole('spinbutton').fill('3')
    await page.getByRole('dialog').getByRole('button', { name: '도착 확인' }).click()
    await expect(row(page, '도착', '문가온')).toContainText(/\d\d:\d\d 도착/)
  })

  await test.step('hours later it is two, and then nobody', async () => {
    await time.passUntil(`${TODAY}T19:30:00+01:00`)
    await count('문가온', 3).click()
    await page.getByRole('dialog', { name: '방문 인원' }).getByRole('spinbutton').fill('2')
    await page.getByRole('dialog').getByRole('button', { name: '저장' }).click()
    await expect(page.getByText('방문 인원을 2명으로 수정했습니다.')).toBeVisible()
    await expect(count('문가온', 2)).toBeVisible()
    await row(page, '도착', '문가온').getByRole('button', { name: '문가온 되돌리기' }).click()
    await expectAccessible(page)
    await page.getByRole('alertdialog').getByRole('button', { name: '되돌리기' }).click()
    await expect(row(page, '도착 없이 종료', '문가온')).toBeVisible()
  })

  await test.step('a row opens its reservation, also while another one is slow', async () => {
    const isOther = ({ searchParams }: URL) => searchParams.get('id') === String(of('나해솔').id)
    const held = Promise.withResolvers<void>()
    await page.route(isOther, async (route) => {
      await held.promise
      await route.continue()
    })
    await row(page, '취소 요청', '나해솔').click({ position: { x: 20, y: 20 } })
    await row(page, '도착 없이 종료', '문가온').click({ position: { x: 20, y: 20 } })
    const details = page.getByRole('dialog', { name: '예약 상세' })
    await expect(details).toContainText('문가온의 미팅')
    const late = page.waitForResponse((response) => isOther(new URL(response.url())))
    held.resolve()
    await (await late).finished()
    await expect(details).toContainText('문가온의 미팅')
    await expect(details).not.toContainText('나해솔')
    await page.keyboard.press('Escape')
    await page.unroute(isOther)
  })

  await test.step('the request of one who cancels is named to the desk; a manager grants it', async () => {
    const asking = row(page, '취소 요청', '나해솔')
    await expect(asking).not.toContainText('늦음')
    await expect(asking.getByRole('button', { name: /취소 요청/ })).toHaveCount(0)
  })

  const context = await openBrowser(browser, page, app.url)
  const screen = await context.newPage()
  await signInAsAdmin(screen, '/admin/arrivals')
  await screen.getByRole('checkbox', { name: '하루 전체 보기' }).check()

  await test.step('a manager grants it in the row', async () => {
    const asking = row(screen, '취소 요청', '나해솔')
    await expectFits(screen, 'the desk with a cancellation request')
    await asking.getByRole('button', { name: /취소 요청 승인$/ }).click()
    await screen.getByRole('dialog').getByRole('button', { name: '취소 요청 승인' }).click()
    await expect(asking).toBeHidden()
  })

  await test.step('an arrival is undone in the details of its reservation too', async () => {
    await desk.post(`/api/admin/reservations/${of('임다솜').id}/arrival/`)
    await row(screen, '도착', '임다솜').click({ position: { x: 20, y: 20 } })
    const undo = screen
      .getByRole('dialog', { name: '예약 상세' })
      .getByRole('button', { name: '임다솜 되돌리기' })
    await undo.click()
    await screen.getByRole('alertdialog').getByRole('button', { name: '되돌리기' }).click()
    await expect(undo).toBeHidden()
  })
  await context.close()
  await leave()
})

test('a name on the list is no code, a search is left without a question, and dialogs outlast what moves or loads beneath them', async ({
  page,
  app,
}) => {
  test.slow()
  await page.setViewportSize({ width: 1440, height: 900 })
  const { member, desk, places, of } = await approveMeetings(app, { Carmen: '17:00', 나해솔: '17:20' })
  const { arrival_code } = of('Carmen')
  await desk.decide(await askForMeeting(member, places, '17:40', '같은 이름', arrival_code), 'approve')
  await signInAsAdmin(page)
  const time = await controlTime(page)
  await page.goto('/admin/arrivals')
  await time.passUntil(`${TODAY}T16:50:00+01:00`)
  const field = page.getByLabel('입장 코드 또는 이름')

  await test.step('a name of six letters is searched; a code of somebody on the list is found before a name', async () => {
    await field.fill('Carmen')
    await expect(row(page, '검색 결과', 'Carmen')).toBeVisible()
    await field.press('Enter')
    await expect(page.getByRole('button', { name: '코드 확인' })).toBeDisabled()
    await expect(field).toHaveValue('Carmen')
    await expect(found(page)).toBeHidden()
    await typeCode(page, arrival_code)
    await expect(found(page)).toContainText('Carmen')
    await found(page).getByRole('button', { name: '닫기' }).click()
  })

  await test.step('the number of people stays as typed while the visitor becomes late', async () => {
    await row(page, '예정', 'Carmen')
      .getByRole('button', { name: /방문 인원 2명 수정$/ })
      .click()
    const people = page.getByRole('dialog', { name: '방문 인원' })
    await people.getByRole('spinbutton').fill('3')
    await time.passUntil(`${TODAY}T17:06:00+01:00`)
    await expect(page.locator('[aria-label="늦는 중"]')).toContainText('Carmen')
    await expect(people.getByRole('spinbutton')).toHaveValue('3')
    await people.getByRole('button', { name: '도착 확인' }).click()
    await expect(row(page, '도착', 'Carmen')).toContainText('3명')
  })

  await test.step('a row that is slow to open shows it, and opens over no other dialog', async () => {
    const loading = Promise.withResolvers<void>()
    const isRead = ({ searchParams }: URL) => searchParams.get('id') === String(of('나해솔').id)
    await page.route(isRead, async (route) => {
      await loading.promise
      await route.fallback()
    })
    const slow = row(page, '예정', '나해솔')
    await slow.click({ position: { x: 20, y: 20 } })
    await expect(slow).toHaveAttribute('aria-busy', 'true')
    await slow.getByRole('button', { name: /방문 인원/ }).click()
    const people = page.getByRole('dialog', { name: '방문 인원' })
    await expect(people).toBeVisible()
    loading.resolve()
    await expect(page.locator('li[aria-busy=true]')).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(people, 'nothing has opened over it').toBeHidden()
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })

  await test.step('what was searched is not asked about', async () => {
    await field.fill('나해')
    await expect(page.getByRole('region', { name: '검색 결과' })).toBeVisible()
    await page
      .getByRole('navigation', { name: '관리자 메뉴' })
      .getByRole('link', { name: '대시보드' })
      .click()
    await expect(page).toHaveURL(/dashboard/)
  })
})
