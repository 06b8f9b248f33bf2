import type { Page } from '@playwright/test'
import { signIn } from '../server-process.ts'
import { askForMeeting, askForTour, makeNewcomer, makePlaces, openDesk } from './desk.ts'
import { expect, expectAccessible, signInAsAdmin, test, watchConsole } from './fixtures.ts'
import { PHONE } from './widths.ts'
import { fetchWhole } from './reads.ts'

// The last sample day; its visitor appears in no other test.
const DAY = '2026-11-23'
const VISITOR = { phone: '010-5456-1029', name: '송하윤' }
// One member may not book the whole day.
const IN_THE_AFTERNOON = { phone: '010-2345-6789', name: '박지민' }
const GRID = `/admin/reservation?date=${DAY}`

// A journey has the steps of several tests.
test.slow()

test.beforeEach(({ page }) => signInAsAdmin(page))

type Slot = { id: number; time: string; is_available: boolean }
type Plan = Record<`${'tour' | 'room'}_schedule`, { docent?: Place; room?: Place; time_slots: Slot[] }[]>
type Place = { id: number; name: string }

/** Requests that a visitor sent by another browser: a tour, or with a title a meeting of 20 minutes. */
async function request(url: string, { time, ...visitor }: { time: string; company: string; title?: string }) {
  const { get, post } = await signIn(url, time > '14:15' ? IN_THE_AFTERNOON : VISITOR)
  const plan = (await get(`/api/user/schedule/?date=${DAY}`)) as Plan
  const dates = (await get('/api/user/event-dates/')) as { id: number; date: string }[]
  const event_date_id = dates.find(({ date }) => date === DAY)!.id
  const party = { name: '송하윤', phone: VISITOR.phone, count: 3, ...visitor }
  const isMeeting = visitor.title !== undefined
  const { docent, room, time_slots } = isMeeting
    ? plan.room_schedule.find((each) => each.room!.name === '컨퍼런스룸')!
    : plan.tour_schedule.find((each) => each.docent!.name === '김하늘')!
  expect(docent ?? room).toBeTruthy()
  const first = time_slots.findIndex((slot) => slot.time === time)
  const answer = isMeeting
    ? await post('/api/user/reserve-meeting/', {
        room_id: room!.id,
        event_date_id,
        visitor: { manager_name: '김도윤', ...party },
        note: null,
        time_slots: time_slots
          .slice(first, first + 2)
          .map(({ id }) => ({ available_room_id: id, duration: 10 })),
      })
    : await post('/api/user/reserve-tour/', {
        available_tour_id: time_slots[first]!.id,
        event_date_id,
        visitor: party,
        note: null,
      })
  expect(answer.status).toBe(201)
}

const block = (page: Page, company: string) =>
  page.getByRole('main').getByRole('button', { name: new RegExp(`^${company}`) })
const details = (page: Page) => page.getByRole('dialog', { name: '예약 상세' })
const said = (page: Page, text: string) => expect(page.getByText(text).first()).toBeVisible()

const choose = (page: Page, group: string, name: string) =>
  page.getByRole('group', { name: group }).getByRole('radio', { name, exact: true }).click()

const [APPROVED, GREY] = ['rgb(223, 245, 234)', 'rgb(238, 240, 244)']

