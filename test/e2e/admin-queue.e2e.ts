import type { Page } from '@playwright/test'
import type { Dashboard } from '../../contract/admin/dashboard.ts'
import { askForMeeting, askToCancel, makeNewcomer, makePlaces, openColleague, openDesk } from './desk.ts'
import { expect, expectAccessible, openBrowser, signInAsAdmin, test, watchConsole } from './fixtures.ts'
import { hold } from './hold.ts'
import { asTimePasses, controlTime } from './page-time.ts'
import { fetchWhole, watchCalls } from './reads.ts'
import { DESK, PHONE, SMALL } from './widths.ts'

const DAY = '2026-11-23'

type App = Parameters<typeof openDesk>[0]

/** A new member's requests for meetings in a room of their own, each with its title. */
async function ask(app: App, ...titles: string[]) {
  const desk = await openDesk(app)
  const who = await makeNewcomer(app)
  const at = await makePlaces(desk, DAY)
  const asked = []
  for (const [i, title] of titles.entries()) asked.push(await askForMeeting(who, at, `17:${i}0`, title))
  return { desk, who, asked }
}

// A journey has the steps of several tests.
test.slow()

test.beforeEach(({ page }) => signInAsAdmin(page))

const queue = (page: Page) => page.getByRole('region', { name: /^승인 대기/ })
const item = (page: Page, title: string) => queue(page).getByRole('listitem').filter({ hasText: title })
const row = (page: Page, title: string) => item(page, title).getByRole('button')
const box = (page: Page, title: string) => item(page, title).getByRole('checkbox')
const bar = (page: Page) => page.getByRole('region', { name: '선택한 예약 처리' })
const search = (page: Page) => page.getByRole('searchbox', { name: '대기 중인 예약 검색' })

/** The answer moves rows and buttons: a press that it overtakes meets nothing. */
async function find(page: Page, text: string) {
  const answer = page.waitForResponse((each) => new URL(each.url()).searchParams.get('search') === text)
  await search(page).fill(text)
  await answer
}

