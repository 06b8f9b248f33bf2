import type { Page } from '@playwright/test'
import { FULL_DAY } from '../harness/large.ts'

/** An action that an administrator does again and again: `act` is measured, `before` and `after` are not. */
export type Interaction = {
  name: string
  before?: (page: Page, round: number) => Promise<unknown>
  act: (page: Page, round: number) => Promise<unknown>
  after?: (page: Page, round: number) => Promise<unknown>
}
export type DeskScreen = { name: string; path: string; ready: string; interactions: readonly Interaction[] }

const choose = (page: Page, group: string, names: readonly string[], round: number) =>
  page
    .getByRole('group', { name: group })
    .getByRole('radio', { name: names[round % names.length]!, exact: true })
    .click()

const openDetails = (page: Page, round: number) =>
  page
    .locator('.hour-block')
    .nth(round % 20)
    .click()
const closeDetails = (page: Page) => page.keyboard.press('Escape')
/** A press is answered before the dialog that it opens is there. */
const closeOpened = async (page: Page) => {
  await page.getByRole('dialog').waitFor()
  await closeDetails(page)
}
const opened = (open: typeof openDetails) => async (page: Page, round: number) => {
  await open(page, round)
  await page.getByRole('dialog').waitFor()
}

const grid: DeskScreen = {
  name: 'grid',
  path: `/admin/reservation?date=${FULL_DAY}`,
  ready: '.hour-block >> nth=599',
  interactions: [
    { name: 'open the details', act: openDetails, after: closeOpened },
    { name: 'close the details', before: opened(openDetails), act: closeDetails },
    { name: 'go on by arrow keys', act: (page) => page.keyboard.press('ArrowDown') },
    { name: 'filter by type', act: (page, round) => choose(page, '유형', ['투어', '전체'], round) },
    { name: 'filter by status', act: (page, round) => choose(page, '상태', ['전체', '진행 중'], round) },
    {
      name: 'type a search',
      act: (page, round) => page.getByLabel('예약 검색').pressSequentially('누리 '[round % 3]!),
    },
  ],
}

const press = (page: Page, names: readonly string[], round: number) =>
  page.getByRole('button', { name: names[round % names.length]!, exact: true }).click()

const openBlock = (page: Page, round: number) =>
  page
    .locator('[data-cell=block]')
    .nth(round % 20)
    .click()
const openFree = (page: Page, round: number) =>
  page
    .locator('[data-cell=free]')
    .nth(round % 10)
    .click()

const timeline: DeskScreen = {
  name: 'timeline',
  path: `/admin/reservation/timeline?date=${FULL_DAY}`,
  ready: '[data-cell=block] >> nth=599',
  interactions: [
    { name: 'open the details', act: openBlock, after: closeOpened },
    { name: 'close the details', before: opened(openBlock), act: closeDetails },
    { name: 'open a walk-in', act: openFree, after: closeOpened },
    { name: 'go on by arrow keys', act: (page) => page.keyboard.press('ArrowRight') },
    { name: 'go down by arrow keys', act: (page) => page.keyboard.press('ArrowDown') },
    { name: 'switch the view', act: (page, round) => press(page, ['투어', '미팅', '전체'], round) },
    { name: 'switch the day', act: (page, round) => press(page, ['11.20 (금) 오늘', '11.27 (금)'], round) },
  ],
}

const openRow = (page: Page, round: number) =>
  page
    .locator('[data-reservation]')
    .nth(round % 10)
    .click()

const queue: DeskScreen = {
  name: 'queue',
  path: '/admin/dashboard',
  ready: '[data-reservation] >> nth=99',
  interactions: [
    { name: 'open the details', act: openRow, after: closeOpened },
    { name: 'close the details', before: opened(openRow), act: closeDetails },
    { name: 'go on by J', act: (page) => page.keyboard.press('j') },
    { name: 'choose by X', act: (page) => page.keyboard.press('x') },
    {
      name: 'type a search',
      act: (page, round) => page.getByRole('searchbox').pressSequentially('누리 '[round % 3]!),
      // Without the focus in the search, the keys above are the queue's again.
      after: (page) => page.keyboard.press('Escape'),
    },
  ],
}

/** The administrator's screens that are measured. */
export const DESK_SCREENS: readonly DeskScreen[] = [grid, timeline, queue]
