import type { Page } from '@playwright/test'
import { expect, logIn, signIn, test, watchConsole } from './fixtures.ts'
import { makeNewcomer } from './desk.ts'
import { hold } from './hold.ts'
import { watchCalls } from './reads.ts'

const MEMBER = { phone: '010-4345-9018', name: '서지우' }
const PROTECTED = ['/dashboard', '/reserve-tour', '/reserve-room', '/reservations', '/profile']

const FAILURE = { code: 'internal', error: '일시적인 오류입니다.', message: '일시적인 오류입니다.' }

const stored = (page: Page, key: string) =>
  page.evaluate<string | null>(`sessionStorage.getItem(${JSON.stringify(key)})`)
const menu = (page: Page) => page.getByRole('navigation', { name: '메뉴' })

test('the login helps with the phone number, says what is wrong, and each try answers for itself', async ({
  page,
}) => {
  const said = watchConsole(page)
  await page.clock.install()
  await page.goto('/')
  await test.step('it wants both fields, writes the phone 3-4-4 and takes no more than eleven digits', async () => {
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
  })

  await test.step('a phone from abroad reads as in Korea, pasted or key by key, with the caret where one types', async () => {
    const phone = page.getByLabel('전화번호')
    for (const written of ['+82 10-9876-5432', '(+82) 10.9876.5432']) {
      await phone.fill('')
      await phone.pressSequentially(written)
      await expect(phone, written).toHaveValue('010-9876-5432')
      await phone.fill('')
      await page.keyboard.insertText(written)
      await expect(phone, written).toHaveValue('010-9876-5432')
    }
    for (let i = 0; i < 6; i += 1) await phone.press('ArrowLeft')
    await phone.press('Backspace')
    await expect(phone).toHaveValue('010-9865-432')
    await phone.pressSequentially('1')
    await expect(phone).toHaveValue('010-9816-5432')
  })

  await test.step('it never holds more than eleven digits, however many are pasted', async () => {
    const phone = page.getByLabel('전화번호')
    for (const [pasted, shown] of [
      ['+82 10-9876-54321', '010-9876-5432'],
      ['+34 612 345 678 901', '346-1234-5678'],
    ]) {
      await phone.fill('')
      await page.keyboard.insertText(pasted!)
      await expect(phone).toHaveValue(shown!)
    }
    await page.getByRole('button', { name: '로그인' }).click()
    await expect(phone).not.toHaveAccessibleDescription(/./)
  })

  await test.step('each try answers for itself: what the one before said is gone', async () => {
    // Nothing goes away by itself.
    await page.clock.pauseAt('2099-01-01T00:00:00Z')
    const button = page.getByRole('button', { name: '로그인' })
    const phone = page.getByLabel('전화번호')
    const toasts = page.getByRole('button', { name: '알림 닫기' })
    await phone.fill('010-9999-0001')
    await page.getByLabel('이름').fill('아무개')
    await button.click()
    await expect(page.getByText('전화번호와 이름을 확인해주세요.')).toBeVisible()
    await page.route('**/api/user/login/', (route) => route.fulfill({ status: 500, json: FAILURE }), {
      times: 1,
    })
    await button.click()
    await expect(page.getByText(FAILURE.error)).toBeVisible()
    await expect(toasts).toHaveCount(1)
    await phone.fill('010-9999-000')
    await button.click()
    await expect(page.getByText('올바른 전화번호 형식이 아닙니다.')).toBeVisible()
    await expect(phone).toBeFocused()
    await expect(toasts, 'the field says it').toHaveCount(0)
  })

  await test.step('a login that fails says so for five seconds and keeps what was typed', async () => {
    await page.getByLabel('전화번호').fill('010-9999-0000')
    await page.getByLabel('이름').fill('아무개')
    await page.getByRole('button', { name: '로그인' }).click()
    const toast = page.getByText('전화번호와 이름을 확인해주세요.', { exact: true })
    await expect(toast).toBeVisible()
    // A mouse that rests where it comes does not keep it there.
    const { x, y } = (await toast.boundingBox())!
    await page.clock.runFor(4_999)
    await expect(toast).toBeVisible()
    await page.clock.runFor(2)
    await expect(toast).toBeHidden()
    await page.mouse.move(x, y)
    await page.keyboard.press('Enter')
    await expect(toast).toBeVisible()
    await page.clock.runFor(5_001)
    await expect(toast).toBeHidden()
    await expect(page.getByLabel('전화번호')).toHaveValue('010-9999-0000')
  })

  await test.step('one that is answered after its visitor has gone on disturbs nothing there, and leads on later', async () => {
    for (const { phone, name } of [{ ...MEMBER, name: '아무개' }, MEMBER]) {
      await page.getByLabel('전화번호').fill(phone)
      await page.getByLabel('이름').fill(name)
      const release = await hold(page, '**/api/user/login/')
      await page.getByRole('button', { name: '로그인' }).click()
      await page.getByRole('button', { name: '회원가입' }).click()
      const email = page.getByLabel('이메일')
      await email.fill('newcomer@example.com')
      const answer = page.waitForEvent('requestfinished', (request) => request.url().endsWith('/login/'))
      release()
      await answer
      await email.press('End')
      await expect(email).toHaveValue('newcomer@example.com')
      await page.getByRole('button', { name: '이전으로' }).click()
      await expect(page).toHaveURL(name === MEMBER.name ? '/dashboard' : '/')
      await expect(page.getByRole('button', { name: '알림 닫기' })).toHaveCount(0)
    }
  })

  expect(said).toEqual([])
})