test('one by one, by keyboard: choosing, deciding, with the keys on a page of their own; a colleague’s decision moves no focus away', async ({
  page,
  app,
}) => {
  await test.step('from row to row, choosing and deciding', async () => {
    const said = watchConsole(page)
    await ask(app, '글쇠 하나', '글쇠 둘')
    await page.goto('/admin/dashboard')
    await expect(row(page, '글쇠 둘')).toBeVisible()
    await page.keyboard.press('/')
    await page.keyboard.type('글쇠')
    await page.keyboard.press('Enter')
    await expect(row(page, '글쇠 하나')).toBeFocused()
    await page.keyboard.press('j')
    await expect(row(page, '글쇠 둘')).toBeFocused()
    await page.keyboard.press('k')
    await expect(row(page, '글쇠 하나')).toBeFocused()
    await page.keyboard.press('?')
    await expect(page.getByRole('alertdialog', { name: '단축키' })).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(row(page, '글쇠 하나')).toBeFocused()

    await page.keyboard.press('x')
    await expect(bar(page)).toContainText('1건 선택')
    await page.keyboard.press('j')
    await expect(row(page, '글쇠 둘')).toBeFocused()
    await page.keyboard.press('Shift+Tab')
    await expect(box(page, '글쇠 둘')).toBeFocused()
    await page.keyboard.press('x')
    await expect(bar(page)).toContainText('2건 선택')
    await bar(page).getByRole('button', { name: '선택 해제' }).click()

    const sent: string[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('/action/')) sent.push(request.url())
    })
    const release = await hold(page, '**/action/')
    await search(page).fill('글쇠 둘')
    await search(page).press('Enter')
    // Before that, what is pressed is typed into the search.
    await expect(row(page, '글쇠 둘')).toBeFocused()
    await page.keyboard.press('a')
    await expect(item(page, '글쇠 둘')).toContainText('처리 중...')
    await page.keyboard.press('a')
    await page.keyboard.press('r')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    release()
    await expect(page.getByText('예약이 승인되었습니다.')).toBeVisible()
    await expect(row(page, '글쇠 둘')).toHaveCount(0)
    // No row is left in sight to take the focus.
    await expect(page.getByRole('heading', { name: /^승인 대기/ })).toBeFocused()
    expect(sent).toHaveLength(1)
    expect(said).toEqual([])
  })

  await test.step('what was chosen, decided elsewhere, and comes back as a cancellation request is not chosen', async () => {
    const { desk, who, asked } = await ask(app, '돌아온 회의')
    await page.goto('/admin/dashboard')
    await box(page, '돌아온 회의').check()
    await desk.decide(asked[0]!, 'approve')
    await page.getByRole('button', { name: '새로고침' }).click()
    await expect(row(page, '돌아온 회의')).toHaveCount(0)
    await askToCancel(who, asked[0]!, '일정 변경')
    await page.getByRole('button', { name: '새로고침' }).click()
    await expect(item(page, '돌아온 회의')).toContainText('취소 요청')
    await expect(box(page, '돌아온 회의')).not.toBeChecked()
    await expect(bar(page)).toBeHidden()
  })

  const time = await controlTime(page)
  await test.step('a request that a colleague decides leaves the focus on the next one', async () => {
    const { desk, asked } = await ask(app, '함께 하나', '함께 둘', '함께 셋')
    await page.goto('/admin/dashboard')
    await search(page).fill('함께')
    await search(page).press('Enter')
    await expect(row(page, '함께 하나')).toBeFocused()
    await page.keyboard.press('j')
    await expect(row(page, '함께 둘')).toBeFocused()
    await page.keyboard.press('r')
    await expect(page.getByRole('dialog', { name: '예약 거절' })).toBeVisible()
    await desk.decide(asked[1]!, 'approve')
    await time.pass(31_000)
    await expect(page.locator('[data-reservation]', { hasText: '함께 둘' })).toHaveCount(0)
    // The focus moves at once, not when the list is asked for again.
    await time.stop()
    await page.keyboard.press('Escape')
    await expect(row(page, '함께 셋')).toBeFocused()
    await time.goOn()
  })

  await test.step('a request whose time runs out goes below the queue, and can only be rejected', async () => {
    const { asked } = await ask(app, '늦은 회의')
    await page.goto('/admin/dashboard')
    await expect(row(page, '늦은 회의')).toBeVisible()
    const fold = queue(page).getByRole('button', { name: /^지난 신청/ })
    await expect(fold).toBeHidden()
    await time.passUntil(`${DAY}T17:10:30+01:00`)
    await expect(fold).toBeVisible()
    await expect(row(page, '늦은 회의')).toBeHidden()
    await fold.click()
    await find(page, '늦은')
    await expect(fold).toHaveText('지난 신청 1건')
    await box(page, '늦은 회의').check()
    await expect(bar(page).getByRole('button', { name: '거절 1건' })).toBeVisible()
    await expect(bar(page).getByRole('button', { name: /승인/ })).toBeHidden()
    await expectAccessible(page)
    await row(page, '늦은 회의').click()
    const details = page.getByRole('dialog', { name: '예약 상세' })
    await expect(details.getByRole('button', { name: '승인' })).toBeHidden()
    await details.getByRole('button', { name: '거절', exact: true }).click()
    const reject = page.getByRole('dialog', { name: '예약 거절' })
    await expect(reject.getByRole('checkbox', { name: '신청자에게 메일로 알리기' })).not.toBeChecked()
    // By keyboard: the first of the reasons that are given often, and off.
    await reject.getByRole('list', { name: '자주 쓰는 사유' }).getByRole('button').first().press('Enter')
    const sent = page.waitForRequest((request) => request.url().endsWith(`/${asked[0]!.id}/action/`))
    const release = await hold(page, '**/action/')
    await page.keyboard.press('Control+Enter')
    expect((await sent).postDataJSON()).toMatchObject({ action: 'reject', notify: false })
    // While it is on its way there is no past one left to reject.
    await expect(fold).toHaveText('지난 신청 0건')
    await expect(queue(page).getByText('모두 거절')).toHaveCount(0)
    release()
    await expect(page.getByText('예약이 거절되었습니다.')).toBeVisible()
  })

  await test.step('a cancellation request whose time runs out goes there too, apart, and all are decided at once', async () => {
    const { desk, who, asked } = await ask(app, '못 본 하나', '못 본 둘')
    for (const each of asked) {
      await desk.decide(each, 'approve')
      await askToCancel(who, each, '일정 변경')
    }
    await page.goto('/admin/dashboard')
    await search(page).fill('못 본')
    await time.passUntil(`${DAY}T17:20:30+01:00`)
    const past = queue(page).getByRole('group', { name: '지난 취소 요청' })
    const fold = past.getByRole('button', { name: /^지난 취소 요청/ })
    await fold.click()
    await expect(fold).toHaveText('지난 취소 요청 2건')
    await expect(queue(page).getByRole('listitem')).toHaveCount(2)
    await expect(item(page, '못 본 하나')).toContainText('취소 요청')
    await expectAccessible(page)
    await past.getByRole('button', { name: '모두 거절' }).click()
    const refuse = page.getByRole('dialog', { name: '취소 요청 거절 2건' })
    await expect(refuse.getByLabel('사유')).toHaveValue('')
    await refuse.getByRole('button', { name: '닫기' }).last().click()

    const loading = Promise.withResolvers<void>()
    const all = /page_size=/
    await page.route(all, async (route) => {
      await loading.promise
      await route.fallback()
    })
    await past.getByRole('button', { name: '모두 거절' }).click()
    await expect(past.getByText('처리 중')).toHaveCount(1)
    await row(page, '못 본 하나').click()
    const details = page.getByRole('dialog', { name: '예약 상세' })
    await expect(details).toBeVisible()
    loading.resolve()
    await expect(page.getByText('처리 중')).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(details, 'nothing has opened over it').toBeHidden()
    await page.unroute(all)

    await past.getByRole('button', { name: '모두 승인' }).click()
    const grant = page.getByRole('dialog', { name: '취소 요청 승인 2건' })
    await grant.getByRole('button', { name: '취소 요청 승인 2건' }).click()
    await expect(item(page, '못 본')).toHaveCount(0)
  })
})

