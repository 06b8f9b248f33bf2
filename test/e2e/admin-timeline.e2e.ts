import type { Locator, Page } from '@playwright/test'
import {
  askForMeeting,
  makeNewcomer,
  makePlaces,
  openColleague,
  openDesk,
  type Answer,
  type Desk,
} from './desk.ts'
import { expect, expectAccessible, signInAsAdmin, test, watchConsole } from './fixtures.ts'
import { hold } from './hold.ts'
import { controlTime } from './page-time.ts'
import { calendarOf } from './steps.ts'
import { PHONE } from './widths.ts'

const PAGES = '**/api/admin/reservations/?**'
const TIMELINE = '/admin/reservation/timeline'
/** The last of the sample days, on which no other test books a meeting. */
const LAST_DAY = '2026-11-23'

// A journey has the steps of several tests.
test.slow()

test.beforeEach(({ page }) => signInAsAdmin(page))

async function openTimeline(page: Page, query = '') {
  await page.goto(`${TIMELINE}${query}`)
  await expect(row(page, '미팅룸 1').getByRole('button').first()).toBeVisible()
}

/** The screen does not hear of what colleagues do until it asks: what they take is still chosen when it is sent. */
const cutChanges = (page: Page) => page.route('**/api/admin/changes/**', (route) => route.abort())

const row = (page: Page, name: string) => page.getByRole('group', { name: new RegExp(`^${name}`) })
const free = (page: Page, place: string, time: string) =>
  row(page, place).getByRole('button', { name: new RegExp(`^${time} .*예약 가능`) })
const walkIn = (page: Page) => page.getByRole('dialog', { name: '현장 예약' })

const move = (page: Page) => page.getByRole('dialog', { name: '시간·장소 변경' })
const side = (page: Page, name: string) => move(page).getByRole('region', { name })

/** Takes a block by its left edge and holds it over the one of a cell. */
async function dragTo(page: Page, block: Locator, cell: Locator) {
  await cell.scrollIntoViewIfNeeded()
  const [from, to] = [(await block.boundingBox())!, (await cell.boundingBox())!]
  await page.mouse.move(from.x + 10, from.y + 10)
  await page.mouse.down()
  await page.mouse.move(to.x + 20, to.y + 10, { steps: 3 })
  await page.mouse.move(to.x + 10, to.y + 10)
}

type Slot = { id: number; time: string; room: { id: number; name: string }; event_date: { id: number } }

/** The body that names a time of a room on the last day. */
async function slotAt(desk: Desk, name: string, time: string) {
  const slots = await desk.get<Slot[]>(`/api/admin/available-rooms/?date=${LAST_DAY}`)
  const { id, room, event_date } = slots.find((each) => each.room.name === name && each.time === time)!
  return { room_id: room.id, event_date_id: event_date.id, time_slots: [{ available_room_id: id }] }
}

/** A meeting of ten minutes that a colleague books. */
async function bookFirst(desk: Desk, room: string, time: string, company = '라온미디어') {
  const members = await desk.get<{ results: { id: number }[] }>('/api/admin/users/?search=서지우')
  const who = { name: '서지우', manager_name: '이현우', phone: '010-4345-9018', count: 2 }
  const visitor = { title: '먼저', company, ...who }
  const body = { user_id: members.results[0]!.id, visitor, ...(await slotAt(desk, room, time)) }
  return (await desk.post<{ reservation: Answer }>('/api/admin/reserve-meeting/', body)).reservation
}

async function chooseMember(page: Page, words: string, name: string) {
  await walkIn(page).getByRole('combobox', { name: '회원' }).fill(words)
  await page.getByRole('listbox', { name: '검색된 회원' }).getByRole('option', { name }).click()
}