test('without a session there is the login alone, which shows the event and works without that', async ({
  page,
}) => {
  await test.step('every screen of a member leads to the login, and so does what nobody knows', async () => {
    for (const path of [...PROTECTED, '/nowhere', '/reservations/7']) {
      await page.goto(path)
      await expect(page, path).toHaveURL('/')
      await expect(page.getByRole('button', { name: '로그인' }), path).toBeVisible()
    }
    await expect(menu(page)).toBeHidden()
  })

  await test.step('half a session is none', async () => {
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

  await test.step('it shows the event, when it is and whom to ask, and works without that', async () => {
    await page.evaluate('sessionStorage.clear()')
    await page.goto('/')
    const days = page.getByText('11.20 (금) ~ 11.23 (월)')
    await expect(days).toBeVisible()
    await expect(page.getByRole('link', { name: 'contact@fairslot.example' })).toHaveAttribute(
      'href',
      'mailto:contact@fairslot.example',
    )
    const title = page.getByRole('heading', { name: 'VIP 투어 · 미팅룸 예약' })
    for (const [width, height] of [
      [320, 640],
      [390, 844],
      [844, 390],
      [1440, 900],
    ] as const) {
      await page.setViewportSize({ width, height })
      const lines = await page.evaluate<number>(`{
      const range = document.createRange()
      range.selectNodeContents(document.querySelector('h1'))
      new Set([...range.getClientRects()].map(({ top }) => top)).size
    }`)
      expect(lines, `${width} pixels wide`).toBe(1)
      const button = page.getByRole('button', { name: '회원가입' })
      await expect(button, `${width} x ${height} shows everything`).toBeInViewport({ ratio: 1 })
    }
    await page.route('**/api/public/info/', (route) => route.abort())
    await page.reload()
    await expect(title).toBeVisible()
    await expect(days).toBeHidden()
    await logIn(page, MEMBER)
  })
})

test('the login leads on until one logs out, which is asked first and works even when the service cannot be told', async ({
  page,
}) => {
  const said = watchConsole(page)
  await test.step('the login leaves user_id and user_data behind, and leads on while they are there', async () => {
    await logIn(page, MEMBER)
    const member = (await (await page.request.get('/api/user/my-info/')).json()) as {
      id: number
      name: string
    }
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

  await test.step('the navigation leads everywhere, says where one is, and asks before it logs out', async () => {
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

  await test.step('who logs out is out even when the service cannot be told', async () => {
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
})

test("a visitor's screens read the calls of the specification, and no second one for the same", async ({
  page,
  app,
}) => {
  await test.step('a reload asks for each of what the dashboard shows once', async () => {
    // The stream tells of all that is shown, the late part's own included, when all of it is there.
    const listens = () => page.waitForRequest(/changes\/\?watch=.*mine.*waits/)
    const first = listens()
    await signIn(page, await makeNewcomer(app))
    await first
    const asked: string[] = []
    page.on('request', (request) => request.url().includes('/api/user/') && asked.push(request.url()))
    const again = listens()
    await page.reload()
    await again
    const names = asked.map((url) => new URL(url).pathname.split('/')[3]!)
    expect(names.toSorted()).toEqual(['event-dates', 'my-info', 'my-reservations', 'schedule', 'waitlist'])
  })

  await test.step('all screens', async () => {
    const calls = watchCalls(page)
    for (const [path, read] of [
      ['/dashboard', 'schedule'],
      ['/reservations', 'my-reservations'],
      ['/profile', 'my-info'],
    ]) {
      const answered = page.waitForResponse(`**/api/user/${read}/**`)
      await page.goto(path!)
      await answered
    }
    for (const [path, place] of [
      ['/reserve-tour', 'Emma Wilson'],
      ['/reserve-room', '미팅룸 1'],
    ]) {
      await page.goto(path!)
      await page.getByText('2026년 11월 23일 (월)', { exact: true }).click()
      await page.getByText(place!, { exact: true }).click()
      await expect(page.getByRole('radio', { name: /^11시/ })).toBeVisible()
    }
    // Without a call in the specification: what the event is called, its changes, the waiting list, and the devices.
    const ofOurOwn = [
      'GET /api/public/changes/',
      'GET /api/public/info/',
      'GET /api/user/waitlist/',
      'GET /api/user/sessions/',
    ]
    expect(calls().filter((call) => !ofOurOwn.includes(call))).toEqual([
      'GET /api/user/available-rooms/',
      'GET /api/user/available-tours/',
      'GET /api/user/docents/',
      'GET /api/user/event-dates/',
      'GET /api/user/my-info/',
      'GET /api/user/my-reservations/',
      'GET /api/user/rooms/',
      'GET /api/user/schedule/',
    ])
  })
})