test('several at once: it says which it decides, what is out of sight, and what became of each', async ({
  page,
  app,
}) => {
  await test.step('requests and cancellation requests together', async () => {
    const { desk, who, asked } = await ask(app, '섞인 신청', '섞인 취소')
    await desk.decide(asked[1]!, 'approve')
    await askToCancel(who, asked[1]!, '일정 변경')
    await page.goto('/admin/dashboard')
    await find(page, '섞인')
    await box(page, '섞인 신청').check()
    await box(page, '섞인 취소').check()
    await search(page).fill('섞인 신청')
    await expect(bar(page)).toContainText('2건 선택 · 가려진 1건 포함')
    await search(page).press('Enter')
    await page.keyboard.press('a')
    const which = page.getByRole('alertdialog', { name: '무엇을 승인할까요?' })
    await expect(which.getByRole('button', { name: '승인 1건', exact: true })).toBeVisible()
    await expectAccessible(page)
    await which.getByRole('button', { name: '취소 요청 승인 1건' }).click()
    const cancel = page.getByRole('dialog', { name: '취소 요청 승인 1건' })
    await expect(cancel).toBeVisible()
    await cancel.getByRole('button', { name: '닫기' }).last().click()
    await bar(page).getByRole('button', { name: '취소 요청 승인 1건' }).click()
    await expect(cancel).toContainText('목록에 보이지 않는 1건이 포함됩니다.')
    await cancel.getByRole('button', { name: '닫기' }).last().click()

    await bar(page).getByRole('button', { name: '승인 1건', exact: true }).click()
    const approve = page.getByRole('dialog', { name: '승인 1건', exact: true })
    await expect(approve).toContainText('해당하지 않는 1건은 제외됩니다.')
    await approve.getByRole('button', { name: '승인 1건' }).click()
    await expect(page.getByText('예약 1건이 승인되었습니다.')).toBeVisible()
    await expect(bar(page)).toContainText('1건 선택')
  })

  await test.step('what was decided is chosen no more, before the list of all is read', async () => {
    await ask(app, '방금 하나', '방금 둘')
    await page.goto('/admin/dashboard')
    await find(page, '방금')
    await box(page, '방금 하나').check()
    await box(page, '방금 둘').check()
    const release = await hold(page, /\/dashboard\/\?.*page_size=\d{4}/)
    await bar(page).getByRole('button', { name: '승인 2건' }).click()
    await page.getByRole('dialog').getByRole('button', { name: '승인 2건' }).click()
    await expect(item(page, '방금')).toHaveCount(0)
    await expect(bar(page)).toBeHidden()
    release()
  })

  await test.step('a reason is not lost, closing calls nothing off, failures are named', async () => {
    const { desk, asked } = await ask(app, '여럿 하나', '여럿 둘')
    await page.goto('/admin/dashboard')
    await find(page, '여럿')
    await box(page, '여럿 하나').check()
    await box(page, '여럿 둘').check()
    await bar(page).getByRole('button', { name: '거절 2건' }).click()
    const reject = page.getByRole('dialog', { name: '거절 2건' })
    const send = reject.getByRole('button', { name: '거절 2건' })
    await expect(send).toBeDisabled()
    await reject.getByLabel('거절 사유').fill('내부 행사')
    await page.keyboard.press('Escape')
    await page.getByRole('alertdialog').getByRole('button', { name: '계속 입력' }).click()
    await page.route('**/bulk-action/', (route) => route.abort())
    await send.click()
    await expect(page.getByText('거절에 실패했습니다. 서버의 응답을 받지 못했습니다.')).toBeVisible()
    await page.unroute('**/bulk-action/')

    await desk.decide(asked[0]!, 'approve')
    const decided = reject.getByRole('listitem').filter({ hasText: '현재 상태' })
    await expect(decided, 'a colleague was first').toHaveText(/이미 처리된 예약입니다\. 현재 상태: 예약됨$/)
    await expect(reject.getByLabel('거절 사유')).toHaveValue('내부 행사')
    const release = await hold(page, '**/bulk-action/')
    await send.click()
    await page.keyboard.press('Escape')
    await expect(reject.getByLabel('거절 사유')).toHaveValue('내부 행사')
    release()
    const result = page.getByRole('dialog', { name: '1건 처리, 1건 실패' })
    await expect(result.getByRole('listitem').first()).toContainText(
      '현재 상태(예약됨)에서는 처리할 수 없습니다.',
    )
    await expect(result.getByRole('listitem').last()).toContainText('처리됨')
    await expectAccessible(page)
    await result.getByRole('button', { name: '확인' }).click()
    await expect(item(page, '여럿')).toHaveCount(0)
  })
})

