import type { Page } from '@playwright/test'
import { expect, expectAccessible, signIn, test, watchConsole } from './fixtures.ts'
import { askForMeeting, askForTour, makeNewcomer, makePlaces, openDesk } from './desk.ts'
import { controlTime } from './page-time.ts'
import { choosePlace, fillMeeting, expectAlert } from './steps.ts'
import { DESK, PHONE, SMALL } from './widths.ts'

// A day at a glance on a desk, and the time first on a phone. These are members of the sample event.
const NORMAL = { phone: '010-4345-9018', name: '서지우' }
const NORMAL_TOO = { phone: '010-8901-5674', name: '윤서준' }
const VIP = { phone: '010-6789-3452', name: '한소희' }

const TOUR_ASKED = '투어 예약이 신청되었습니다. 관리자 검토 후 이메일로 안내드립니다.'
const MEETING_ASKED = '미팅 예약이 신청되었습니다. 관리자 검토 후 이메일로 안내드립니다.'

const overview = (page: Page, kind: '도슨트' | '미팅룸') =>
  page.getByRole('grid', { name: `${kind}별 시간표` })
const time = (page: Page, when: string, place: string) =>
  page.getByRole('button', { name: new RegExp(`^${when} .*${place}`) })
const bar = (page: Page) => page.getByRole('region', { name: '시간 선택' }).getByRole('status')
const book = (page: Page) => page.getByRole('main').getByRole('button', { name: '예약하기' })

async function openDay(page: Page, member: typeof NORMAL, kind: 'VIP 투어' | '미팅룸') {
  await signIn(page, member)
  if (page.viewportSize()!.width >= 1024) await showAll(page)
  await page.getByText('11.22 (일)', { exact: true }).click()
  await page.getByRole('tab', { name: kind }).click()
}

const way = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const showAll = (page: Page) => way(page, '한눈에 보기').click()

/** Presses a key until something has the focus, as one does who sees where it is. */
async function walkTo(page: Page, key: string, isThere: () => Promise<boolean>) {
  for (let left = 60; left > 0 && !(await isThere()); left -= 1) await page.keyboard.press(key)
}

const hasFocus = (page: Page, name: RegExp) => async () =>
  name.test(
    await page.evaluate<string>(
      'document.activeElement.getAttribute("aria-label") ?? document.activeElement.textContent',
    ),
  )

