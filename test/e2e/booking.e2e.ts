import { askForMeeting, makeNewcomer, makePlaces, openDesk, skipUndoTime } from './desk.ts'
import { expect, expectAccessible, signIn, test, watchConsole } from './fixtures.ts'
import { cell, choosePlace, calendarOf, fillMeeting, openRequest } from './steps.ts'

// These are members of the sample event, different people in each test.
const NORMAL = { phone: '010-4567-1230', name: '정다은' }
const NORMAL_TOO = { phone: '010-8901-5674', name: '윤서준' }
const VIP = { phone: '010-3210-4567', name: '최민준' }

test('a meeting of three slots: booked, approved in a second browser, mailed with its calendar entry, seen approved', async ({
  page,
  browser,
  app,
}) => {
  const said = watchConsole(page)
  const start = ['13:00', '13:20', '13:30']
  const title = '로봇 팔 시연'
  await signIn(page, NORMAL)
  await choosePlace(page, '미팅룸', '미팅룸 3')
  await cell(page, start[0]!).click()
  await cell(page, start[1]!).click()
  await expect(page.getByText(`${start[0]} ~ ${start[2]}`)).toBeVisible()
  await expect(page.getByText('총 30분')).toBeVisible()
  await page.getByRole('main').getByRole('button', { name: '예약하기' }).click()

  await expect(page).toHaveURL('/reserve-room')
  await expect(page.getByText('contact@fairslot.example')).toBeVisible()
  await fillMeeting(page, title)
  await expect(page.getByText(/^안내 메일 visitor\d+@fairslot\.example/)).toBeVisible()
  await page.getByRole('button', { name: '예약 신청' }).click()
  await expect(
    page.getByText('미팅 예약이 신청되었습니다. 관리자 검토 후 이메일로 안내드립니다.'),
  ).toBeVisible()
  await expect(page).toHaveURL('/dashboard')
  const address = 'visitor45671230@fairslot.example'
  await app.mailbox.receive(address, '접수')

  const { admin, decide, close } = await openRequest(browser, page, app.url, title)
  // The message goes by itself, on a cold service sooner than a press is over.
  await Promise.all([
    expect(admin.getByText('예약이 승인되었습니다.').first()).toBeVisible(),
    decide.getByRole('button', { name: '승인', exact: true }).click(),
  ])
  await expect(admin.getByRole('button', { name: new RegExp(title) })).toBeHidden()
  await close()

  await skipUndoTime(app)
  const calendar = calendarOf(await app.mailbox.receive(address, '미팅 예약이 승인'))
  expect(calendar).toContain('METHOD:REQUEST')
  expect(calendar).toContain(`DTSTART;TZID=Europe/Madrid:20261122T${start[0]!.replace(':', '')}00`)
  expect(calendar).toContain(`DTEND;TZID=Europe/Madrid:20261122T${start[2]!.replace(':', '')}00`)

  await page.goto('/reservations')
  await page.getByRole('tab', { name: /미팅/ }).click()
  const card = page.getByRole('article').filter({ hasText: `${start[0]} ~ ${start[2]}` })
  await expect(card.getByText('예약됨')).toBeVisible()
  await card.getByRole('button', { name: /상세/ }).click()
  await expect(page.getByRole('dialog').getByText(title)).toBeVisible()
  expect(said).toEqual([])
})