test('a colleague decides while a reason is being typed: the dialog says who did what, and keeps the reason', async ({
  page,
  app,
}) => {
  const { asked } = await ask(app, '겹친 하나', '겹친 둘')
  const colleague = await openColleague(app, '겹친 동료')
  await page.context().grantPermissions(['clipboard-write'])
  await page.goto('/admin/dashboard')
  await search(page).fill('겹친')
  await search(page).press('Enter')
  await expect(row(page, '겹친 하나')).toBeFocused()
  const type = async (reason: string) => {
    const dialog = page.getByRole('dialog', { name: '예약 거절' })
    await dialog.getByLabel('거절 사유').fill(reason)
    return dialog
  }

  await page.keyboard.press('r')
  await type('그 시간에는 설비를 점검합니다.')
  await colleague.decide(asked[0]!, 'approve')
  const cancel = page.getByRole('dialog', { name: '예약 취소' })
  const notice = cancel.getByRole('alert').filter({ hasText: '현재 상태' })
  await expect(notice, 'long before it polls').toContainText(/겹친 동료 님이 \d\d:\d\d에 승인했습니다\./, {
    timeout: 5_000,
  })
  await expect(notice).toContainText('현재 상태: 예약됨')
  await expect(cancel.getByLabel('취소 사유'), 'a key sends nothing unread').not.toBeFocused()
  await expect(cancel.getByLabel('취소 사유')).toHaveValue('그 시간에는 설비를 점검합니다.')
  await expectAccessible(page)
  await cancel.getByRole('button', { name: '예약 취소' }).click()
  await expect(page.getByText('예약이 취소되었습니다.')).toBeVisible()
  await expect(cancel).toBeHidden()

  await row(page, '겹친 둘').focus()
  await page.keyboard.press('r')
  const reject = await type('자리가 없습니다.')
  await colleague.decide(asked[1]!, 'reject', '중복 신청')
  await expect(
    reject.getByText(/^겹친 동료 님이 \d\d:\d\d에 거절했습니다\. 현재 상태: 거절됨$/),
  ).toBeVisible()
  await expect(reject.getByText('더 처리할 것이 없습니다.')).toBeVisible()
  await expect(reject.getByRole('button', { name: '거절', exact: true })).toHaveCount(0)
  await reject.getByRole('button', { name: '사유 복사' }).click()
  await expect(page.getByText('사유를 복사했습니다.')).toBeVisible()
  await expect(reject.getByLabel('거절 사유')).toHaveValue('자리가 없습니다.')
  await colleague.leave()
})

