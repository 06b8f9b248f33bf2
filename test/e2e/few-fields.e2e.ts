import type { Page } from '@playwright/test'
import { expect, test, watchConsole } from './fixtures.ts'
import { openDesk } from './desk.ts'
import { cell } from './steps.ts'
import { fetchWhole } from './reads.ts'

// The answers of a service that has the specified calls and fields alone.
type Shape = true | readonly [Shape] | { readonly [name: string]: Shape }

const fields = (...names: string[]) => Object.fromEntries(names.map((name) => [name, true as const]))
const DATE = { event_date: fields('date') }
const DOCENT = fields('id', 'name', 'language', 'start_point', 'is_vip', 'is_vvip')
const ROOM = fields('id', 'name', 'floor', 'size', 'is_vip', 'is_vvip')
const USER = fields('id', 'name', 'email', 'phone', 'company_name', 'position', 'is_vip', 'is_vvip')
const SLOTS = [fields('time', 'duration', 'is_available', 'reservation')] as const
const TIMES = fields('id', 'time', 'duration', 'is_locked', 'available')
const ROOM_TIMES = [{ ...TIMES, ...DATE, room: fields('id', 'name', 'floor', 'size') }] as const
const SHARED = {
  ...fields('id', 'status', 'type', 'note', 'feedback', 'cancel_note', 'can_cancel'),
  user: fields('name', 'company_name', 'position', 'phone'),
}

const ANSWERS: Readonly<Record<string, Shape>> = {
  login: { user_data: USER },
  register: {},
  'verify-email': {},
  'complete-registration': {},
  'event-dates': [fields('id', 'date')],
  docents: [DOCENT],
  rooms: [ROOM],
  schedule: {
    tour_schedule: [{ docent: DOCENT, time_slots: SLOTS }],
    room_schedule: [{ room: ROOM, time_slots: SLOTS }],
  },
  'available-tours': [{ ...TIMES, ...DATE, end_time: true, docent: DOCENT }],
  'available-rooms': { all_slots: ROOM_TIMES, available_slots: ROOM_TIMES },
  'my-reservations': {
    tours: [
      {
        ...SHARED,
        available_tour: {
          ...fields('time', 'end_time', 'duration'),
          ...DATE,
          docent: fields('id', 'name', 'language'),
        },
        visitor: fields('company', 'name', 'phone', 'count'),
      },
    ],
    meetings: [
      {
        ...SHARED,
        ...DATE,
        room: fields('id', 'name', 'floor', 'size'),
        time_slots: [{ available_room: fields('time'), ...fields('start_time', 'end_time', 'duration') }],
        ...fields('total_duration', 'time_range'),
        visitor: fields('title', 'company', 'name', 'manager_name', 'phone', 'count'),
      },
    ],
  },
  'my-info': USER,
  'reserve-tour': {},
  'reserve-meeting': {},
  'cancel-reservation': {},
  logout: {},
}

function only(value: unknown, shape: Shape): unknown {
  if (shape === true || value === null) return value
  if (Array.isArray(shape)) return (value as unknown[]).map((each) => only(each, shape[0] as Shape))
  return Object.fromEntries(
    Object.entries(shape).map(([name, of]) => [name, only((value as Record<string, unknown>)[name], of)]),
  )
}

/** `said`: the one field that a refusal has. */
async function answerBarely(page: Page, said: 'error' | 'message') {
  await page.unroute('**/api/**')
  await page.route('**/api/**', async (route) => {
    const [, name = ''] = /\/api\/user\/([a-z-]+)\//.exec(route.request().url()) ?? []
    const shape = ANSWERS[name]
    if (!shape) return route.fulfill({ status: 404, json: { [said]: 'Not found' } })
    const response = await fetchWhole(route)
    const body = (await response.json()) as Record<string, unknown>
    const isRefusal = response.status() >= 400
    return route.fulfill({ response, json: isRefusal ? { [said]: body['error'] } : only(body, shape) })
  })
}

