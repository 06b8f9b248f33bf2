import type { Page } from '@playwright/test'
import { expect, signIn, test } from './fixtures.ts'
import { cell } from './steps.ts'
import { DESK, PHONE } from './widths.ts'

// This member may book every docent and room that is chosen here. Nothing is booked.
const VIP = { phone: '010-6789-3452', name: '한소희' }

/** Free times of the sample's last day. */
const CHOSEN = {
  tour: { tab: 'VIP 투어', list: '도슨트', place: 'Emma Wilson', times: ['15:00'], span: '15:00 ~ 15:25' },
  room: {
    tab: '미팅룸',
    list: '미팅룸',
    place: '미팅룸 2',
    times: ['15:30', '15:40', '15:50'],
    span: '15:30 ~ 16:00',
  },
} as const
type Kind = keyof typeof CHOSEN

const ends = (kind: Kind) => {
  const { times } = CHOSEN[kind]
  return new Set([times[0], times.at(-1)!])
}
const list = (page: Page, kind: Kind) => page.getByRole('combobox', { name: CHOSEN[kind].list, exact: true })
const bar = (page: Page) => page.getByRole('region', { name: '시간 선택' }).getByRole('status')
const timeAt = (page: Page, time: string, kind: Kind) =>
  page.getByRole('button', { name: new RegExp(`^${time} .*${CHOSEN[kind].place}`) })
const steps = (page: Page) => page.getByRole('link', { name: '단계별로' })

async function openDashboard(page: Page, { viewport }: typeof PHONE, way?: RegExp) {
  await page.setViewportSize(viewport)
  if (new URL(page.url()).pathname !== '/dashboard')
    await page.getByRole('link', { name: '예약하기' }).click()
  // The links load last, and follow the width.
  const toggle = page.getByRole('button', { name: viewport.width < 1024 ? /먼저$/ : /(한눈에|하나씩) 보기$/ })
  await expect(toggle).toBeVisible()
  if (way?.test((await toggle.textContent())!)) await toggle.click()
}

/** How each way is opened, how one chooses there, and how it shows what is chosen. */
const WAYS = {
  'the docent or room first': {
    open: (page: Page) => openDashboard(page, PHONE, /^(도슨트|미팅룸) 먼저$/),
    async choose(page: Page, kind: Kind) {
      await list(page, kind).selectOption({ index: 2 })
      for (const time of ends(kind)) await cell(page, time).click()
    },
    async shows(page: Page, kind: Kind) {
      await expect(list(page, kind).getByRole('option', { selected: true })).toContainText(CHOSEN[kind].place)
      for (const time of CHOSEN[kind].times)
        await expect(cell(page, time)).toHaveAttribute('aria-pressed', 'true')
    },
  },
  'the time first': {
    open: (page: Page) => openDashboard(page, PHONE, /^시간 먼저$/),
    async choose(page: Page, kind: Kind) {
      await cell(page, CHOSEN[kind].times[0]).click()
      if (kind === 'room') await page.getByRole('combobox', { name: '이용 시간' }).selectOption('30')
      await page.getByText(CHOSEN[kind].place, { exact: true }).click()
    },
    async shows(page: Page, kind: Kind) {
      const { times, place, span } = CHOSEN[kind]
      await expect(page.getByRole('heading', { name: new RegExp(`^${times[0]} · `) })).toBeVisible()
      await expect(page.getByRole('radio', { name: new RegExp(`^${place}`) })).toBeChecked()
      await expect(bar(page)).toContainText(span)
    },
  },
  'the whole day': {
    open: (page: Page) => openDashboard(page, DESK, /^한눈에 보기$/),
    async choose(page: Page, kind: Kind) {
      for (const time of ends(kind)) await timeAt(page, time, kind).click()
    },
    async shows(page: Page, kind: Kind) {
      for (const time of CHOSEN[kind].times)
        await expect(timeAt(page, time, kind)).toHaveAttribute('aria-pressed', 'true')
    },
  },
  'step by step': {
    async open(page: Page) {
      await openDashboard(page, PHONE)
      await steps(page).click()
    },
    async choose(page: Page, kind: Kind) {
      await page.getByText(CHOSEN[kind].place, { exact: true }).click()
      await page.getByText('15시', { exact: true }).click()
      for (const time of ends(kind)) await cell(page, time).click()
      if (kind === 'tour') await page.getByRole('button', { name: '이전' }).click()
    },
    async shows(page: Page, kind: Kind) {
      await expect(page.getByText(`11.23 (월) · ${CHOSEN[kind].place} · 15시`)).toBeVisible()
      for (const time of CHOSEN[kind].times)
        await expect(cell(page, time)).toHaveAttribute('aria-pressed', 'true')
    },
  },
}
type Way = keyof typeof WAYS