const strip = (page: Page) => page.getByRole('region', { name: '되돌릴 수 있는 승인' })
const undo = (page: Page) => strip(page).getByRole('button', { name: '되돌리기' })

test('an approval is sent at once and can be undone for ten seconds, on every screen; a colleague sees both at once', async ({
  page,
  browser,
  app,
}) => {
  await ask(app, '무른 하나', '무른 둘', '무른 셋', '무른 넷')
  const office = await openBrowser(browser, page, app.url, DESK)
  const screen = await office.newPage()
  const listens = screen.waitForResponse('**/api/admin/changes/**')
  await signInAsAdmin(screen, '/admin/dashboard')
  const time = await controlTime(page)
  await page.goto('/admin/dashboard')
  await search(page).fill('무른')
  await search(page).press('Enter')
  await expect(row(page, '무른 하나')).toBeFocused()
  await listens

  await page.keyboard.press('a')
  await expect(page.getByText(/17:00 예약이 승인되었습니다/)).toBeVisible()
  await expect(strip(page).getByRole('status')).toHaveText(/17:00 승인$/)
  await expect(row(page, '무른 둘')).toBeFocused()
  await expect(row(screen, '무른 하나'), 'long before it polls').toHaveCount(0, { timeout: 5_000 })
  await page.keyboard.press('a')
  await expect(strip(page)).toContainText('이전 승인 1건')
  await page.keyboard.press('z')
  await expect(page.getByText(/17:10 예약 승인을 되돌렸습니다/)).toBeVisible()
  await expect(row(page, '무른 둘')).toBeFocused()
  await expect(row(screen, '무른 둘')).toBeVisible({ timeout: 5_000 })

  await page.keyboard.press('a')
  await expect(row(page, '무른 셋')).toBeFocused()
  await expect(strip(page).getByRole('status')).toHaveText(/17:10 승인$/)
  const release = await hold(page, /take-back/)
  await page.keyboard.press('z')
  await page.keyboard.press('j')
  release()
  await expect(row(page, '무른 둘')).toBeVisible()
  await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))')
  await expect(row(page, '무른 넷'), 'who goes on meanwhile is not led back').toBeFocused()
  await row(page, '무른 둘').focus()

  await page.keyboard.press('a')
  await expect(strip(page).getByRole('status')).toHaveText(/17:10 승인$/)
  await page.getByRole('link', { name: '예약 관리' }).click()
  await undo(page).click()
  await expect(page.getByText(/17:10 예약 승인을 되돌렸습니다/)).toBeVisible()
  await page.getByRole('link', { name: '대시보드' }).first().click()
  await expect(row(page, '무른 둘')).toBeVisible()

  for (const title of ['무른 둘', '무른 셋']) await box(page, title).check()
  await bar(page).getByRole('button', { name: '승인 2건' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '승인 2건' }).click()
  await expect(strip(page).getByRole('status')).toHaveText('2건 승인')
  await expect(row(page, '무른 둘')).toHaveCount(0)
  await undo(page).click()
  await expect(page.getByText('예약 2건의 승인을 되돌렸습니다.')).toBeVisible()
  for (const title of ['무른 둘', '무른 셋']) await expect(row(page, title)).toBeVisible()

  // The keys skip a row while its undo is under way.
  await expect(page.locator('[data-busy]')).toHaveCount(0)
  await expect(row(page, '무른 둘')).toBeFocused()
  // The strip goes under the keyboard, which then is where it was.
  await row(page, '무른 셋').focus()
  await page.keyboard.press('a')
  await expect(row(page, '무른 넷')).toBeFocused()
  // Not the strip of an earlier approval, which may go first.
  await expect(strip(page).getByRole('status')).toHaveText(/17:20 승인$/)
  await undo(page).focus()
  // It has jumped by five seconds; the test has been as slow as two more.
  await time.stop()
  await time.pass(2_000)
  await expect(undo(page)).toBeFocused()
  await time.pass(3_100)
  await expect(strip(page)).toBeHidden()
  await expect(row(page, '무른 넷')).toBeFocused()
  await time.goOn()
  await page.keyboard.press('z')
  await expect(row(page, '무른 셋')).toHaveCount(0)

  // With the service's own clock again.
  await page.unroute('**/api/**')
  await page.reload()
  await search(page).fill('무른 넷')
  await search(page).press('Enter')
  await expect(row(page, '무른 넷')).toBeFocused()
  await page.keyboard.press('a')
  await expect(strip(page)).toBeVisible()
  await expectAccessible(page)
  await office.close()
})