test('the day by hours: its filters and search outlive a reload, and keys go from reservation to reservation', async ({
  page,
  app,
}) => {
  await test.step('the day by hours and its filters, which outlive a reload', async () => {
    const heard = watchConsole(page)
    await request(app.url, { time: '09:00', company: '격자투어' })
    await request(app.url, { time: '09:20', company: '격자미팅', title: '격자 회의' })
    await page.goto(GRID)
    await expect(block(page, '격자투어')).toBeVisible()
    await expect(block(page, '격자미팅')).toBeVisible()
    await said(page, '업데이트')

    await expect(page.getByText(/오늘 방문 투어 \d+ · 오늘 방문 미팅 \d+/)).toBeVisible()
    await choose(page, '유형', '투어')
    await expect(block(page, '격자미팅')).toHaveCount(0)
    await expect(page).toHaveURL(/type=tour/)
    await page.reload()
    await expect(block(page, '격자투어')).toBeVisible()
    await expect(block(page, '격자미팅')).toHaveCount(0)
    await choose(page, '상태', '취소됨')
    await expect(block(page, '격자투어')).toHaveCount(0)
    // Other tests have cancelled reservations of their own.
    await page.getByLabel('예약 검색').fill('격자')
    await said(page, '조건에 맞는 예약이 없습니다.')
    await page.getByRole('button', { name: '검색과 필터 지우기' }).click()
    await expect(block(page, '격자미팅')).toBeVisible()

    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: '엑셀 다운로드' }).click()
    expect((await downloading).suggestedFilename()).toBe('예약목록_2026-11-20.xlsx')
    await said(page, '엑셀 파일을 다운로드했습니다.')
    await page.goto('/admin/reservation?date=all')
    await said(page, '현장 예약은 날짜를 하나 선택하면 빈 시간에서 등록할 수 있습니다.')
    // A link to a reservation that is gone.
    await page.goto('/admin/reservation?ids=99999')
    await said(page, '조건에 맞는 예약이 없습니다.')
    expect(heard).toEqual([])
  })

  await test.step('a search by words, and details that are opened and left by keyboard', async () => {
    await request(app.url, { time: '09:30', company: '찾을투어' })
    await request(app.url, { time: '09:40', company: '찾을미팅', title: '찾을 회의' })
    await page.goto(GRID)
    await expect(block(page, '찾을투어')).toBeVisible()
    await page.keyboard.press('/')
    await expect(page.getByLabel('예약 검색')).toBeFocused()
    await page.keyboard.type('찾을 회의')
    await expect(block(page, '찾을투어')).toHaveCount(0)
    await expect(page.getByRole('button', { name: /^컨퍼런스룸 .* 현장 예약$/ }).first()).toBeVisible()
    await block(page, '찾을미팅').focus()
    await page.keyboard.press('Enter')
    await expect(details(page).getByText('찾을 회의')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(block(page, '찾을미팅')).toBeFocused()
  })

  await test.step('arrow keys go from reservation to reservation', async () => {
    await request(app.url, { time: '10:00', company: '첫걸음' })
    await request(app.url, { time: '10:30', company: '둘째걸음' })
    await request(app.url, { time: '12:00', company: '셋째걸음' })
    await page.goto(GRID)
    await block(page, '첫걸음').focus()
    await page.keyboard.press('ArrowDown')
    await expect(block(page, '둘째걸음')).toBeFocused()
    await page.keyboard.press('ArrowRight')
    await expect(page.getByRole('button', { name: '김하늘 11:00 현장 예약' })).toBeFocused()
    await page.keyboard.press('ArrowLeft')
    await expect(block(page, '첫걸음')).toBeFocused()
    await page.keyboard.press('Control+ArrowRight')
    await expect(block(page, '셋째걸음')).toBeFocused()
  })

  await test.step('what cannot be loaded says so and can be tried again', async () => {
    const refuse = (body: object) => ({
      status: 409,
      contentType: 'application/json',
      body: JSON.stringify(body),
    })
    await page.route('**/api/admin/reservations/**', (route) =>
      route.fulfill(refuse({ code: 'internal', error: '점검 중입니다.', message: '점검 중입니다.' })),
    )
    await page.goto(GRID)
    await expect(page.getByRole('main').getByText('점검 중입니다.')).toBeVisible()
    await expect(page.getByRole('alert').getByText('점검 중입니다.').first()).toBeVisible()
    await expectAccessible(page)
    // A poll must not bring the day before the button is pressed.
    const pressed = Promise.withResolvers<void>()
    await page.route('**/api/admin/reservations/**', async (route) => {
      await pressed.promise
      await route.continue()
    })
    await page.getByRole('button', { name: '다시 시도' }).click()
    pressed.resolve()
    await expect(page.getByRole('heading', { name: '2026년 11월 23일 (월)' })).toBeVisible()
    await page.unrouteAll()
  })
})