test('the days of the event: date, view and present time; what is empty, deleted or cannot be loaded says so', async ({
  page,
}) => {
  await test.step('a date and a view are chosen, stay in the address, and a reservation is opened', async () => {
    const said = watchConsole(page)
    await openTimeline(page)
    await expect(page.getByText(/오늘 방문 투어 \d+ · 오늘 방문 미팅 \d+/)).toBeVisible()
    await expect(page.getByRole('button', { name: '11.20 (금) 오늘', pressed: true })).toBeVisible()

    await page.getByRole('button', { name: '11.22 (일)' }).click()
    await page.getByRole('radio', { name: '미팅' }).click()
    await expect(page).toHaveURL(`${TIMELINE}?date=2026-11-22&view=meeting`)
    await expect(page.getByRole('heading', { name: 'VIP 투어' })).toBeHidden()
    await page.reload()
    await expect(page.getByRole('radio', { name: '미팅' })).toBeChecked()

    const block = row(page, 'VVIP 스위트').getByRole('button', { name: /대한모빌리티/ })
    await expect(block).toHaveAccessibleName(/대기중 10명 16:00 ~ 16:50 VVIP 스위트/)
    await block.click()
    const details = page.getByRole('dialog', { name: '예약 상세' })
    await expect(details.getByText('차세대 모빌리티 로드맵')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(block).toBeFocused()
    await page.keyboard.press('ArrowLeft')
    await expect(free(page, 'VVIP 스위트', '15:50')).toBeFocused()
    await page.keyboard.press('Control+ArrowRight')
    await expect(block).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(details).toBeVisible()
    await page.keyboard.press('Escape')
    expect(said).toEqual([])

    const release = await hold(page, /\/api\/admin\/reservations\/\?.*date=2026-11-23/)
    await page.getByRole('button', { name: '11.23 (월)' }).click()
    await expect(free(page, 'VVIP 스위트', '15:50')).toBeVisible()
    await expect(block, 'a reservation of another date').toBeHidden()
    release()
  })

  await test.step('the line of the present time moves by the minute, from 07:00 to 19:00 of today only', async () => {
    const clock = await controlTime(page)
    await openTimeline(page)
    const line = page.getByRole('note', { name: /^현재 시각/ })
    const hours = (time: string) => page.locator('[data-hour]', { hasText: time })
    const columnsFrom = async (time: string) => {
      const [at, from] = [await line.boundingBox(), await hours(time).boundingBox()]
      return (at!.x + at!.width / 2 - from!.x) / from!.width
    }
    await expect(line).toBeVisible()
    await clock.passUntil('2026-11-20T11:59:20+01:00')
    await expect(line).toHaveText('11:59')
    expect(await columnsFrom('11:00')).toBeCloseTo(59 / 60, 1)
    await clock.pass(60_000)
    await expect(line).toHaveText('12:00')
    expect(await columnsFrom('12:00')).toBeCloseTo(0, 1)

    await page.reload()
    await expect(line).toHaveText(/12:0/)
    await expect(line).toBeInViewport()
    await page.getByRole('button', { name: '11.21 (토)' }).click()
    await expect(page).toHaveURL(/2026-11-21/)
    await expect(line).toBeHidden()
    await page.getByRole('button', { name: '11.20 (금)' }).click()
    await expect(line).toHaveText(/12:0/)

    await clock.passUntil('2026-11-20T18:59:30+01:00')
    await expect(line).toHaveText('18:59')
    await clock.pass(60_000)
    await expect(line).toBeHidden()
  })

  await test.step('an empty day is reached by keyboard; what is left of deleted docents and rooms stays in sight', async () => {
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    const none = (path: string, json: object) => page.route(path, (route) => route.fulfill({ json }))
    for (const slots of ['tours', 'rooms']) await none(`**/api/admin/available-${slots}/?**`, [])
    await none(PAGES, { tours: [], meetings: [], count: 0 })
    await page.goto(TIMELINE)
    const sheet = page.getByRole('region', { name: '예약 타임라인' })
    await expect(row(page, '미팅룸 1')).toBeVisible()
    await expect(sheet).toHaveAttribute('aria-busy', 'false')
    await expectAccessible(page)
    await sheet.focus()
    await expect(sheet).toBeFocused()

    await page.unroute(PAGES)
    for (const places of ['docents', 'rooms']) await none(`**/api/admin/${places}/`, [])
    await page.reload()
    const left = row(page, 'VVIP 스위트')
    await expect(left).toContainText('삭제된 미팅룸')
    await expect(left.getByRole('button').first()).toBeVisible()
    await none(PAGES, { tours: [], meetings: [], count: 0 })
    await page.reload()
    await expect(page.getByText('등록된 도슨트와 미팅룸이 없습니다.')).toBeVisible()
    await page.unrouteAll()
  })

  await test.step('a date that is deleted is not replaced without a word, also on the day sheet', async () => {
    const gone = page.getByText('선택하신 날짜가 삭제되어 다른 날짜를 보여드립니다.')
    for (const path of [TIMELINE, '/admin/reservation/day-sheet']) {
      await page.goto(`${path}?date=2026-11-19`)
      await expect(gone).toBeVisible()
    }
    await page.goto(`${TIMELINE}?date=2026-11-22`)
    await expect(row(page, '미팅룸 1')).toBeVisible()
    await expect(gone).toHaveCount(0)
  })

  await test.step('without dates it says what to do; what cannot be loaded can be tried again', async () => {
    await page.route('**/api/admin/event-dates/', (route) => route.fulfill({ json: [] }))
    await page.goto(TIMELINE)
    await expect(page.getByText('등록된 날짜가 없습니다.')).toBeVisible()
    await expectAccessible(page)

    await page.unrouteAll()
    await page.route(PAGES, (route) =>
      route.fulfill({
        status: 400,
        json: { code: 'invalid_input', error: '잘못된 요청', message: '잘못된 요청' },
      }),
    )
    await page.goto(TIMELINE)
    const failed = page.getByText('데이터를 불러오는데 실패했습니다.')
    await expect(failed.first()).toBeVisible()
    const retry = page.getByRole('button', { name: '다시 시도' })
    const again = page.waitForRequest(PAGES)
    await retry.click()
    await again
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    // It also comes by itself.
    await retry.click({ timeout: 1_000 }).catch(() => {})
    await expect(row(page, '미팅룸 1')).toBeVisible()
  })
})

test('a meeting is booked from an empty cell and moved; what a colleague takes or moves is not lost or undone unseen', async ({
  page,
  app,
}) => {
  await test.step('from an empty cell for a member, then moved by mouse and by key; each mail brings its calendar entry', async () => {
    const said = watchConsole(page)
    const time = '15:00'
    await openTimeline(page, `?date=${LAST_DAY}`)
    await free(page, '미팅룸 1', time).click()
    const dialog = walkIn(page)
    await expect(dialog.getByRole('combobox', { name: '시작 시간' })).toContainText(time)
    await expect(dialog.getByRole('combobox', { name: '회원' })).toBeFocused()

    // By keyboard alone: the digits of a phone, the list, the choice.
    await page.keyboard.type('5456')
    await expect(page.getByRole('listbox', { name: '검색된 회원' }).getByRole('option')).toHaveCount(1)
    await page.keyboard.press('Enter')
    await expect(dialog.getByLabel('회사명')).toHaveValue('다온물류')
    await expect(dialog.getByLabel('연락처')).toHaveValue('010-5456-1029')
    await dialog
      .getByRole('combobox', { name: '이용 시간' })
      .selectOption({ label: `30분 (~ ${time.slice(0, 2)}:30)` })
    await dialog.getByRole('button', { name: '예약 등록' }).click()
    await expect(dialog.getByLabel('미팅명')).toBeFocused()
    await expect(dialog.getByText('미팅명을 입력해주세요.')).toBeVisible()
    await dialog.getByLabel('미팅명').fill('현장 상담')
    await dialog.getByLabel('현장 미팅 담당자명').fill('김도윤')
    await dialog.getByRole('button', { name: '예약 등록' }).click()

    await expect(page.getByText('미팅 예약이 등록되었습니다. 승인 메일을 보내드립니다.')).toBeVisible()
    await expect(dialog).toBeHidden()
    const block = row(page, '미팅룸 1').getByRole('button', { name: /다온물류 예약됨/ })
    await expect(block).toHaveAccessibleName(new RegExp(`${time} ~ ${time.slice(0, 2)}:30`))
    await expect(block).toBeFocused()
    const mail = await app.mailbox.receive('visitor54561029@fairslot.example', '미팅 예약이 승인')
    expect(calendarOf(mail)).toContain(`DTSTART;TZID=Europe/Madrid:20261123T${time.replace(':', '')}00`)

    // Plans change: into another room, an hour later. Where it cannot be is said before it is let go.
    await dragTo(page, block, free(page, '이서연', '16:00'))
    await expect(page.getByText('미팅은 미팅룸으로만 옮길 수 있습니다.')).toBeVisible()
    await page.keyboard.press('Escape')
    await page.mouse.up()
    await expect(page.getByText('미팅은 미팅룸으로만 옮길 수 있습니다.')).toBeHidden()
    await dragTo(page, block, free(page, '미팅룸 2', '16:00'))
    await expect(page.getByText('16:00 ~ 16:30', { exact: true })).toBeVisible()
    await page.mouse.up()
    await expect(side(page, '현재')).toContainText(/15:00 ~ 15:30.*미팅룸 1/)
    await expect(side(page, '변경 후')).toContainText(/16:00 ~ 16:30.*미팅룸 2/)
    await move(page).getByLabel('회원에게 전할 말').fill('옆 방이 시끄럽습니다.')
    await move(page).getByRole('button', { name: '변경하고 메일 보내기' }).click()
    await expect(page.getByText('예약 시간이 변경되었습니다. 변경 안내 메일을 보냅니다.')).toBeVisible()
    const moved = row(page, '미팅룸 2').getByRole('button', { name: /다온물류 예약됨.*16:00 ~ 16:30/ })
    await expect(moved).toBeFocused()
    const told = await app.mailbox.receive('visitor54561029@fairslot.example', '예약 시간이 변경되었습니다')
    expect(told.text).toContain('옆 방이 시끄럽습니다.')
    expect(calendarOf(told)).toContain('DTSTART;TZID=Europe/Madrid:20261123T160000')
    expect(calendarOf(told)).toContain(/^UID:.*$/m.exec(calendarOf(mail))![0])

    // And by keyboard alone, to half an hour later.
    await page.keyboard.press('m')
    await expect(move(page).getByRole('combobox', { name: '날짜' })).toBeFocused()
    await expect(move(page).getByRole('button', { name: '변경하고 메일 보내기' })).toBeDisabled()
    await move(page).getByRole('combobox', { name: '시작 시간' }).selectOption('16:30')
    await expect(move(page).getByRole('button', { name: '변경하고 메일 보내기' })).toBeEnabled()
    await move(page).getByRole('button', { name: '변경하고 메일 보내기' }).press('Enter')
    await expect(
      row(page, '미팅룸 2').getByRole('button', { name: /다온물류 예약됨.*16:30 ~ 17:00/ }),
    ).toBeFocused()
    expect(said).toEqual([])
  })

  await test.step('a time that is taken: everything typed stays, and what is free instead is a press away', async () => {
    const time = '11:00'
    await cutChanges(page)
    await openTimeline(page, `?date=${LAST_DAY}`)
    await free(page, '미팅룸 3', time).click()
    const dialog = walkIn(page)
    await chooseMember(page, '임도현', '임도현')
    await dialog.getByLabel('미팅명').fill('임상 결과 공유')
    await dialog.getByLabel('현장 미팅 담당자명').fill('박서아')

    await bookFirst(await openDesk(app), '미팅룸 3', time)

    await dialog.getByRole('button', { name: '예약 등록' }).click()
    await expect(dialog.getByText('이미 예약되었거나 예약할 수 없는 시간입니다.')).toBeVisible()
    await expect(dialog.getByText('지금 비어 있는 시간입니다.')).toBeVisible()
    await expectAccessible(page)
    await expect(dialog.getByLabel('미팅명')).toHaveValue('임상 결과 공유')
    const next = `${time.slice(0, 2)}:10`
    await dialog.getByRole('button', { name: next }).click()
    await expect(dialog.getByText('지금 비어 있는 시간입니다.')).toBeHidden()
    await dialog.getByRole('button', { name: '예약 등록' }).click()
    await expect(
      row(page, '미팅룸 3').getByRole('button', { name: /해솔바이오 예약됨/ }),
    ).toHaveAccessibleName(new RegExp(next))
  })

  await test.step('a move whose time is taken keeps what was chosen and shows the nearest; a move by a colleague is not undone unseen', async () => {
    const colleague = await openColleague(app, '박동료')
    const asked = await bookFirst(colleague, '미팅룸 3', '15:00', '옮길 회사')
    await bookFirst(colleague, '미팅룸 1', '15:30')
    await openTimeline(page, `?date=${LAST_DAY}`)
    await row(page, '미팅룸 3')
      .getByRole('button', { name: /옮길 회사/ })
      .click()
    const details = page.getByRole('dialog', { name: '예약 상세' })
    await details.getByRole('button', { name: '시간·장소 변경' }).click()
    const send = (name = '변경하고 메일 보내기') => move(page).getByRole('button', { name }).click()
    const start = move(page).getByRole('combobox', { name: '시작 시간' })
    const overlap = move(page).getByText(
      /^신청자의 다른 예약과 시간이 겹칩니다: 11.23 .* 15:30 ~ 15:40 · 미팅룸 1$/,
    )
    await start.selectOption('15:30')
    await expect(overlap).toBeVisible()
    await start.selectOption('16:00')
    await expect(overlap).toBeHidden()
    await move(page).getByLabel('회원에게 전할 말').fill('한 시간 뒤로')
    await bookFirst(colleague, '미팅룸 3', '16:00')
    await send()
    await expect(move(page).getByText('이미 예약되었거나 예약할 수 없는 시간입니다.')).toBeVisible()
    await expect(move(page).getByText('지금 비어 있는 시간입니다.')).toBeVisible()
    await expectAccessible(page)
    await move(page).getByRole('button', { name: '16:10' }).click()
    await expect(side(page, '변경 후')).toContainText('16:10 ~ 16:20')

    const elsewhere = { type: asked.type, ...(await slotAt(colleague, '미팅룸 1', '16:40')) }
    await colleague.post(`/api/admin/reservations/${asked.id}/move/`, elsewhere)
    await send()
    await expect(
      move(page).getByText(/^박동료 님이 방금 변경했습니다: 시간 15:00 ~ 15:10 → 16:40 ~ 16:50/),
    ).toBeVisible()
    await expect(side(page, '현재')).toContainText(/16:40 ~ 16:50.*미팅룸 1/)
    await expect(move(page).getByLabel('회원에게 전할 말')).toHaveValue('한 시간 뒤로')
    await send('그래도 변경')
    await expect(move(page)).toBeHidden()
    await expect(details.getByText('16:10 ~ 16:20')).toBeVisible()
    await colleague.leave()
  })
})

test('a walk-in for a newcomer, and for a member whose tier is too low', async ({ page, app }) => {
  await test.step('somebody without an account is registered and booked for in one go, and a known phone leads to its member', async () => {
    await openTimeline(page, `?date=${LAST_DAY}`)
    await free(page, '미팅룸 2', '16:00').click()
    const dialog = walkIn(page)
    const member = dialog.getByRole('combobox', { name: '회원' })
    const register = dialog.getByRole('button', { name: '회원이 아닌가요? 새 회원으로 등록' })
    await member.fill('노처음')
    await register.click()
    const newcomer = dialog.getByRole('group', { name: '새 회원' })
    await expect(newcomer.getByLabel('이름')).toHaveValue('노처음')
    await expect(newcomer.getByLabel('전화번호')).toBeFocused()
    await page.keyboard.type('01023456789')
    await expect(newcomer.getByText('이미 가입된 회원입니다: 박지민 (한빛전자)')).toBeVisible()
    await expectAccessible(page)
    await newcomer.getByRole('button', { name: '이 회원으로 예약' }).click()
    await expect(member).toHaveValue('박지민')
    await expect(dialog.getByLabel('방문자명')).toHaveValue('박지민')

    await member.fill('노처음')
    await register.click()
    await expect(newcomer.getByLabel('전화번호')).toHaveValue('010-2345-6789')
    await newcomer.getByLabel('전화번호').fill('010-6789-0001')
    await newcomer.getByLabel('이메일').fill('first-time@example.com')
    await newcomer.getByLabel('회사명').fill('새벽상사')
    await newcomer.getByLabel('직책').fill('대리')
    await dialog.getByLabel('미팅명').fill('첫 상담')
    await dialog.getByLabel('현장 미팅 담당자명').fill('김도윤')
    await expect(dialog.getByLabel('방문자명')).toHaveValue('노처음')

    // Another desk is faster with the same phone.
    const taken = { name: '먼저온', phone: '010-6789-0001', email: 'faster@example.com' }
    const work = { company_name: '새벽상사', position: '과장', is_vip: false, is_vvip: false }
    await (await openDesk(app)).post('/api/admin/users/', { ...taken, ...work })
    await dialog.getByRole('button', { name: '예약 등록' }).click()
    await expect(newcomer.getByText('이미 등록된 전화번호입니다.')).toBeVisible()
    await expect(newcomer.getByText('이미 가입된 회원입니다: 먼저온 (새벽상사)')).toBeVisible()
    await newcomer.getByLabel('전화번호').fill('010-6789-0002')
    const release = await hold(page, '**/api/admin/reserve-meeting/')
    await dialog.getByRole('button', { name: '예약 등록' }).click()
    // Closing calls nothing off that is under way, and its answer is for who is still there.
    await page.keyboard.press('Escape')
    await expect(page.getByRole('alertdialog')).toHaveCount(0)
    await expect(dialog).toBeVisible()
    release()
    await expect(
      page.getByText('새 회원과 미팅 예약이 등록되었습니다. 승인 메일을 보내드립니다.'),
    ).toBeVisible()
    await expect(row(page, '미팅룸 2').getByRole('button', { name: /새벽상사 예약됨/ })).toBeFocused()
    await app.mailbox.receive('first-time@example.com', '미팅 예약이 승인')
    const login = await page.request.post('/api/user/login/', {
      data: { phone: '010-6789-0002', name: '노처음' },
    })
    expect(login.status()).toBe(200)
  })

  await test.step('a member whose tier is too low is let in only on purpose; what was typed is not lost by a slip', async () => {
    const time = '11:00'
    await openTimeline(page, `?date=${LAST_DAY}`)
    await free(page, '이서연', time).click()
    const dialog = walkIn(page)
    await chooseMember(page, '서지우', '서지우')
    await page.keyboard.press('Escape')
    await page.getByRole('alertdialog').getByRole('button', { name: '계속 입력' }).click()
    await expect(dialog.getByLabel('방문자명')).toHaveValue('서지우')
    await dialog.getByRole('button', { name: '예약 등록' }).click()
    await expect(dialog.getByText('VVIP 회원만 예약할 수 있습니다.')).toBeVisible()
    await expectAccessible(page)
    await dialog.getByRole('checkbox', { name: /등급 제한을 적용하지 않습니다/ }).check()
    await dialog.getByRole('button', { name: '예약 등록' }).click()
    await expect(page.getByText('투어 예약이 등록되었습니다. 승인 메일을 보내드립니다.')).toBeVisible()
    await expect(row(page, '이서연').getByRole('button', { name: /라온미디어 예약됨/ })).toBeVisible()
  })
})

/**
 * A colleague takes a time of 미팅룸 3 between the page's reading of the day's reservations and of its times: it shows that
 * the time is gone, and who has it only once the answered function is called.
 */
async function takeUnseen(page: Page, colleague: Desk, time: string) {
  const showTimes = await hold(page, `**/api/admin/available-rooms/?date=${LAST_DAY}`)
  const asked = page.waitForRequest('**/api/admin/available-rooms/**')
  await bookFirst(colleague, '미팅룸 1', time)
  await asked
  const showReservations = await hold(page, PAGES)
  await bookFirst(colleague, '미팅룸 3', time)
  showTimes()
  await expect(free(page, '미팅룸 3', time)).toBeHidden()
  return showReservations
}

test('what a colleague takes or decides leaves the focus at its place, and what is typed in sight @release', async ({
  page,
  app,
}) => {
  await test.step('the focus on a time that is taken comes to its reservation, unless one has gone on', async () => {
    const colleague = await openDesk(app)
    await openTimeline(page, `?date=${LAST_DAY}`)
    await free(page, '미팅룸 3', '13:00').focus()
    let showReservations = await takeUnseen(page, colleague, '13:00')
    await expect(free(page, '미팅룸 3', '12:50')).toBeFocused()
    showReservations()
    const taken = (time: RegExp) => row(page, '미팅룸 3').getByRole('button', { name: time })
    await expect(taken(/13:00 ~ 13:10/)).toBeFocused()
    await page.keyboard.press('ArrowRight')
    await expect(free(page, '미팅룸 3', '13:10')).toBeFocused()

    await free(page, '미팅룸 3', '14:00').focus()
    showReservations = await takeUnseen(page, colleague, '14:00')
    await expect(free(page, '미팅룸 3', '13:50')).toBeFocused()
    await page.keyboard.press('ArrowLeft')
    showReservations()
    await expect(taken(/14:00 ~ 14:10/)).toBeVisible()
    await expect(free(page, '미팅룸 3', '13:40')).toBeFocused()
  })

  await test.step('a reservation that leaves the day while it is edited is shown as it is, and what was typed can be saved', async () => {
    const desk = await openDesk(app)
    const places = await makePlaces(desk, LAST_DAY)
    const asked = await askForMeeting(await makeNewcomer(app), places, '18:40', '사라질 회의')
    await openTimeline(page, `?date=${LAST_DAY}`)
    await row(page, '미팅룸 하늘')
      .getByRole('button', { name: /18:40 ~ 18:50/ })
      .and(page.getByRole('button', { name: /대기중/ }))
      .click()
    const details = page.getByRole('dialog', { name: '예약 상세' })
    await details.getByRole('button', { name: '추가 정보 수정' }).click()
    const note = page.getByRole('dialog', { name: '추가 정보 수정' })
    await note.getByLabel('요청 사항').fill('다음에 다시 안내')
    await desk.patch(`/api/admin/reservations/${asked.id}/note/`, {
      type: asked.type,
      note: '먼저 적은 메모',
    })
    await desk.decide(asked, 'reject', '내부 행사')
    await note.getByRole('button', { name: '저장', exact: true }).click()
    await expect(note.getByText('현재 값: 먼저 적은 메모')).toBeVisible()
    await note.getByRole('button', { name: '내 내용으로 저장' }).click()
    await expect(note).toBeHidden()
    await expect(details.getByText('다음에 다시 안내')).toBeVisible()
    await expect(details.getByText('거절됨')).toBeVisible()
    await expect(details.getByRole('button', { name: '승인', exact: true })).toHaveCount(0)
  })
})

test.describe('on a phone', () => {
  test.use(PHONE)

  test('a poll leaves the timeline where it was; the present time is in sight, and a time is booked by thumb', async ({
    page,
  }) => {
    const clock = await controlTime(page)
    await test.step('a poll leaves the timeline where it was scrolled to, and the focus where it was', async () => {
      await openTimeline(page)
      const cell = free(page, '컨퍼런스룸', '16:30')
      await cell.focus()
      const left = (await cell.boundingBox())!.x
      const answer = page.waitForResponse((response) => response.url().includes('/api/admin/reservations/'))
      await clock.pass(31_000)
      await answer
      await expect(page.getByText(/^업데이트 \d초 전/)).toBeVisible()
      await expect(cell).toBeFocused()
      expect((await cell.boundingBox())!.x).toBe(left)
    })

    await test.step('the present time is in sight, and a time is booked by thumb on the whole screen', async () => {
      await clock.passUntil('2026-11-20T16:30:00+01:00')
      await page.reload()
      await expect(page.getByRole('note', { name: /^현재 시각/ })).toBeInViewport()

      await page.goto(`${TIMELINE}?date=${LAST_DAY}`)
      await free(page, '미팅룸 2', '13:00').tap()
      await expect
        .poll(() => walkIn(page).locator('.dialog__box').boundingBox())
        .toEqual({ x: 0, y: 0, ...PHONE.viewport })
      await walkIn(page).getByRole('combobox', { name: '회원' }).fill('임도현')
      await page.getByRole('listbox', { name: '검색된 회원' }).getByRole('option', { name: '임도현' }).tap()
      await walkIn(page).getByLabel('미팅명').fill('현장 상담')
      await walkIn(page).getByLabel('현장 미팅 담당자명').fill('김도윤')
      await walkIn(page).getByRole('button', { name: '예약 등록' }).tap()
      await expect(page.getByText('미팅 예약이 등록되었습니다. 승인 메일을 보내드립니다.')).toBeVisible()
    })
  })
})
