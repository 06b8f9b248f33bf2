import { expect, expectAccessible, signIn, test, watchConsole } from './fixtures.ts'

test('a newcomer signs up with the mailed code and signs in', async ({ page, app }) => {
  const said = watchConsole(page)
  const email = 'newcomer@example.com'
  const phone = '01077770001'
  await page.goto('/')
  await page
    .getByRole('button', { name: '회원가입' })
    .or(page.getByRole('link', { name: '회원가입' }))
    .click()
  await expect(page).toHaveURL('/register')
  await page.getByLabel('이메일').fill(email)
  await page.getByRole('button', { name: '인증번호' }).click()

  await expect(page.getByText(/2분/)).toBeVisible()
  const mail = await app.mailbox.receive(email, '인증번호')
  const code = /^인증번호: (\S+)$/m.exec(mail.text!)![1]!
  await page.getByLabel('인증번호').fill('WRONG2')
  await page.getByRole('button', { name: '확인' }).click()
  await expect(page.getByText('인증번호가 올바르지 않습니다.').first()).toBeVisible()
  await page.getByLabel('인증번호').fill(code.toLowerCase())
  await page.getByRole('button', { name: '확인' }).click()

  await page.getByLabel('이름').fill('신규 방문자')
  await page.getByLabel('전화번호').fill(phone)
  await page.getByLabel('회사명').fill('새내기상사')
  await page.getByLabel('직책').fill('대리')
  await page.getByRole('button', { name: '가입' }).click()
  await expect(page).toHaveURL('/')
  await expect(page.getByLabel('전화번호')).toHaveValue('010-7777-0001')
  await expect(page.getByLabel('이름')).toHaveValue('신규 방문자')
  await page.getByRole('button', { name: '로그인' }).click()
  await expect(page).toHaveURL('/dashboard')
  expect(said).toEqual([])
})

test('who is not known is asked to check phone and name', async ({ page }) => {
  await page.goto('/')
  await page.getByLabel('전화번호').fill('01099998888')
  await page.getByLabel('이름').fill('아무개')
  await page.getByRole('button', { name: '로그인' }).click()
  await expect(page.getByText('전화번호와 이름을 확인해주세요.').first()).toBeVisible()
  await expectAccessible(page)
  await expect(page.getByLabel('전화번호')).toHaveValue('010-9999-8888')
})

test('logging out asks first and leads back to the login', async ({ page }) => {
  await signIn(page, { phone: '010-3210-4567', name: '최민준' })
  await page.getByRole('button', { name: '로그아웃' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: '로그아웃' }).click()
  await expect(page).toHaveURL('/')
  await page.goto('/reservations')
  await expect(page).toHaveURL('/')
})