test.describe('on a desk', () => {
  test.use(DESK)

  test('a day shows all docents side by side: one of their times is two clicks from the booking, until none is left', async ({
    page,
    app,
  }) => {
    const said = watchConsole(page)
    const clock = await controlTime(page)
    await signIn(page, NORMAL)
    await showAll(page)
    await test.step('what is past is folded away', async () => {
      await expect(time(page, '09:00', '김하늘')).toBeHidden()
      await page.getByRole('button', { name: '지난 시간 1개' }).click()
      await expect(time(page, '09:00', '김하늘')).toHaveAccessibleName('09:00 지난 시간, 09:25까지, 김하늘')
      await expectAccessible(page)
    })

    await test.step('a time is chosen and booked', async () => {
      await page.getByText('11.22 (일)', { exact: true }).click()
      await expect(overview(page, '도슨트').getByRole('rowheader')).toContainText([
        '김하늘 한국어',
        'Emma Wilson English',
        '[VIP 전용] Lucía Martín Español',
        '[VVIP 전용] 이서연 한국어 · English',
      ])
      await expect(time(page, '10:30', 'Emma Wilson')).toHaveAccessibleName(
        '10:30 예약 가능, 10:55까지, Emma Wilson',
      )
      await expect(time(page, '10:30', '이서연')).toHaveAccessibleName('10:30 예약 불가, 10:55까지, 이서연')
      await expectAccessible(page)
      // It says that it cannot be had, and to a tap for whom it is.
      await time(page, '10:30', '이서연').click({ force: true })
      await expectAlert(page, 'VVIP 회원만 예약할 수 있습니다.')
      await expect(time(page, '10:30', '이서연')).toBeFocused()
      await book(page).click()
      await expectAlert(page, '예약하실 시간을 선택해주세요.')

      await time(page, '10:30', '김하늘').click()
      await time(page, '11:00', 'Emma Wilson').click()
      await expect(time(page, '10:30', '김하늘')).toHaveAttribute('aria-pressed', 'false')
      await expect(bar(page)).toHaveText('11:00 ~ 11:25 25분 · Emma Wilson')
      await expectAccessible(page)
      await book(page).click()
      await page.getByRole('button', { name: '예약 신청' }).click()
      await expect(page.getByText(TOUR_ASKED)).toBeVisible()
      await expect(page, 'and is back at the same day').toHaveURL('/dashboard')
    })

    await test.step('a chosen time that somebody else takes is told', async () => {
      const desk = await openDesk(app)
      const places = await makePlaces(desk, '2026-11-22')
      await time(page, '17:30', '정해인').click()
      await askForTour(await makeNewcomer(app), places, '17:30')
      await expect(bar(page)).toHaveText('선택하신 시간이 방금 마감되었습니다. 다른 시간을 선택해주세요.')
      await expect(time(page, '17:30', '정해인')).toHaveAccessibleName(/^17:30 예약됨/)
      await desk.remove(`/api/admin/docents/${places.docent_id}/`)
      await desk.remove(`/api/admin/rooms/${places.room_id}/`)
    })
    await test.step('a day of which nothing is left says so, and leads on to the next free time', async () => {
      await page.getByText('11.20 (금)', { exact: true }).click()
      await expect(overview(page, '도슨트')).toBeVisible()
      await clock.passUntil('2026-11-20T17:35:00+01:00')
      await expect(page.getByText('오늘의 시간이 모두 지났습니다')).toBeVisible()
      await expectAccessible(page)
      await page.getByRole('button', { name: /^11\.21 \(토\) .* 보기$/ }).click()
      await expect(overview(page, '도슨트').locator(':focus')).toHaveAccessibleName(/예약 가능/)
    })

    expect(said).toEqual([])
  })

  test('a meeting is chosen and requested by keyboard alone; a range stays in its room and is the same in each view', async ({
    page,
  }) => {
    await test.step('by keyboard alone', async () => {
      await openDay(page, VIP, '미팅룸')
      await expect(overview(page, '미팅룸')).toBeVisible()
      await page.getByRole('tab', { name: '미팅룸' }).focus()
      await walkTo(page, 'Tab', hasFocus(page, /^09:00 .*미팅룸 1$/))
      await expect(time(page, '09:00', '미팅룸 1'), 'the grid is one stop').toBeFocused()
      for (const [key, when, place] of [
        ['End', '17:00', '미팅룸 1'],
        ['ArrowRight', '17:00', '미팅룸 1'],
        ['Home', '09:00', '미팅룸 1'],
        ['ArrowDown', '09:00', '미팅룸 2'],
        ['ArrowRight', '09:10', '미팅룸 2'],
        ['Control+End', '17:00', 'VVIP 스위트'],
        ['ArrowUp', '17:00', 'VIP 라운지'],
        ['Control+Home', '09:00', '미팅룸 1'],
        ['ArrowDown', '09:00', '미팅룸 2'],
      ] as const) {
        await page.keyboard.press(key)
        await expect(time(page, when, place), key).toBeFocused()
      }
      await walkTo(page, 'ArrowRight', hasFocus(page, /^16:00 /))
      await page.keyboard.press('Enter')
      await page.keyboard.press('ArrowRight')
      await page.keyboard.press('ArrowRight')
      await page.keyboard.press('Space')
      await expect(bar(page)).toHaveText('16:00 ~ 16:30 총 30분 · 미팅룸 2')
      await walkTo(page, 'Tab', hasFocus(page, /^예약하기$/))
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL('/reserve-room')
      await fillMeeting(page, '한눈에 보고 고른 회의')
      await page.keyboard.press('Enter')
      await expect(page.getByText(MEETING_ASKED)).toBeVisible()
    })

    await test.step('a range stays in its room, keeps the rules of the grid, and goes as a whole', async () => {
      await time(page, '14:00', 'VIP 라운지').click()
      await time(page, '14:30', 'VIP 라운지').click()
      await expect(bar(page)).toHaveText('14:00 ~ 14:40 총 40분 · [VIP 전용] VIP 라운지')
      await time(page, '14:20', 'VIP 라운지').click()
      await expectAlert(
        page,
        '연속된 시간으로만 예약이 가능합니다. 처음이나 마지막 시간만 취소할 수 있습니다.',
      )
      await time(page, '11:50', 'VIP 라운지').click()
      await expectAlert(page, '선택한 범위 내에 예약할 수 없는 시간이 포함되어 있습니다.')
      await time(page, '15:00', '컨퍼런스룸').click()
      await expect(bar(page), 'another room begins anew').toHaveText('15:00 ~ 15:10 총 10분 · 컨퍼런스룸')
      await page.getByRole('button', { name: '선택 해제' }).click()
      await expect(bar(page)).toHaveText('시작 시간과 종료 시간을 선택해주세요')
      await expect(overview(page, '미팅룸').locator(':focus')).toHaveCount(1)
    })

    await test.step('a choice is the same in each view, at each width and after a reload', async () => {
      await time(page, '15:30', 'VIP 라운지').click()
      await time(page, '15:50', 'VIP 라운지').click()
      await way(page, '하나씩 보기').click()
      await expect(
        page.getByRole('combobox', { name: '미팅룸' }).getByRole('option', { selected: true }),
      ).toContainText('VIP 라운지')
      await expect(bar(page)).toContainText('15:30 ~ 16:00 총 30분')
      await page.reload()
      await expect(way(page, '한눈에 보기')).toBeVisible()
      await expect(bar(page)).toContainText('15:30 ~ 16:00 총 30분')
      await page.setViewportSize(PHONE.viewport)
      await way(page, '시간 먼저').click()
      await expect(page.getByRole('heading', { name: /^15:30 · \d곳 가능$/ })).toBeVisible()
      await expect(page.getByRole('radio', { name: 'VIP 라운지' })).toBeChecked()
      await expect(page.getByRole('combobox', { name: '이용 시간' })).toHaveValue('30')
      await page.setViewportSize(DESK.viewport)
      await expect(time(page, '15:40', 'VIP 라운지')).toHaveAttribute('aria-pressed', 'true')
      await expect(bar(page)).toContainText('15:30 ~ 16:00 총 30분')
    })
  })

  test('the dashboard opens with one docent, all are a press away, also without storage or that part of the app @release', async ({
    page,
  }) => {
    const openAll = async () => {
      await signIn(page, NORMAL)
      await page.getByRole('tab', { name: '미팅룸' }).click()
      await page.getByText('11.22 (일)', { exact: true }).click()
      await expect(page.getByRole('combobox', { name: '미팅룸' })).toBeVisible()
      const columns = () =>
        page.evaluate<number>(
          `getComputedStyle(document.querySelector('[role=group][aria-label$=시간표]')).gridTemplateColumns.split(' ').length`,
        )
      await expect.poll(columns).toBe(4)
      await showAll(page)
      await expect(overview(page, '미팅룸')).toBeVisible()
      await page
        .getByRole('link', { name: '프로필' })
        .or(page.getByRole('link', { name: NORMAL.name }))
        .click()
      await page.getByRole('link', { name: '예약하기' }).click()
      await expect(overview(page, '미팅룸')).toBeVisible()
    }
    await test.step('with storage the next member finds the view', async () => {
      await openAll()
      await page.getByRole('button', { name: '로그아웃' }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: '로그아웃' }).click()
      await expect(page.getByRole('button', { name: '로그인' })).toBeVisible()
      await signIn(page, NORMAL_TOO)
      await expect(overview(page, '도슨트')).toBeVisible()
    })
    await test.step('without storage it opens too', async () => {
      await page.addInitScript(`for (const name of ['getItem', 'setItem']) {
        const before = Storage.prototype[name]
        Storage.prototype[name] = function (key, ...rest) {
          if (key === 'day_view') throw new DOMException('denied', 'SecurityError')
          return before.call(this, key, ...rest)
        }
      }`)
      await openAll()
    })
    await test.step('one docent or room at a time is there when the network loses the views', async () => {
      await page.route(/\/assets\/views-.*\.js/, (route) => route.abort())
      await signIn(page, NORMAL)
      await page.getByRole('tab', { name: 'VIP 투어' }).click()
      await page.getByRole('combobox', { name: '도슨트' }).selectOption({ label: 'Emma Wilson · English' })
      await expect(page.getByRole('button', { name: /예약 가능/ }).first()).toBeVisible()
    })
  })
})