const toForm = async (page: Page) => {
  await page
    .getByRole('main')
    .getByRole('button', { name: /^(예약하기|다음)$/ })
    .click()
  await expect(page.getByRole('button', { name: '예약 신청' })).toBeVisible()
}

/** Each leads back to the way of the choice. */
const DETOURS: Record<string, (page: Page) => Promise<unknown>> = {
  'the form and its way back': async (page) => {
    await toForm(page)
    await page.getByRole('button', { name: '이전' }).click()
  },
  "the form and the browser's way back": async (page) => {
    await toForm(page)
    await page.goBack()
  },
  'a reload': (page) => page.reload(),
  'a turn of the phone': async (page) => {
    if (page.viewportSize()!.width < 1024) await page.setViewportSize({ width: 844, height: 390 })
  },
}

async function begin(page: Page, kind: Kind, way: Way) {
  await page.goto('/healthz')
  await page.evaluate(`sessionStorage.removeItem('dashboard'); localStorage.removeItem('day_view')`)
  await page.goto('/dashboard')
  await page.getByText('11.23 (월)', { exact: true }).click()
  // Tours are shown without a press.
  if (kind === 'room') await page.getByRole('tab', { name: CHOSEN[kind].tab }).click()
  await WAYS[way].open(page)
}

const FROM: Record<Kind, readonly Way[]> = {
  tour: Object.keys(WAYS) as Way[],
  // Rooms differ by their length alone.
  room: ['the time first'],
}

for (const kind of ['tour', 'room'] as const)
  for (const from of FROM[kind])
    test(`a ${kind} that is chosen by ${from} is chosen in every other way, and after every detour @release`, async ({
      page,
    }) => {
      await signIn(page, VIP)
      for (const to of Object.keys(WAYS) as Way[])
        await test.step(`then ${to}`, async () => {
          if (to === from) return
          await begin(page, kind, from)
          await WAYS[from].choose(page, kind)
          await WAYS[to].open(page)
          await WAYS[to].shows(page, kind)
        })
      await test.step('then the list of reservations', async () => {
        await begin(page, kind, from)
        await WAYS[from].choose(page, kind)
        await page.getByRole('link', { name: '예약내역' }).click()
        await expect(page).toHaveURL('/reservations')
        await page.getByRole('link', { name: '예약하기' }).click()
        await WAYS[from === 'step by step' ? 'the docent or room first' : from].shows(page, kind)
      })
      await begin(page, kind, from)
      await WAYS[from].choose(page, kind)
      for (const [detour, take] of Object.entries(DETOURS))
        await test.step(`then ${detour}`, async () => {
          await take(page)
          await WAYS[from].shows(page, kind)
        })
    })

test('half a choice is kept too: a time without a docent, a docent without a time @release', async ({
  page,
}) => {
  const kind = 'tour'
  await signIn(page, VIP)
  const timeOnly = async () => {
    await begin(page, kind, 'the time first')
    await cell(page, '15:00').click()
  }
  await test.step('the time is chosen at the docent that is shown', async () => {
    await timeOnly()
    await WAYS['the docent or room first'].open(page)
    await expect(cell(page, '15:00')).toHaveAttribute('aria-pressed', 'true')
    await list(page, kind).selectOption({ index: 2 })
    await WAYS['the docent or room first'].shows(page, kind)
    await page.getByRole('button', { name: '선택 해제' }).click()
    await expect(cell(page, '15:00')).toHaveAttribute('aria-pressed', 'false')
  })
  await test.step('the time waits for the docent of the steps', async () => {
    await timeOnly()
    await WAYS['step by step'].open(page)
    await page.getByText(CHOSEN.tour.place, { exact: true }).click()
    await WAYS['step by step'].shows(page, kind)
  })
  await test.step('the time is still there if the steps are left before their docent', async () => {
    await timeOnly()
    await WAYS['step by step'].open(page)
    await expect(page.getByRole('heading', { name: '도슨트를 선택해주세요' })).toBeVisible()
    await page.getByRole('link', { name: '예약하기' }).click()
    await expect(page.getByRole('heading', { name: /^15:00 · / })).toBeVisible()
  })
  await test.step('the docent is chosen at the time that is chosen next', async () => {
    await begin(page, kind, 'the docent or room first')
    await list(page, kind).selectOption({ index: 2 })
    await WAYS['the time first'].open(page)
    await cell(page, '15:00').click()
    await WAYS['the time first'].shows(page, kind)
  })
})