test('who signs up, books and cancels needs no field beyond the specified ones @release', async ({
  page,
  app,
}) => {
  const said = watchConsole(page)
  const who = { name: '문가온', phone: '010-7100-2001', email: 'gaon@example.com' }
  const send = (name: string) => page.getByRole('button', { name, exact: true }).click()
  const signUp = async () => {
    await page.goto('/register')
    await page.getByLabel('이메일').fill(who.email)
    await send('인증번호 받기')
  }

  await answerBarely(page, 'message')
  await signUp()
  const mail = await app.mailbox.receive(who.email, '인증번호')
  await page.getByLabel('인증번호', { exact: true }).fill('ZZZZZZ')
  await expect(page.getByText(/^인증번호가 올바르지 않습니다\./)).toBeVisible()
  await page.getByLabel('인증번호', { exact: true }).fill(/^인증번호: (\S+)$/m.exec(mail.text!)![1]!)
  await page.getByLabel('이름').fill(who.name)
  await page.getByLabel('전화번호').fill(who.phone)
  await page.getByLabel('회사명').fill('가온기술')
  await page.getByLabel('직책').fill('대리')
  await send('가입하기')
  await expect(page).toHaveURL('/')

  for (const field of ['error', 'message'] as const) {
    await answerBarely(page, field)
    await page.evaluate('sessionStorage.clear()')
    await signUp()
    await expect(page.getByText('이미 가입된 이메일입니다.')).toBeVisible()
  }

  await answerBarely(page, 'error')
  await page.goto('/')
  await page.getByLabel('전화번호').fill(who.phone)
  await page.getByLabel('이름').fill('다른 이름')
  await send('로그인')
  await expect(page.getByText('전화번호와 이름을 확인해주세요.')).toBeVisible()
  await page.getByLabel('이름').fill(who.name)
  await send('로그인')
  await expect(page).toHaveURL('/dashboard')

  // A tour from the dashboard.
  await page.getByText('11.22 (일)', { exact: true }).click()
  await page.getByRole('combobox', { name: '도슨트' }).selectOption({ label: '김하늘 · 한국어' })
  await cell(page, '15:30').click()
  await page.getByRole('main').getByRole('button', { name: '예약하기' }).click()
  await expect(page.getByRole('complementary')).toContainText('15:30 ~ 15:55')
  await send('예약 신청')
  await expect(
    page.getByText('투어 예약이 신청되었습니다. 관리자 검토 후 이메일로 안내드립니다.'),
  ).toBeVisible()
  await expect(page).toHaveURL('/dashboard')
  await expect(cell(page, '15:30').getByText('예약됨')).toBeVisible()

  // A meeting from the dashboard, and back to the grid on the way.
  await page.getByRole('tab', { name: '미팅룸' }).click()
  await cell(page, '15:00').click()
  await cell(page, '15:20').click()
  const bar = page.getByRole('region', { name: '시간 선택' }).getByRole('status')
  await expect(bar).toHaveText('15:00 ~ 15:30 총 30분')
  await page.getByRole('main').getByRole('button', { name: '예약하기' }).click()
  await send('이전')
  await expect(bar).toHaveText('15:00 ~ 15:30 총 30분')
  await page.getByRole('main').getByRole('button', { name: '예약하기' }).click()
  await page.getByLabel('미팅명').fill('필요한 것만')
  await page.getByLabel('현장 미팅 담당자명').fill('김도윤')
  await send('예약 신청')
  await expect(
    page.getByText('미팅 예약이 신청되었습니다. 관리자 검토 후 이메일로 안내드립니다.'),
  ).toBeVisible()

  // Another one step by step, where its form must not take its time for lost.
  await page.goto('/reserve-room?date=2026-11-22')
  // The room of the dashboard is chosen.
  await send('이전')
  await page.getByText('미팅룸 2').click()
  await page.getByText('16시', { exact: true }).click()
  await cell(page, '16:00').click()
  await send('다음')
  await page.getByLabel('미팅명').fill('단계별로')
  await page.getByLabel('현장 미팅 담당자명').fill('김도윤')
  await send('예약 신청')
  await expect(page).toHaveURL('/dashboard')

  const desk = await openDesk(app)
  type Lists = { tours: { id: number; type: string; user: { name: string } }[] }
  const { tours } = await desk.get<Lists>('/api/admin/reservations/')
  await desk.decide(
    tours.find(({ user }) => user.name === who.name)!,
    'approve',
  )

  await page.goto('/reservations')
  const tour = page.getByRole('article').filter({ hasText: '김하늘' })
  await expect(tour).toContainText('15:30 ~ 15:55')
  await tour.getByRole('button', { name: '상세 보기' }).click()
  await expect(page.getByRole('dialog')).toContainText('가온기술')
  await page.keyboard.press('Escape')
  await tour.getByRole('button', { name: '예약 취소' }).click()
  await page.getByLabel('취소 사유').fill('일정이 바뀌었습니다.')
  await send('취소 요청')
  await expect(page.getByText(/^취소 요청이 접수되었습니다\./)).toBeVisible()
  await expect(tour).toContainText('취소 요청')
  await page.getByRole('tab', { name: /^미팅/ }).click()
  await expect(page.getByRole('article')).toHaveCount(2)
  await expect(page.getByRole('article').filter({ hasText: '필요한 것만' })).toContainText('15:00 ~ 15:30')

  await page.goto('/profile')
  await expect(page.getByText(who.email)).toBeVisible()
  await expect(page.getByRole('link', { name: '전체 3 건 예약 보기' })).toBeVisible()
  expect(said).toEqual([])
})