test('on a phone a tour is chosen by its time first, and a booking that is left keeps the day and the view @release', async ({
  page,
}) => {
  await test.step('who leaves a booking by its own buttons finds the day and the view as they were', async () => {
    await openDay(page, NORMAL_TOO, 'VIP 투어')
    await way(page, '시간 먼저').click()
    await page.getByRole('button', { name: /^15:00 / }).click()
    await page.getByText('Emma Wilson').click()
    await way(page, '도슨트 먼저').click()
    const docents = page.getByRole('combobox', { name: '도슨트' })
    await docents.selectOption({ label: '도슨트 선택' })
    await expect(docents.getByRole('option', { selected: true })).toHaveText('도슨트 선택')
    await way(page, '시간 먼저').click()
    await page.getByText('Emma Wilson').click()
    await book(page).click()
    await page.getByRole('button', { name: '이전' }).click()
    await expect(bar(page)).toHaveText('15:00 ~ 15:25 25분 · Emma Wilson')
    await expect(way(page, '도슨트 먼저')).toBeVisible()
    await page.getByRole('button', { name: '선택 해제' }).click()

    await page.goto('/reserve-room')
    await page.getByRole('button', { name: '이전' }).click()
    await expect(way(page, '미팅룸 먼저')).toBeVisible()
    await expect(page.getByRole('tab', { name: '미팅룸' })).toHaveAttribute('aria-selected', 'true')
    await expect(page.getByRole('radio', { name: /^11\.22 / })).toBeChecked()
    await expect(bar(page)).toHaveText('시작 시간을 선택해주세요')
  })

  await test.step('a tour is chosen by its time, and then its docent', async () => {
    await page.getByRole('tab', { name: 'VIP 투어' }).click()
    const times = page.getByRole('group', { name: '시작 시간' })
    await expect(times.getByRole('button', { name: '15:30 2명 가능' })).toBeVisible()
    await expectAccessible(page)
    await book(page).click()
    await expectAlert(page, '예약하실 시간을 선택해주세요.')
    await times.getByRole('button', { name: '15:30 2명 가능' }).click()
    await expect(page.getByRole('heading', { name: '15:30 · 2명 가능' })).toBeFocused()
    await expect(page.getByRole('radio', { name: /Lucía/ }), 'not of this tier').toBeHidden()
    await book(page).click()
    await expectAlert(page, '도슨트를 선택해주세요.')
    await page.getByText('Emma Wilson').click()
    await expect(bar(page)).toHaveText('15:30 ~ 15:55 25분 · Emma Wilson')
    await expectAccessible(page)
    await page.getByRole('button', { name: '시간 바꾸기' }).click()
    await expect(times.locator(':focus')).toHaveCount(1)
    await times.getByRole('button', { name: '16:00 2명 가능' }).click()
    await expect(page.getByRole('radio', { name: /^Emma Wilson/ }), 'the docent stays').toBeChecked()
    await book(page).click()
    await page.getByRole('button', { name: '예약 신청' }).click()
    await expect(page.getByText(TOUR_ASKED)).toBeVisible()
    // A docent who is taken then is no longer counted.
    await page.getByText('11.22 (일)', { exact: true }).click()
    await expect(
      page.getByText('16:00 · 1명 가능').or(page.getByRole('button', { name: '16:00 1명 가능' })),
    ).toBeVisible()
  })
})