test('at a desk, an approval and its undo cover no button of the next request', async ({ page, app }) => {
  await ask(app, '나란히 하나', '나란히 둘')
  const time = await controlTime(page)
  await page.goto('/admin/dashboard')
  await search(page).fill('나란히')
  const details = page.getByRole('dialog', { name: '예약 상세' })
  await row(page, '나란히 하나').click()
  await details.getByRole('button', { name: '승인', exact: true }).click()
  await expect(row(page, '나란히 하나')).toHaveCount(0)
  await row(page, '나란히 둘').click()
  const toast = details.getByText(/예약이 승인되었습니다/)
  await expect(details.getByRole('button', { name: '되돌리기' })).toBeVisible()
  await toast.hover()
  await time.stop()
  for (const [width, height] of [
    [1280, 720],
    [1366, 768],
    [1024, 768],
    [820, 700],
  ] as const) {
    await page.setViewportSize({ width, height })
    const actions = (await details.locator('footer button').first().boundingBox())!
    for (const bar of [strip(page), toast]) {
      const { y, height: tall } = (await bar.boundingBox())!
      const isClear = actions.y + actions.height <= y || y + tall <= actions.y
      expect(isClear, `${width}x${height}`).toBe(true)
    }
  }
})

test.describe('by thumb', () => {
  test.use(PHONE)

  test('a request is chosen and rejected with its details; an approval is undone where the strip covers nothing', async ({
    page,
    app,
  }) => {
    await test.step('a date, several requests and one with its details are chosen, and one is rejected', async () => {
      await ask(app, '손끝 회의')
      await page.goto('/admin/dashboard')
      await page.getByRole('tab', { name: '11.23 (월)' }).tap()
      await expect(queue(page).getByRole('heading', { level: 3 })).toHaveCount(1)
      await box(page, '손끝 회의').tap()
      await expect(bar(page)).toContainText('1건 선택')
      await bar(page).getByRole('button', { name: '선택 해제' }).tap()

      await row(page, '손끝 회의').tap()
      const details = page.getByRole('dialog', { name: '예약 상세' })
      await expect(details.getByText('손끝 회의')).toBeVisible()
      await details.getByRole('button', { name: '거절', exact: true }).tap()
      const reject = page.getByRole('dialog', { name: '예약 거절' })
      await reject.getByLabel('거절 사유').fill('내부 행사')
      await reject.getByRole('button', { name: '거절', exact: true }).tap()
      await expect(page.getByText('예약이 거절되었습니다.')).toBeVisible()
      await expect(row(page, '손끝 회의')).toHaveCount(0)
    })

    await test.step('an approval is undone in the details of another request, where the strip covers nothing', async () => {
      await ask(app, '엄지 하나', '엄지 둘')
      await page.goto('/admin/dashboard')
      const details = page.getByRole('dialog', { name: '예약 상세' })
      await row(page, '엄지 하나').tap()
      await details.getByRole('button', { name: '승인', exact: true }).tap()
      await expect(row(page, '엄지 하나')).toHaveCount(0)
      await row(page, '엄지 둘').tap()
      // The strip moves into the dialog that opens.
      await expect(details.getByRole('button', { name: '되돌리기' })).toBeVisible()
      const covering = (await strip(page).boundingBox())!
      const others = [
        details.getByRole('heading', { level: 2 }),
        ...(await details.locator('footer button, header button').all()),
      ]
      for (const other of others) {
        const { y, height } = (await other.boundingBox())!
        expect(y + height <= covering.y || y >= covering.y + covering.height).toBe(true)
      }
      await undo(page).tap()
      await expect(page.getByText(/예약 승인을 되돌렸습니다/)).toBeVisible()
      await details.getByRole('button', { name: '닫기' }).first().tap()
      await expect(row(page, '엄지 하나')).toBeVisible()
    })
  })
})