test('reservations that cannot be loaded take away no dialog with what is typed', async ({ page }) => {
  await page.goto(GRID)
  const failing = Promise.withResolvers<void>()
  await page.route('**/api/admin/reservations/?*type=meeting*', async (route) => {
    await failing.promise
    await route.fulfill({ status: 400, body: 'oops' })
  })
  const free = page.getByRole('button', { name: '컨퍼런스룸 11:00 현장 예약' })
  await expect(free).toBeVisible()
  await choose(page, '유형', '미팅')
  await free.click()
  const dialog = page.getByRole('dialog', { name: '현장 예약' })
  await dialog.getByLabel('미팅명', { exact: true }).fill('공급 협의')
  failing.resolve()
  await expect(page.getByText('데이터를 불러오는데 실패했습니다.').first()).toBeVisible()
  await expect(dialog.getByLabel('미팅명', { exact: true })).toHaveValue('공급 협의')
})

async function openDetails(page: Page, company: string) {
  await page.goto(GRID)
  await block(page, company).click()
}

test('who visits and the note are corrected; nothing typed is lost unasked or by a failure', async ({
  page,
  app,
}) => {
  await test.step('a meeting names its own fields, and what is missing in each', async () => {
    await request(app.url, { time: '13:00', company: '채울회사', title: '채울 회의' })
    await openDetails(page, '채울회사')
    await details(page).getByRole('button', { name: '방문자 정보 수정' }).click()
    const edit = page.getByRole('dialog', { name: '방문자 정보 수정' })
    const save = edit.getByRole('button', { name: '저장', exact: true })
    const count = edit.getByRole('spinbutton')
    for (const label of ['미팅명', '상대 회사명', '방문자 · 상대 미팅룸명', '현장 미팅 담당자명', '연락처'])
      await edit.getByLabel(label, { exact: true }).fill('')
    await count.fill('0')
    await save.click()
    for (const text of [
      '미팅명을 입력해주세요.',
      '상대 회사명을 입력해주세요.',
      '상대 미팅룸명을 입력해주세요.',
      '현장 미팅 담당자명을 입력해주세요.',
      '올바른 전화번호 형식이 아닙니다.',
      '방문 인원은 1명 이상이어야 합니다.',
    ])
      await expect(edit.getByText(text)).toBeVisible()
    await expect(edit.getByLabel('미팅명', { exact: true })).toBeFocused()
    await expectAccessible(page)
  })

  await test.step('a tour names its own fields and takes thirty', async () => {
    await request(app.url, { time: '13:30', company: '서른명' })
    await openDetails(page, '서른명')
    await details(page).getByRole('button', { name: '방문자 정보 수정' }).click()
    const edit = page.getByRole('dialog', { name: '방문자 정보 수정' })
    await edit.getByLabel('회사 · 방문 대표자').fill('')
    await edit.getByLabel('방문자 · 현장 담당자').fill('')
    await edit.getByRole('spinbutton').fill('31')
    await edit.getByRole('button', { name: '저장', exact: true }).click()
    await expect(edit.getByText('방문 대표자 성함/직함을 입력해주세요.')).toBeVisible()
    await expect(edit.getByText('현장 담당자 성함/직함을 입력해주세요.')).toBeVisible()
    await expect(edit.getByText('투어 방문 인원은 30명을 초과할 수 없습니다.')).toBeVisible()
  })

  await test.step('nothing typed is lost unasked or by a failure', async () => {
    await request(app.url, { time: '13:20', company: '고칠회사', title: '고칠 회의' })
    await openDetails(page, '고칠회사')
    await details(page).getByRole('button', { name: '방문자 정보 수정' }).click()
    const edit = page.getByRole('dialog', { name: '방문자 정보 수정' })
    const save = edit.getByRole('button', { name: '저장', exact: true })
    const count = edit.getByRole('spinbutton')
    await edit.getByLabel('미팅명', { exact: true }).fill('고친 회의')
    await edit.getByLabel('연락처').fill('+82 10 2345 6789')
    await count.focus()
    await expect(edit.getByLabel('연락처'), 'a number from abroad').toHaveValue('010-2345-6789')
    await edit.getByLabel('연락처').fill('02-123-4567')
    await count.fill('17')
    await save.click()
    await expect(edit.getByText('미팅룸 수용 인원(16명)을 초과할 수 없습니다.')).toBeVisible()
    await count.fill('16')
    await page.keyboard.press('Escape')
    await page.getByRole('alertdialog').getByRole('button', { name: '계속 입력' }).click()
    await expect(count).toHaveValue('16')

    await page.route('**/visitor/', (route) => route.abort())
    await save.click()
    await said(page, '방문자 정보 수정 중 오류가 발생했습니다.')
    await page.unroute('**/visitor/')
    await save.click()
    await said(page, '방문자 정보가 수정되었습니다.')
    await expect(edit).toBeHidden()
    await expect(details(page).getByText('고친 회의')).toBeVisible()
    await expect(details(page).getByRole('button', { name: '방문자 정보 수정' })).toBeFocused()
  })

  await test.step('the note is changed, and the history tells what was', async () => {
    await request(app.url, { time: '13:40', company: '적을회사', title: '적을 회의' })
    await openDetails(page, '적을회사')
    await details(page).getByRole('button', { name: '추가 정보 수정' }).click()
    const note = page.getByRole('dialog', { name: '추가 정보 수정' })
    await note.getByLabel('요청 사항').fill('휠체어 이용')
    await page.route('**/note/', (route) => route.abort())
    await note.getByRole('button', { name: '저장', exact: true }).click()
    await said(page, '추가 정보 수정 중 오류가 발생했습니다.')
    await page.unroute('**/note/')
    await note.getByRole('button', { name: '저장', exact: true }).click()
    await said(page, '추가 정보가 수정되었습니다.')
    await details(page).getByText('변경 이력').click()
    await expect(details(page).getByText('요청 사항 추가')).toBeVisible()
    await expectAccessible(page)
  })
})

