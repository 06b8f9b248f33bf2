import type { Page } from '@playwright/test'
import { expect, expectAccessible, test } from './fixtures.ts'
import { codeFor } from './mailbox.ts'

const MEMBER = { phone: '010-2345-6789', name: '박지민' }

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

/** Signs in and out, to learn the member's address. */
async function addressOf(page: Page, data: typeof MEMBER): Promise<string> {
  const answer = await page.request.post('/api/user/login/', { data })
  const { user_data } = (await answer.json()) as { user_data: { email: string } }
  await page.context().clearCookies()
  return user_data.email
}

test('who mistyped phone or name when signing up is offered a code by e-mail after the second failure', async ({
  page,
  app,
}) => {
  const email = await addressOf(page, MEMBER)
  const offer = page.getByRole('button', { name: '이메일로 인증번호 받기' })
  await page.goto('/')
  await field(page, '전화번호').fill('010-9999-0001')
  await field(page, '이름').fill('오타')
  await page.route(
    '**/api/user/login/',
    (route) =>
      route.fulfill({
        status: 500,
        json: { code: 'internal', error: '오류입니다.', message: '오류입니다.' },
      }),
    { times: 1 },
  )
  await press(page, '로그인')
  await expect(page.getByText('오류입니다.'), 'the service failed, not the visitor').toBeVisible()
  await press(page, '로그인')
  await expect(page.getByText('전화번호와 이름을 확인해주세요.')).toBeVisible()
  await expect(offer).toBeHidden()
  await press(page, '로그인')
  await offer.click()

  await press(page, '인증번호 받기')
  await expect(page.getByText('이메일을 입력해주세요.')).toBeVisible()
  await press(page, '전화번호와 이름 다시 입력')
  await expect(field(page, '이름'), 'nothing typed is lost').toHaveValue('오타')
  await expect(field(page, '전화번호')).toHaveValue('010-9999-0001')
  for (let time = 0; time < 2; time += 1) await press(page, '로그인')
  await offer.click()
  await field(page, '이메일').fill(email)
  await expectAccessible(page)
  await press(page, '인증번호 받기')

  await expect(field(page, '인증번호')).toBeFocused()
  await expectAccessible(page)
  await page.reload()
  await expect(page.getByText(email), 'who read the mail in another app goes on here').toBeVisible()
  await field(page, '인증번호').fill('AB2')
  await press(page, '로그인')
  await expect(page.getByText('인증번호는 6자리입니다.')).toBeVisible()
  await field(page, '인증번호').fill('OOOOOO')
  await press(page, '로그인')
  await expect(page.getByText('이메일과 인증번호를 확인해주세요.')).toBeVisible()
  await field(page, '인증번호').fill(await codeFor(email, app.mailbox, '로그인 인증번호'))
  await press(page, '로그인')
  await expect(page).toHaveURL('/dashboard')
})

test('after too many failures with a phone its member signs in with a mailed code, and types nothing twice', async ({
  page,
  app,
}) => {
  const member = { phone: '010-4345-9018', name: '서지우' }
  const email = await addressOf(page, member)
  for (let n = 0; n < 10; n += 1)
    await page.request.post('/api/user/login/', { data: { ...member, name: `추측${n}` } })
  await page.goto('/')
  await field(page, '전화번호').fill(member.phone)
  await field(page, '이름').fill(member.name)
  await press(page, '로그인')
  await expect(page.getByText(/등록된 이메일로 코드를 보냈습니다/)).toBeVisible()
  await expect(field(page, '인증번호')).toBeFocused()
  await expect(field(page, '전화번호')).toHaveValue(member.phone)
  await expect(field(page, '이름')).toHaveValue(member.name)
  await expect(page.getByRole('button', { name: /^인증번호 다시 받기 \(\d/ })).toBeDisabled()
  await expectAccessible(page)
  const code = await codeFor(email, app.mailbox, '로그인 인증번호')
  await field(page, '인증번호').fill('OOOOOO')
  await press(page, '로그인')
  await expect(page.getByText('전화번호와 이름, 인증번호를 확인해주세요.')).toBeVisible()
  await page.reload()
  await expect(field(page, '이름')).toHaveValue(member.name)
  await field(page, '인증번호').fill(code.toLowerCase())
  await press(page, '로그인')
  await expect(page).toHaveURL('/dashboard')
})