test('both forms say what each of their fields lacks and lead to the first, and say when the service fails', async ({
  page,
  app,
}) => {
  await signIn(page, NORMAL_TOO)
  const open = async (kind: 'VIP 투어' | '미팅룸', place: string, phone: string) => {
    await choosePlace(page, kind, place)
    await cell(page, '16:30').click()
    await page.getByRole('main').getByRole('button', { name: '예약하기' }).click()
    await page.getByLabel('회사명').fill(' ')
    await page.getByLabel('방문자명').fill('')
    await page.getByLabel('연락처').fill(phone)
    await page.getByRole('spinbutton', { name: '방문 인원' }).fill('0')
    await page.getByRole('button', { name: '예약 신청' }).click()
  }
  const expectSaid = async (texts: Record<string, string>) => {
    for (const [field, text] of Object.entries(texts)) {
      await expect(page.getByLabel(field)).toHaveAccessibleDescription(new RegExp(`${text}$`))
      await expect(page.getByLabel(field), 'readers hear it').toHaveAttribute('aria-required', 'true')
    }
    await expect(page.getByLabel('요청 사항')).not.toHaveAttribute('aria-required')
    await expect(page.getByLabel(Object.keys(texts)[0]!)).toBeFocused()
    await expectAccessible(page)
    const { width, height } = page.viewportSize()!
    const sizes = [
      [width, 640],
      [width, 760],
      [320, 480],
      [844, 390],
      // On its side, with the keyboard open.
      [640, 240],
      [640, 160],
    ] as const
    for (const [wide, low] of sizes) {
      await page.setViewportSize({ width: wide, height: low })
      for (const from of ['top', 'the field before'])
        for (const [field, text] of Object.entries(texts)) {
          if (from === 'top') await page.evaluate('document.activeElement.blur(); scrollTo(0, 0)')
          await page.getByLabel(field).focus()
          const boxes = [
            page.getByLabel(field),
            page.locator('.field__error', { hasText: text }),
            page.locator('.action-bar'),
          ].map((each) => each.boundingBox())
          const [input, said, bar] = await Promise.all(boxes)
          const what = `${text} at ${wide} x ${low} from ${from}`
          expect(input!.y, what).toBeGreaterThanOrEqual(0)
          expect(said!.y + said!.height, what).toBeLessThanOrEqual(Math.min(bar!.y, low))
        }
    }
    await page.setViewportSize({ width, height })
  }
  const BOTH = {
    회사명: '회사명을 입력해주세요.',
    방문자명: '방문자명을 입력해주세요.',
    연락처: '올바른 연락처를 입력해주세요.',
  }
  await open('VIP 투어', '김하늘', '+34 612 345')
  await expectSaid({ ...BOTH, '방문 인원': '방문 인원은 1명 이상 30명 이하여야 합니다.' })
  await page.goto('/dashboard')
  await open('미팅룸', '미팅룸 1', '010-1234-567')
  await expectSaid({
    미팅명: '미팅명을 입력해주세요.',
    ...BOTH,
    '현장 미팅 담당자명': '현장 미팅 담당자명을 입력해주세요.',
    '방문 인원': '방문 인원은 1명 이상 4명 이하여야 합니다.',
  })

  await test.step('the summary has the new name of a room that is renamed meanwhile', async () => {
    const desk = await openDesk(app)
    const { room_id } = await makePlaces(desk, '2026-11-22')
    await page.goto('/dashboard')
    await choosePlace(page, '미팅룸', '미팅룸 하늘')
    await cell(page, '17:00').click()
    await page.getByRole('main').getByRole('button', { name: '예약하기' }).click()
    const summary = page.getByRole('complementary')
    await expect(summary).toContainText('미팅룸 하늘')
    const moved = { name: '미팅룸 구름', floor: 4, size: 6, is_vip: false, is_vvip: false }
    await desk.put(`/api/admin/rooms/${room_id}/`, moved)
    await expect(summary).toContainText(/미팅룸 구름.*4층.*최대 6명/)
    await desk.remove(`/api/admin/rooms/${room_id}/`)
  })

  await test.step('a tour is for one to thirty people, and an answer of no service is no confirmation', async () => {
    await page.goto('/dashboard')
    await choosePlace(page, 'VIP 투어', '김하늘')
    await cell(page, '16:30').click()
    await page.getByRole('main').getByRole('button', { name: '예약하기' }).click()
    // The draft of the visit before is still there.
    for (const [field, text] of Object.entries({
      회사명: '한빛전자',
      방문자명: '윤서준',
      연락처: '01023456789',
    }))
      await page.getByLabel(field).fill(text)
    await page.getByRole('spinbutton', { name: '방문 인원' }).fill('31')
    await page.getByRole('button', { name: '예약 신청' }).click()
    await expect(page.getByText('방문 인원은 1명 이상 30명 이하여야 합니다.').first()).toBeVisible()
    await page.getByRole('spinbutton', { name: '방문 인원' }).fill('30')
    await page.route('**/api/user/reserve-tour/', (route) =>
      route.fulfill({ status: 500, contentType: 'text/html', body: '<h1>Internal Server Error</h1>' }),
    )
    await page.getByRole('button', { name: '예약 신청' }).click()
    await expect(page.getByText('예약 신청에 실패했습니다.', { exact: true })).toBeVisible()
  })
})