async function findTour(app: Parameters<typeof openDesk>[0], company: string) {
  const desk = await openDesk(app)
  const path = `/api/admin/reservations/?search=${encodeURIComponent(company)}`
  const { tours } = await desk.get<{ tours: { id: number; visitor: object }[] }>(path)
  return { desk, tour: tours[0]! }
}

test('two administrators at one reservation: nothing is overwritten unseen, and who decides too late hears by whom', async ({
  page,
  app,
}) => {
  await test.step('what a colleague has saved is shown, also where it leaves the search; the own version is saved on purpose', async () => {
    await request(app.url, { time: '14:00', company: '둘이서' })
    await page.goto(`${GRID}&search=둘이서`)
    await block(page, '둘이서').click()
    await details(page).getByRole('button', { name: '방문자 정보 수정' }).click()
    const edit = page.getByRole('dialog', { name: '방문자 정보 수정' })
    await edit.getByRole('spinbutton').fill('9')

    const { desk, tour } = await findTour(app, '둘이서')
    const visitor = { ...tour.visitor, company: '바뀐이름', name: '먼저', count: 5 }
    await desk.patch(`/api/admin/reservations/${tour.id}/visitor/`, { type: 'VIP_TOUR', visitor })
    await edit.getByRole('button', { name: '저장', exact: true }).click()
    await expect(
      edit.getByText(/^admin 님이 방금 변경했습니다: .*방문자 송하윤 → 먼저, 방문 인원 3 → 5명/),
    ).toBeVisible()
    await expect(edit.getByText('현재 값: 5명')).toBeVisible()
    await expect(edit.getByRole('spinbutton')).toHaveValue('9')
    await expectAccessible(page)
    await edit.getByRole('button', { name: '현재 값 사용' }).first().click()
    await expect(edit.getByLabel('회사 · 방문 대표자')).toHaveValue('바뀐이름')
    await edit.getByRole('button', { name: '내 내용으로 저장' }).click()
    await expect(edit).toBeHidden()
    await expect(details(page).getByText('9명')).toBeVisible()
    await expect(details(page).getByText('바뀐이름')).toBeVisible()
  })

  await test.step('who decides too late is shown by whom it was decided, and what', async () => {
    await request(app.url, { time: '14:30', company: '늦은결정' })
    // Else the page would hear of it before it is pressed.
    await page.route('**/api/admin/changes/**', (route) => route.abort())
    await page.goto(GRID)
    await block(page, '늦은결정').click()
    await expect(details(page).getByRole('button', { name: '승인', exact: true })).toBeVisible()
    const { desk, tour } = await findTour(app, '늦은결정')
    await desk.decide({ id: tour.id, type: 'VIP_TOUR' }, 'reject', '내부 행사')
    await details(page).getByRole('button', { name: '승인', exact: true }).click()
    await said(
      page,
      '예약 승인에 실패했습니다. 현재 상태(거절됨)에서는 처리할 수 없습니다. admin 님이 방금 거절했습니다.',
    )
    await expect(details(page).getByRole('button', { name: '승인', exact: true })).toBeHidden()
  })
})

