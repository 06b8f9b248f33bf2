import type { Page } from '@playwright/test'
import { expect, logIn, signIn, test, watchConsole } from './fixtures.ts'
import { controlTime } from './page-time.ts'

const MEMBER = { phone: '010-4345-9018', name: '서지우' }
const PROTECTED = ['/dashboard', '/reserve-tour', '/reserve-room', '/reservations', '/profile']

const stored = (page: Page, key: string) =>
  page.evaluate<string | null>(`sessionStorage.getItem(${JSON.stringify(key)})`)
const menu = (page: Page) => page.getByRole('navigation', { name: '메뉴' })

test('the login wants both fields, writes the phone 3-4-4 and takes no more than eleven digits', async ({
  page,
}) => {
  const said = watchConsole(page)
  await page.goto('/')
  const phone = page.getByLabel('전화번호')
  await expect(phone).toHaveAttribute('placeholder', '010-1234-5678')
  await page.getByRole('button', { name: '로그인' }).click()
  await expect(page.getByText('전화번호를 입력해주세요.')).toBeVisible()
  await expect(page.getByText('이름을 입력해주세요.')).toBeVisible()
  await expect(phone).toBeFocused()
  for (const [typed, shown] of [
    ['010', '010'],
    ['9', '010-9'],
    ['876', '010-9876'],
    ['a5', '010-9876-5'],
    ['43210', '010-9876-5432'],
  ]) {
    await phone.pressSequentially(typed!)
    await expect(phone).toHaveValue(shown!)
  }
  await expect(page.getByText('전화번호를 입력해주세요.')).toBeHidden()
  await page.reload()
  await expect(phone).toHaveValue('010-9876-5432')
  expect(said).toEqual([])
})

test('a login that fails says so for five seconds and keeps what was typed', async ({ page }) => {
  const time = await controlTime(page)
  await page.goto('/')
  await page.getByLabel('전화번호').fill('010-9999-0000')
  await page.getByLabel('이름').fill('아무개')
  await page.clock.pauseAt('2099-01-01T00:00:00Z')
  await page.getByRole('button', { name: '로그인' }).click()
  const toast = page.getByText('전화번호와 이름을 확인해주세요.', { exact: true })
  await expect(toast).toBeVisible()
  await time.pass(4_999)
  await expect(toast).toBeVisible()
  await time.pass(2)
  await expect(toast).toBeHidden()
  await expect(page.getByLabel('전화번호')).toHaveValue('010-9999-0000')
})

test('without a session every screen of a member leads to the login, and so does what nobody knows', async ({
  page,
}) => {
  for (const path of [...PROTECTED, '/nowhere', '/reservations/7', '/admin/nowhere']) {
    await page.goto(path)
    await expect(page, path).toHaveURL('/')
    await expect(page.getByRole('button', { name: '로그인' }), path).toBeVisible()
  }
  await expect(menu(page)).toBeHidden()
})

test('half a session is none', async ({ page }) => {
  await page.goto('/')
  for (const half of [
    `sessionStorage.setItem('user_id', '1')`,
    `sessionStorage.setItem('user_data', '{"id":1}')`,
  ]) {
    await page.evaluate(half)
    await page.goto('/profile')
    await expect(page).toHaveURL('/')
    await expect(page.getByRole('button', { name: '로그인' })).toBeVisible()
  }
})

test('the login leaves user_id and user_data behind, and leads on while they are there', async ({ page }) => {
  await logIn(page, MEMBER)
  const member = (await (await page.request.get('/api/user/my-info/')).json()) as { id: number; name: string }
  expect(member.name).toBe(MEMBER.name)
  expect(await stored(page, 'user_id')).toBe(String(member.id))
  expect(JSON.parse((await stored(page, 'user_data'))!)).toEqual(member)
  await page.goto('/')
  await expect(page).toHaveURL('/dashboard')
  for (const path of PROTECTED) {
    await page.goto(path)
    await expect(menu(page), path).toBeVisible()
    await expect(page, path).toHaveURL(path)
  }
})

test('the navigation leads everywhere, says where one is, and asks before it logs out', async ({ page }) => {
  const said = watchConsole(page)
  await signIn(page, MEMBER)
  for (const [name, path] of [
    ['예약내역', '/reservations'],
    [MEMBER.name, '/profile'],
    ['예약하기', '/dashboard'],
  ]) {
    await menu(page).getByRole('link', { name: name! }).click()
    await expect(page).toHaveURL(path!)
    await expect(menu(page).locator('[aria-current=page]')).toHaveText(name!)
  }
  await menu(page).getByRole('button', { name: '로그아웃' }).click()
  const question = page.getByRole('alertdialog', { name: '로그아웃' })
  await expect(question).toContainText('로그아웃하시겠습니까?')
  await question.getByRole('button', { name: '취소' }).click()
  await expect(question).toBeHidden()
  await expect(menu(page).getByRole('button', { name: '로그아웃' })).toBeFocused()
  await menu(page).getByRole('button', { name: '로그아웃' }).click()
  await question.getByRole('button', { name: '로그아웃' }).click()
  await expect(page).toHaveURL('/')
  await expect(menu(page)).toBeHidden()
  expect(await stored(page, 'user_id')).toBeNull()
  expect(await stored(page, 'user_data')).toBeNull()
  expect((await page.request.get('/api/user/my-info/')).status(), 'the session is over').toBe(401)
  expect(said).toEqual([])
})

test('who logs out is out even when the service cannot be told', async ({ page }) => {
  await signIn(page, MEMBER)
  await page.route('**/api/user/logout/', (route) => route.abort())
  await menu(page).getByRole('button', { name: '로그아웃' }).click()
  await page.evaluate(`{
    window.unread = ''
    new MutationObserver((changes) => {
      for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes]))
        if (node.matches?.('.toasts')) window.unread += node.textContent
    }).observe(document, { childList: true, subtree: true })
  }`)
  await page.getByRole('alertdialog').getByRole('button', { name: '로그아웃' }).click()
  await expect(page.getByText('로그아웃에 실패했습니다.')).toBeVisible()
  // A text that is inserted together with its live region is not read out.
  expect(await page.evaluate('window.unread')).toBe('')
  await expect(page).toHaveURL('/')
  expect(await stored(page, 'user_id')).toBeNull()
  expect(await stored(page, 'user_data')).toBeNull()
})

test('a session that is over leads to the login from wherever one is', async ({ page }) => {
  await signIn(page, MEMBER, '/profile')
  await page.context().clearCookies()
  await page.goto('/reservations')
  await expect(page).toHaveURL('/')
  expect(await stored(page, 'user_data')).toBeNull()
})