test('who tries a time that was taken meanwhile keeps the form and books one of the nearest free times', async ({
  page,
  app,
}) => {
  const [time, later, end] = ['15:00', '15:10', '15:20']
  // Nothing tells this phone in time, neither a push nor a poll.
  await page.route('**/api/public/changes/**', (route) => route.abort())
  await signIn(page, VIP)
  await choosePlace(page, '미팅룸', '컨퍼런스룸')
  await cell(page, time).click()
  const refused = Promise.withResolvers<void>()
  await page.route('**/api/user/schedule/**', (route) => refused.promise.then(() => route.continue()))
  await page.getByRole('main').getByRole('button', { name: '예약하기' }).click()
  await fillMeeting(page, '보안 솔루션 도입')

  const desk = await openDesk(app)
  const rooms = await desk.get<{ id: number; name: string }[]>('/api/admin/rooms/')
  const dates = await desk.get<{ id: number; date: string }[]>('/api/admin/event-dates/')
  const place = {
    date: '2026-11-22',
    event_date_id: dates.find(({ date }) => date === '2026-11-22')!.id,
    room_id: rooms.find(({ name }) => name === '컨퍼런스룸')!.id,
    docent_id: 0,
  }
  await askForMeeting(await makeNewcomer(app), place, time, '먼저 온 회의')

  await page.getByRole('button', { name: '예약 신청' }).click()
  await expect(page.getByText('이미 예약되었거나 예약할 수 없는 시간입니다.').first()).toBeVisible()
  refused.resolve()
  await expect(page.getByLabel('미팅명')).toHaveValue('보안 솔루션 도입')
  await expect(page.getByLabel('현장 미팅 담당자명')).toHaveValue('김도윤')
  await expectAccessible(page)
  await expect(page.getByRole('button', { name: '다른 시간 선택하기' })).toBeVisible()
  const offers = page.getByRole('button', { name: / ~ .* · / })
  await expect(offers).toHaveCount(3)
  await expect(offers).toHaveText([
    `${time} ~ ${later} · 미팅룸 1`,
    `${time} ~ ${later} · 미팅룸 2`,
    `${later} ~ ${end} · 컨퍼런스룸`,
  ])
  // The sentence is read out at once, and not the offers with it each time that they change.
  const said = page.getByRole('alert').filter({ hasText: '이미 예약되었거나' })
  await expect(said).toHaveText('이미 예약되었거나 예약할 수 없는 시간입니다.')
  await offers.last().click()
  await expect(page.getByText(`${later} ~ ${end} · 컨퍼런스룸 시간으로 변경되었습니다.`)).toBeVisible()
  await expect(page.getByRole('button', { name: '예약 신청' })).toBeFocused()
  await expect(page.getByText('이미 예약되었거나 예약할 수 없는 시간입니다.')).toBeHidden()
  await expect(page.getByLabel('미팅명')).toHaveValue('보안 솔루션 도입')
  await expectAccessible(page)
  await page.getByRole('button', { name: '예약 신청' }).click()
  await expect(page).toHaveURL('/dashboard')
  await expect(cell(page, time)).toHaveAccessibleName(/예약됨/)
  await expect(cell(page, later)).toHaveAccessibleName(/대기중/)
})