test('the queue without requests, without its service, and with the calls of the specification alone @release', async ({
  page,
  app,
}) => {
  await test.step('nothing that waits, and what cannot be loaded, say what to do', async () => {
    const dashboard = '**/api/admin/dashboard/?**'
    await page.route(dashboard, async (route) => {
      const response = await fetchWhole(route)
      const found = (await response.json()) as Dashboard
      const reservations = { ...found.reservations, pending: [], cancel_requested: [] }
      const queue = { ...found.queue, coming: 0, days: [], competing: [] }
      await route.fulfill({ response, json: { ...found, count: 0, reservations, queue } })
    })
    await page.goto('/admin/dashboard')
    await expect(page.getByText('대기 중인 예약이 없습니다.')).toBeVisible()
    await expectAccessible(page)
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    // A lost call would be tried again for a while first.
    await page.route(dashboard, (route) => route.fulfill({ status: 400, body: 'oops' }))
    // A change told right after the loading would read again before the press.
    await page.route('**/api/admin/changes/**', (route) => route.abort())
    await page.reload()
    await expect(page.getByRole('main').getByText('데이터를 불러오는데 실패했습니다.')).toBeVisible()
    await page.unroute(dashboard)
    await page.getByRole('button', { name: '다시 시도' }).click()
    await expect(queue(page)).toBeVisible()
    await page.unroute('**/api/admin/changes/**')
  })

  await test.step('a service that does not answer is named above the screen, and moves no row away', async () => {
    await page.clock.install()
    await page.goto('/admin/dashboard')
    const first = queue(page).getByRole('listitem').first()
    await expect(first).toBeVisible()
    const note = page.getByText(/ 기준 · 연결되지 않아 다시 시도 중입니다$/)
    const heading = page.getByRole('heading', { level: 1 })
    const places = new Map<number, unknown>()
    const atEachWidth = async (look: (width: number) => Promise<unknown>) => {
      for (const { viewport } of [DESK, PHONE, SMALL]) {
        await page.setViewportSize(viewport)
        await look(viewport.width)
      }
    }
    await atEachWidth(async (width) => places.set(width, await first.boundingBox()))
    await page.route('**/api/admin/dashboard/**', (route) => route.abort())
    await page.getByRole('button', { name: '새로고침' }).click()
    await asTimePasses(page, (soon) => expect(note).toBeVisible(soon))
    await atEachWidth(async (width) => {
      expect(await first.boundingBox(), `${width} pixels wide`).toEqual(places.get(width))
      const told = (await note.boundingBox())!
      expect(told.y + told.height).toBeLessThanOrEqual((await heading.boundingBox())!.y)
    })
    await page.unroute('**/api/admin/dashboard/**')
    await asTimePasses(page, (soon) => expect(note).toBeHidden(soon))
    await atEachWidth(async (width) =>
      expect(await first.boundingBox(), `${width} pixels wide, afterwards`).toEqual(places.get(width)),
    )
    await page.setViewportSize(DESK.viewport)
  })

  await test.step('queue, timetable and timeline read the calls of the specification, and no second one for the same', async () => {
    await ask(app, '같은 호출')
    const calls = watchCalls(page)
    await page.goto('/admin/dashboard')
    await find(page, '같은 호출')
    await row(page, '같은 호출').click()
    await expect(page.getByRole('dialog', { name: '예약 상세' })).toBeVisible()
    await page.keyboard.press('Escape')
    await page.keyboard.press('s')
    await expect(queue(page).getByRole('heading', { level: 3 })).toHaveText(/^오래 기다린 순/)

    // As if more waited than one page holds: all of it is chosen, wherever it stands.
    await page.route('**/api/admin/dashboard/?**&page_size=200', async (route) => {
      const response = await fetchWhole(route)
      await route.fulfill({ response, json: { ...((await response.json()) as Dashboard), count: 450 } })
    })
    await page.goto('/admin/dashboard')
    const pages = queue(page).getByRole('navigation', { name: '승인 대기 페이지' })
    const next = page.waitForResponse('**/api/admin/dashboard/?**&page=2&page_size=200')
    await pages.getByRole('button', { name: '2 페이지' }).click()
    await next
    await expect(row(page, '같은 호출')).toBeHidden()
    await queue(page)
      .getByRole('button', { name: /건 모두 선택$/ })
      .click()
    await expect(bar(page)).toContainText(/건 선택 · 가려진 [1-9]\d*건 포함/)

    for (const address of ['?date=all', '?date=all&search=호출', `?date=${DAY}`, `/timeline?date=${DAY}`]) {
      const listed = page.waitForResponse('**/api/admin/reservations/?**')
      await page.goto(`/admin/reservation${address}`)
      await listed
      await expect(page.getByRole('region', { name: /^예약 / })).toBeVisible()
    }
    expect(calls().filter((call) => !OF_OUR_OWN.includes(call))).toEqual([
      'GET /api/admin/available-rooms/',
      'GET /api/admin/available-tours/',
      'GET /api/admin/dashboard/',
      'GET /api/admin/dashboard/stats/',
      'GET /api/admin/docents/',
      'GET /api/admin/event-dates/',
      'GET /api/admin/reservations/',
      'GET /api/admin/rooms/',
      'GET /api/admin/tours/',
    ])
  })
})