test('a reservation is approved, ended, and cancelled with a reason; its details say who asks, what was mailed, and what else is at that time', async ({
  page,
  app,
}) => {
  await test.step('approved, ended, and cancelled with a reason, each in so many words', async () => {
    await request(app.url, { time: '15:00', company: '끝낼회사' })
    await request(app.url, { time: '15:30', company: '취소할회사' })
    await page.goto(GRID)
    await block(page, '끝낼회사').click()
    await details(page).getByRole('button', { name: '승인', exact: true }).click()
    await said(page, '예약이 승인되었습니다.')
    await expect(block(page, '끝낼회사')).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(details(page).getByRole('button', { name: '예약 취소' })).toBeVisible()
    await expect(details(page).getByRole('button', { name: '종료 처리' })).toBeHidden()
    // For this screen the tour has begun; for the service it has not. The last answer counts, whatever it is of.
    const ANSWERS = /\/api\/(?!.*\/changes\/)/
    await page.route(ANSWERS, async (route) => {
      const response = await fetchWhole(route)
      const headers = { ...response.headers(), 'x-service-time': `${DAY}T14:05:00Z` }
      // A read that the screen has given up meanwhile needs no answer.
      await route.fulfill({ response, headers }).catch(() => {})
    })
    await page.reload()
    await block(page, '끝낼회사').click()
    await details(page).getByRole('button', { name: '종료 처리' }).click()
    await expectAccessible(page)
    await page.getByRole('alertdialog').getByRole('button', { name: '종료 처리' }).click()
    await said(page, '예약이 종료 처리되었습니다.')
    const isLikeApproved = async () => {
      await expect(block(page, '끝낼회사')).toContainText('✓')
      await expect(block(page, '끝낼회사')).toHaveCSS('background-color', APPROVED)
    }
    await isLikeApproved()
    await expect(page.getByRole('list', { name: '상태 표시' }).getByText('종료됨')).toHaveCSS(
      'background-color',
      APPROVED,
    )
    await block(page, '끝낼회사').click()
    await expect(details(page)).toContainText(/15:00 ~ 15:\d\d · 시작 전 종료/)
    await expect(details(page)).toContainText(/예약 시간 15:00 ~ 15:\d\d/)
    await page.keyboard.press('Escape')

    await block(page, '취소할회사').click()
    await details(page).getByRole('button', { name: '예약 취소' }).click()
    const reason = page.getByRole('dialog', { name: '예약 취소' })
    await expect(reason.getByRole('button', { name: '예약 취소' })).toBeDisabled()
    await reason.getByLabel('취소 사유').fill('   ')
    await expect(reason.getByRole('button', { name: '예약 취소' })).toBeDisabled()
    await reason.getByLabel('취소 사유').fill('전시장 사정')
    await reason.getByRole('button', { name: '예약 취소' }).click()
    await said(page, '예약이 취소되었습니다.')
    await expect(block(page, '취소할회사')).toHaveCount(0)
    await choose(page, '상태', '취소됨')
    await expect(block(page, '취소할회사')).toHaveCSS('background-color', GREY)
    await block(page, '취소할회사').click()
    await expect(details(page).getByText('전시장 사정')).toBeVisible()
    await page.keyboard.press('Escape')
    await page.unroute(ANSWERS)
    await page.reload()
    // The hour in which it stood can be booked again; the one that was ended beforehand has given its time back too.
    await expect(page.getByRole('button', { name: '김하늘 15:00 현장 예약' })).toBeVisible()
    await page.goto(`/admin/reservation/timeline?date=${DAY}`)
    await isLikeApproved()
  })

  await test.step('the details say who asks, what was mailed, and what else they have at that time', async () => {
    await request(app.url, { time: '11:00', company: '겹친투어' })
    await request(app.url, { time: '11:00', company: '겹친미팅', title: '겹친 회의' })
    await page.goto(GRID)
    await block(page, '겹친투어').click()
    await expect(details(page).getByText('예약 겹침 1건')).toBeVisible()
    await expect(details(page).getByRole('link', { name: /@/ })).toBeVisible()
    const mail = details(page).getByRole('listitem').filter({ hasText: '예약 접수' })
    await expect(mail).toContainText('발송됨')
    await expect(details(page).getByText('시간 겹침')).toHaveCount(1)
    const other = details(page).getByRole('button', { name: /11:00 ~ 11:20 · 컨퍼런스룸/ })
    await other.click()
    await expect(details(page).getByText('겹친 회의')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(other).toBeFocused()
  })
})

test.describe('on a phone', () => {
  test.use(PHONE)

  test('the filters fold away with the counts of today, and a day is a list of docents and rooms', async ({
    page,
    app,
  }) => {
    await request(app.url, { time: '16:30', company: '목록투어' })
    await request(app.url, { time: '14:20', company: '목록미팅', title: '목록 회의' })
    await page.goto(GRID)
    await expect(block(page, '목록투어')).toBeVisible()
    await expect(block(page, '목록미팅')).toBeVisible()
    await expect(page.getByRole('region', { name: '예약 시간표' })).toHaveCount(0)
    const today = page.getByText(/오늘 방문 투어 \d+ · 오늘 방문 미팅 \d+/)
    await expect(today).toBeHidden()
    const filters = page.getByRole('button', { name: /^필터/ })
    await filters.tap()
    await expect(today).toBeVisible()
    await choose(page, '유형', '투어')
    await expect(block(page, '목록미팅')).toHaveCount(0)
    await page.reload()
    await expect(filters).toHaveText(/투어/)
    await expect(today).toBeHidden()
    await page.getByLabel('예약 검색').tap()
    await page.keyboard.type('목록')
    await expect(page.getByText('예약 1건')).toBeVisible()

    await block(page, '목록투어').tap()
    await details(page).getByRole('button', { name: '승인', exact: true }).tap()
    await said(page, '예약이 승인되었습니다.')
    await expect(block(page, '목록투어')).toBeFocused()
    await page.getByRole('button', { name: /^김하늘 .* 현장 예약$/ }).tap()
    await expect(page.getByRole('dialog', { name: '현장 예약' })).toBeVisible()
  })

  test('a meeting named from right to left stands between its time and its people @release', async ({
    page,
    app,
  }) => {
    const places = await makePlaces(await openDesk(app), DAY)
    await askForMeeting(await makeNewcomer(app), places, '17:00', 'محمد')
    await page.goto(GRID)
    const name = (await page.getByText('محمد', { exact: true }).boundingBox())!
    const count = (await page.getByText('· 2명').last().boundingBox())!
    expect(count.x).toBeGreaterThanOrEqual(name.x + name.width)
  })
})

test('the figures of the event answer how full it is, what waits, and why it was refused', async ({
  page,
}) => {
  await test.step('the figures of all days, of one, and as a file', async () => {
    const console = watchConsole(page)
    await page.goto('/admin/reservation/numbers')
    const docents = page.getByRole('table', { name: '도슨트별 예약률' })
    await expect(docents.getByRole('row', { name: /김하늘/ })).toContainText(/\d+%\s*\d+\/\d+/)
    const chart = page.getByRole('img', { name: '시간대별 이용률(%)' })
    for (const text of ['0%', '50%', '100%', '10시'])
      await expect(chart.getByText(text, { exact: true })).toBeVisible()
    await page.getByText('표로 보기').first().click()
    const hours = page.getByRole('table', { name: '시간대별 이용률(%)' })
    await expect(hours.getByRole('row', { name: /^10시/ })).toContainText(/\d+% \([\d,]+\/[\d,]+분\)/)
    await expect(page.getByText('해당 시간에 내부 행사가 예정되어 있습니다.').first()).toBeVisible()

    const count = docents
      .getByRole('row', { name: /김하늘/ })
      .getByRole('cell')
      .last()
    const ofAll = await count.textContent()
    await page.getByLabel('종료일').selectOption({ label: '11.20 (금)' })
    await expect(page).toHaveURL(/end_date=2026-11-20/)
    await expect(count).not.toHaveText(ofAll!)
    await page.reload()
    await expect(page.getByLabel('종료일')).toHaveValue('2026-11-20')
    await page.getByRole('button', { name: '전체 기간' }).click()
    await expect(count).toHaveText(ofAll!)

    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: '엑셀 다운로드' }).click()
    expect((await saved).suggestedFilename()).toBe('통계_2026-11-20.xlsx')
    await page.getByRole('link', { name: /^대기중 신청 목록 / }).click()
    await expect(page).toHaveURL('/admin/reservation?date=all&status=PENDING')
    expect(console).toEqual([])
  })

  await test.step('a calendar that cannot be loaded says why, in the words of the service', async () => {
    const lists = '**/api/admin/reservations/?*'
    const error = '이 날짜의 예약을 읽을 수 없습니다.'
    await page.route(lists, (route) =>
      route.fulfill({ status: 400, json: { code: 'invalid_input', error, message: error } }),
    )
    await page.goto('/admin/reservation')
    await expect(page.getByText(error).first()).toBeVisible()
    await expect(page.getByText('데이터를 불러오는데 실패했습니다.')).toBeHidden()
    await page.unroute(lists)
  })

  await test.step('figures that cannot be loaded say so and come with the retry', async () => {
    const figures = '**/api/admin/numbers/*'
    await page.route(figures, (route) =>
      route.fulfill({ status: 400, json: { code: 'invalid_input', error: '입력 내용을 확인해주세요.' } }),
    )
    await page.goto('/admin/reservation/numbers')
    const alert = page.getByRole('alert').filter({ hasText: '데이터를 불러오는데 실패했습니다.' })
    await expect(alert).toBeVisible()
    await page.unroute(figures)
    await alert.getByRole('button', { name: '다시 시도' }).click()
    await expect(page.getByRole('table', { name: '도슨트별 예약률' })).toBeVisible()
    await expect(alert).toBeHidden()
  })
})

