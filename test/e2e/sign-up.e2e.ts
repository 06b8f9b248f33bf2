import type { Page } from '@playwright/test'
import { expect, expectAccessible, test, watchConsole } from './fixtures.ts'
import { codeFor } from './mailbox.ts'
import { controlTime } from './page-time.ts'

const at = (page: Page, step: number) =>
  expect(page.getByRole('progressbar', { name: '진행 단계' })).toHaveAttribute('aria-valuenow', String(step))

const back = (page: Page) => page.getByRole('button', { name: '이전으로' }).click()

/** The next call to that path is refused for a reason that the visitor cannot help. */
const failOnce = (page: Page, path: string) =>
  page.route(`**/api/user/${path}/`, (route) => route.fulfill({ status: 500, json: FAILURE }), { times: 1 })
const FAILURE = { code: 'internal', error: '일시적인 오류입니다.', message: '일시적인 오류입니다.' }

test('the sign-up says what is wrong at each step, keeps what was typed, and is left behind when done', async ({
  page,
  app,
}) => {
  const said = watchConsole(page)
  const address = 'careful@example.com'
  await test.step('the first two steps say what is wrong, go back, and outlast a reload', async () => {
    await page.goto('/')
    await page.getByRole('button', { name: '회원가입' }).click()
    await at(page, 1)
    const email = page.getByLabel('이메일')
    const askForCode = page.getByRole('button', { name: '인증번호 받기' })

    await askForCode.click()
    await expect(page.getByText('이메일을 입력해주세요.')).toBeVisible()
    await email.fill('not-an-address')
    const refused = page.getByText('올바른 이메일 형식이 아닙니다.')
    const readOut = page.getByRole('alert').filter({ hasText: /./ })
    await askForCode.click()
    await expect(refused).toBeVisible()
    await expect(email).toBeFocused()
    await expect(readOut, 'the focus has it read out').toHaveCount(0)
    await email.press('Enter')
    await expect(readOut, 'the focus stays and reads nothing').toHaveText(['올바른 이메일 형식이 아닙니다.'])
    const said = await readOut.elementHandle()
    await email.press('Enter')
    await expect.poll(() => said?.evaluate((each) => each.isConnected), 'it is said anew').toBe(false)
    await expect(readOut).toHaveCount(1)
    await expectAccessible(page)
    await email.fill('visitor23456789@fairslot.example')
    await askForCode.click()
    await expect(page.getByText('이미 가입된 이메일입니다.')).toBeVisible()
    await email.fill(address)
    await failOnce(page, 'register')
    await askForCode.click()
    await expect(page.getByText('인증번호 발송에 실패했습니다. 일시적인 오류입니다.')).toBeVisible()
    await expectAccessible(page)
    await askForCode.click()

    await at(page, 2)
    await expect(page.getByText(/약 2분/)).toContainText('스팸함을 확인해주세요')
    const code = page.getByLabel('인증번호')
    const confirm = page.getByRole('button', { name: '확인', exact: true })
    await code.pressSequentially('WRONG2XYZ')
    await expect(code).toHaveValue('WRONG2')
    // The sixth sign sends the code.
    await expect(page.getByRole('alert').getByText('인증번호가 올바르지 않습니다.')).toContainText(
      '인증번호는 10분간 유효하며, 지났다면 ‘인증번호 다시 받기’를 눌러 새 인증번호를 받아주세요.',
    )
    await expectAccessible(page)
    await page.reload()
    await at(page, 2)
    await expect(code).toHaveValue('WRONG2')
    await back(page)
    await at(page, 1)
    await expect(email).toHaveValue(address)
    await askForCode.click()
    await at(page, 2)
    const mailed = await codeFor(address, app.mailbox)
    await test.step('a code is taken as it is copied out of the mail', async () => {
      await code.fill('')
      await page.keyboard.insertText(` ${mailed.slice(0, 3)} - ${mailed.slice(3, 5)} `)
      await expect(code).toHaveValue(mailed.slice(0, 5))
      await confirm.click()
      await expect(page.getByText('인증번호는 6자리입니다.'), 'half a code costs no try').toBeVisible()
      await page.keyboard.insertText(mailed.slice(5).toLowerCase())
    })
    await at(page, 3)
  })

  await test.step('the last step says what is wrong, and keeps what was typed', async () => {
    const mailed = await codeFor(address, app.mailbox)
    const code = page.getByLabel('인증번호')
    const confirm = page.getByRole('button', { name: '확인', exact: true })
    await expect(page.getByRole('heading', { name: '회원 정보를 입력해주세요' })).toBeVisible()
    await expect(page.getByLabel('이름'), 'the first field is ready').toBeFocused()
    for (const label of ['이름', '전화번호', '회사명', '직책'])
      await expect(page.getByLabel(label), 'readers hear it').toHaveAttribute('aria-required', 'true')
    await page.getByRole('button', { name: '가입하기' }).click()
    for (const text of ['이름을', '회사명을', '직책을'])
      await expect(page.getByText(`${text} 입력해주세요.`)).toBeVisible()
    await page.getByLabel('이름').fill('신중한 방문자')
    await page.getByLabel('회사명').fill('새내기상사')
    await page.getByLabel('직책').fill('대리')
    await page.getByLabel('전화번호').pressSequentially('0111234567')
    await page.getByRole('button', { name: '가입하기' }).click()
    await expect(page.getByText('올바른 전화번호 형식이 아닙니다.')).toBeVisible()
    await expect(page.getByLabel('전화번호')).toBeFocused()
    await expectAccessible(page)
    const phone = '010-7777-1001'
    await page.getByLabel('전화번호').fill(phone)
    await page.reload()
    await at(page, 3)
    await expect(page.getByLabel('이름')).toHaveValue('신중한 방문자')
    await expect(page.getByLabel('전화번호')).toHaveValue(phone)
    await back(page)
    await at(page, 2)
    await expect(code).toHaveValue(mailed)
    await confirm.click()
    await at(page, 3)
    await expect(page.getByLabel('직책')).toHaveValue('대리')
    await failOnce(page, 'complete-registration')
    await page.getByRole('button', { name: '가입하기' }).click()
    await expect(page.getByText('회원가입에 실패했습니다. 일시적인 오류입니다.')).toBeVisible()
    await page.getByLabel('전화번호').fill('010-2345-6789')
    await page.getByRole('button', { name: '가입하기' }).click()
    await expect(page.getByLabel('전화번호'), 'another member has it').toHaveAccessibleDescription(
      /이미 등록된 전화번호입니다\. 가입하신 적이 없다면 인증번호 메일에 회신해주세요\.$/,
    )
    await page.getByLabel('전화번호').fill(phone)
    await page.getByRole('button', { name: '가입하기' }).click()
    await expect(page).toHaveURL('/')
    await expect(page.getByText('회원가입이 완료되었습니다. 로그인해주세요.')).toBeVisible()
  })

  await test.step('a sign-up that is over cannot be walked into again, neither back nor forward', async () => {
    await expect(page.getByLabel('이름')).toHaveValue('신중한 방문자')
    await expect(page.getByLabel('전화번호')).toHaveValue('010-7777-1001')
    // Forward bounces off the steps; the login is there at the end, whatever was shown in between.
    await page.goForward()
    await expect(page).toHaveURL('/')
    await page.goBack()
    await expect(page, 'the sign-up is left behind').toHaveURL('/')
    await expect(page.getByLabel('이름')).toHaveValue('신중한 방문자')
  })

  expect(said).toEqual([])
})