/** Calls for what the specification has none: the frame of every screen, its changes, the facts beside a reservation. */
const OF_OUR_OWN = [
  'GET /api/admin/attention/',
  'GET /api/admin/changes/',
  'GET /api/admin/my-info/',
  'GET /api/admin/reservations/{id}/context/',
  'GET /api/admin/reservations/{id}/history/',
  'GET /api/admin/settings/',
  'GET /api/admin/setup/',
  'GET /api/admin/waitlist/counts/',
  'GET /api/admin/waitlist/reservations/{id}/',
]

test('failures that come together are all said, and cover no button at the top @release', async ({
  page,
  app,
}) => {
  const who = await makeNewcomer(app)
  const at = await makePlaces(await openDesk(app), DAY)
  const times = ['17', '18', '19'].flatMap((hour) => [0, 1, 2, 3, 4, 5].map((ten) => `${hour}:${ten}0`))
  for (const time of times) await askForMeeting(who, at, time, '한꺼번에')
  await page.goto('/admin/dashboard')
  await search(page).fill('한꺼번에')
  await search(page).press('Enter')
  await expect(row(page, '17:00')).toBeFocused()
  const { promise: failing, resolve: fail } = Promise.withResolvers<void>()
  await page.route('**/action/', async (route) => {
    await failing
    await route.fulfill({ status: 500, json: { code: 'internal', error: '오류', message: '오류' } })
  })
  for (const _ of times) {
    await page.keyboard.press('a')
    await page.keyboard.press('j')
  }
  await expect(queue(page).getByText('처리 중...')).toHaveCount(times.length)
  fail()
  const said = page.getByText('예약 승인에 실패했습니다.')
  await said.last().hover()
  await expect(said).toHaveCount(times.length)
  await page.getByRole('button', { name: '로그아웃' }).click({ trial: true })
  await said.first().scrollIntoViewIfNeeded()
  await expect(said.first()).toBeInViewport()
})