test('on a phone a meeting is chosen by its start, its length and then its room, and what somebody else takes is told', async ({
  page,
  app,
}) => {
  await test.step('by keyboard too', async () => {
    await openDay(page, NORMAL, '미팅룸')
    await choosePlace(page, '미팅룸', '컨퍼런스룸')
    await page.getByRole('button', { name: /^13:20 / }).click()
    await book(page).click()
    await fillMeeting(page, '먼저 있던 회의')
    await page.getByRole('button', { name: '예약 신청' }).click()
    await expect(page.getByText(MEETING_ASKED)).toBeVisible()

    await page.setViewportSize(SMALL.viewport)
    await way(page, '시간 먼저').focus()
    await page.keyboard.press('Space')
    await expect(page.getByRole('button', { name: '09:00 4곳 가능' })).toBeFocused()
    await walkTo(page, 'ArrowRight', hasFocus(page, /^13:00 /))
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: '13:00 · 4곳 가능' })).toBeFocused()
    const length = page.getByRole('combobox', { name: '이용 시간' })
    await expect(length.getByRole('option').nth(2)).toHaveText('30분 (13:30까지) · 3곳 가능')
    await expect(page.getByRole('radio', { name: '컨퍼런스룸 2층 · 최대 16명' })).toBeVisible()
    await length.selectOption('30')
    await expect(page.getByRole('radio', { name: /컨퍼런스룸/ }), 'free for all of it').toBeHidden()
    await expectAccessible(page)
    await length.press('Tab')
    await expect(page.getByRole('radio', { name: '미팅룸 1 1층 · 최대 4명' })).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await expect(bar(page)).toHaveText('13:00 ~ 13:30 총 30분 · 미팅룸 2')
    await length.selectOption('50')
    await expect(bar(page), 'the room is kept while it is free').toHaveText(
      '13:00 ~ 13:50 총 50분 · 미팅룸 2',
    )
    await book(page).press('Enter')
    await fillMeeting(page, '시간 먼저 고른 회의')
    await page.keyboard.press('Enter')
    await expect(page.getByText(MEETING_ASKED)).toBeVisible()
  })

  await test.step('the time and the length that somebody else takes meanwhile are told, and not changed unasked', async () => {
    const desk = await openDesk(app)
    const rival = await makeNewcomer(app)
    const places = await makePlaces(desk, '2026-11-22')
    await page.setViewportSize(PHONE.viewport)
    await page.getByRole('button', { name: '19:00 1곳 가능' }).click()
    const length = page.getByRole('combobox', { name: '이용 시간' })
    await length.selectOption('30')
    await askForMeeting(rival, places, '19:20', '더 빠른 회의')
    await expect(page.getByRole('heading', { name: '19:00 · 0곳 가능' })).toBeVisible()
    await expect(length).toHaveValue('30')
    await expect(length.getByRole('option', { selected: true })).toHaveText('30분 (19:30까지) · 0곳 가능')
    await expect(page.getByText('19:00부터 30분 동안 이용할 수 있는 미팅룸이 없습니다.')).toBeVisible()
    await expectAccessible(page)
    await length.selectOption('20')
    await page.getByText('미팅룸 하늘').click()
    await expect(bar(page)).toHaveText('19:00 ~ 19:20 총 20분 · 미팅룸 하늘')
    await page.getByRole('button', { name: '선택 해제' }).click()
    await askForMeeting(rival, places, '19:00', '더 빠른 회의')
    await expect(bar(page)).toHaveText('선택하신 시간이 방금 마감되었습니다. 다른 시간을 선택해주세요.')
    await page.getByRole('button', { name: '19:10 1곳 가능' }).click()
    await expect(bar(page)).toHaveText('미팅룸을 선택해주세요.')
    await desk.remove(`/api/admin/docents/${places.docent_id}/`)
    await desk.remove(`/api/admin/rooms/${places.room_id}/`)
  })
})