/** The next call to that path is heard and done, and its answer is lost. Later ones wait for the returned function. */
async function loseAnswer(page: Page, path: string): Promise<() => void> {
  const seen = Promise.withResolvers<void>()
  let isFirst = true
  await page.route(`**/api/user/${path}/`, async (route) => {
    if (!isFirst) return seen.promise.then(() => route.continue())
    isFirst = false
    await route.fetch({ maxRetries: 1 })
    return route.abort()
  })
  return seen.resolve
}

test('who signs up and in on a network that loses every first answer gets through as on any other @release', async ({
  page,
  app,
}) => {
  const address = 'unlucky@example.com'
  const phone = '010-7777-2001'
  const retrying = page.getByText('두 번 처리되지 않으니 잠시 기다려주세요.', { exact: false })
  await page.goto('/register')
  await page.getByLabel('이메일').fill(address)
  const register = await loseAnswer(page, 'register')
  await page.getByRole('button', { name: '인증번호 받기' }).click()
  await expect(retrying).toBeVisible()
  await expectAccessible(page)
  register()
  await at(page, 2)
  await expect(page.getByRole('button', { name: /^인증번호 다시 받기 \(\d/ })).toBeDisabled()

  const verify = await loseAnswer(page, 'verify-email')
  verify()
  await page.getByLabel('인증번호').fill(await codeFor(address, app.mailbox))
  await at(page, 3)

  await page.getByLabel('이름').fill('운 없는 방문자')
  await page.getByLabel('전화번호').fill(phone)
  await page.getByLabel('회사명').fill('새내기상사')
  await page.getByLabel('직책').fill('대리')
  const complete = await loseAnswer(page, 'complete-registration')
  complete()
  await page.getByRole('button', { name: '가입하기' }).click()
  await expect(page).toHaveURL('/')
  await expect(page.getByText('회원가입이 완료되었습니다. 로그인해주세요.')).toBeVisible()

  await expect(page.getByLabel('전화번호')).toHaveValue(phone)
  await expect(page.getByLabel('이름')).toHaveValue('운 없는 방문자')
  const login = await loseAnswer(page, 'login')
  await page.getByRole('button', { name: '로그인' }).click()
  await expect(page.getByText('연결이 불안정해 다시 시도 중입니다')).toBeVisible()
  await expectAccessible(page)
  login()
  await expect(page).toHaveURL('/dashboard')
})

test('a code that was mailed before may be entered; a new one begins with an empty field, and one that is over says so', async ({
  page,
  app,
}) => {
  const time = await controlTime(page)
  await test.step('a new code begins with an empty field that has the focus, and one that is over says so', async () => {
    await page.goto('/register')
    await page.getByLabel('이메일').fill('again@example.com')
    await page.getByRole('button', { name: '인증번호 받기' }).click()
    await at(page, 2)
    const code = page.getByLabel('인증번호')
    const confirm = page.getByRole('button', { name: '확인', exact: true })
    const refused = page.getByText('인증번호가 올바르지 않습니다.')
    const again = page.getByRole('button', { name: /^인증번호 다시 받기/ })
    for (const said of ['가장 최근에', '가장 최근에', '가장 최근에', '가장 최근에', '5번 잘못 입력하여']) {
      await code.fill('WRONG')
      await expect(refused).toBeHidden()
      await code.press('2')
      await expect(refused).toContainText(said)
    }
    await confirm.click()
    await expect(refused).toBeVisible()
    await time.pass(60_000)
    await page.route('**/api/user/register/', (route) => route.fulfill({ json: { message: '' } }), {
      times: 1,
    })
    await again.click()
    await expect(page.getByText('인증번호를 다시 보냈습니다. 새 인증번호를 입력해주세요.')).toBeVisible()
    await expect(refused).toBeHidden()
    await expect(code).toHaveValue('')
    await expect(code).toBeFocused()
    await expectAccessible(page)
    await time.pass(10 * 60_000)
    await code.fill('WRONG2')
    await expect(refused).toContainText('유효 시간 10분이 지났습니다. ‘인증번호 다시 받기’를 눌러')
  })

  await test.step('who was mailed a code that this page knows nothing of may enter it', async () => {
    const address = 'reloaded@example.com'
    await page.request.post('/api/user/register/', { data: { email: address } })
    await page.evaluate('sessionStorage.clear()')
    await page.goto('/register')
    await page.getByLabel('이메일').fill(address)
    await page.getByRole('button', { name: '인증번호 받기' }).click()
    await at(page, 2)
    await expect(page.getByText('이미 보낸 인증번호가 있습니다. 메일함을 확인해주세요.')).toBeVisible()
    await expect(page.getByRole('button', { name: /^인증번호 다시 받기 \(\d/ })).toBeDisabled()
    await page.getByLabel('인증번호').fill(await codeFor(address, app.mailbox))
    await at(page, 3)
  })

  await test.step('who has used up the codes of an hour hears that none was mailed, and may enter the last one', async () => {
    const text = '요청이 너무 많습니다. 40분 후에 다시 시도해주세요.'
    const json = { code: 'too_many_requests', error: text, message: text, fields: { email: text } }
    await page.route('**/api/user/register/', (route) =>
      route.fulfill({ status: 429, headers: { 'retry-after': '2400' }, json }),
    )
    await page.evaluate('sessionStorage.clear()')
    await page.goto('/register')
    await page.getByLabel('이메일').fill('often@example.com')
    await page.getByRole('button', { name: '인증번호 받기' }).click()
    await at(page, 2)
    await expect(page.getByRole('alert').getByText(`인증번호 발송에 실패했습니다. ${text}`)).toBeVisible()
    await expect(page.getByText('이미 보낸 인증번호가 있습니다.')).toBeHidden()
    await expect(page.getByLabel('인증번호')).toBeEditable()
  })
})

test("the browser's back button leads from step to step to the login; forward and reload keep the step that is earned @release", async ({
  page,
  app,
}) => {
  const said = watchConsole(page)
  const address = 'backwards@example.com'
  await page.goto('/')
  await page.getByRole('button', { name: '회원가입' }).click()
  await page.getByLabel('이메일').fill(address)
  await page.getByRole('button', { name: '인증번호 받기' }).click()
  await at(page, 2)
  const mailed = await codeFor(address, app.mailbox)
  await page.getByLabel('인증번호').fill(mailed)
  await at(page, 3)
  await page.getByLabel('이름').fill('왔다 갔다')
  await page.goBack()
  await at(page, 2)
  await expect(page.getByLabel('인증번호')).toHaveValue(mailed)
  await page.goForward()
  await at(page, 3)
  await page.reload()
  await at(page, 3)
  await expect(page.getByLabel('이름')).toHaveValue('왔다 갔다')
  await back(page)
  await at(page, 2)
  await page.goBack()
  await at(page, 1)
  await expect(page.getByLabel('이메일')).toHaveValue(address)
  await page.reload()
  await at(page, 1)
  await page.goBack()
  await expect(page).toHaveURL('/')

  await page.getByRole('button', { name: '회원가입' }).click()
  await at(page, 3)
  await expect(page.getByLabel('이름')).toHaveValue('왔다 갔다')
  await page.goBack()
  await at(page, 2)
  await page.goBack()
  await at(page, 1)
  await back(page)
  await expect(page).toHaveURL('/')
  expect(said).toEqual([])

  await test.step('forward does not lead to a step that is no longer earned', async () => {
    await page.getByRole('button', { name: '회원가입' }).click()
    await at(page, 3)
    await page.goBack()
    await at(page, 2)
    await page.evaluate(`sessionStorage.setItem('sign_up', JSON.stringify({ email: '${address}' }))`)
    await page.reload()
    await at(page, 2)
    await page.goForward()
    await at(page, 2)
    await page.goBack()
    await at(page, 1)
  })

  await test.step('back from the first step leads to the login, also for who opened the sign-up itself', async () => {
    await page.evaluate('sessionStorage.clear()')
    await page.goto('/register')
    await back(page)
    await expect(page).toHaveURL('/')
    await page.goto('/register')
    await at(page, 1)
    await page.goBack()
    await expect(page).toHaveURL('/')
  })
})