test('who has no account, or no longer one, is named and promised no mail @release', async ({
  page,
  app,
}) => {
  const desk = await openDesk(app)
  const places = await makePlaces(desk, DAY)
  const member = await makeNewcomer(app)
  await askForTour(member, places, '18:00')
  await desk.remove(`/api/admin/users/${member.member.id}/`)
  const { event_date_id, room_id, date } = places
  const rooms = await desk.get<{ id: number; time: string }[]>(
    `/api/admin/available-rooms/?date=${date}&room_id=${room_id}`,
  )
  await desk.post('/api/admin/reserve-meeting/', {
    user_id: null,
    room_id,
    event_date_id,
    visitor: { company: '새벽상사', name: '노 처음', count: 2 },
    time_slots: [{ available_room_id: rooms.find(({ time }) => time === '17:00')!.id }],
  })

  await page.goto(GRID)
  await block(page, '새벽상사').click()
  await details(page).getByRole('button', { name: '예약 취소' }).click()
  await expect(page.getByText('입력한 사유는 예약에 기록됩니다.')).toBeVisible()
  await page.keyboard.press('Escape')
  await details(page).getByRole('button', { name: '방문자 정보 수정' }).click()
  const edit = page.getByRole('dialog', { name: '방문자 정보 수정' })
  await edit.getByLabel('방문자 · 상대 미팅룸명').fill('노 나중')
  await edit.getByRole('button', { name: '저장' }).click()
  await expect(edit).toBeHidden()
  await expect(details(page).getByText('노 나중')).toBeVisible()

  await page.goto('/admin/reservation/numbers')
  await expect(page.getByText('삭제된 회원').first()).toBeVisible()
})
