import type { Browser, Page } from '@playwright/test'
import type { Email } from 'postal-mime'
import { expect, openBrowser, signInAsAdmin } from './fixtures.ts'
import { DESK } from './widths.ts'

export const cell = (page: Page, time: string) => page.getByRole('button', { name: new RegExp(`^${time} `) })

/** The third of the four sample days, so that tests never depend on the hour. */
const chooseDay = (page: Page) => page.getByText('11.22 (일)', { exact: true }).click()

export async function choosePlace(page: Page, kind: 'VIP 투어' | '미팅룸', name: string) {
  await page.getByRole('tab', { name: kind }).click()
  await chooseDay(page)
  const list = page.getByRole('combobox', { name: kind === 'VIP 투어' ? '도슨트' : '미팅룸' })
  await list.selectOption({ label: await optionOf(page, name) })
}

const optionOf = async (page: Page, name: string) =>
  (await page
    .getByRole('option', { name: new RegExp(name) })
    .first()
    .textContent())!.trim()

/** And closes it. */
export async function expectAlert(page: Page, text: string) {
  const alert = page.getByRole('alertdialog', { name: '예약 안내' })
  await expect(alert).toContainText(text)
  await page.keyboard.press('Escape')
  await expect(alert).toBeHidden()
}

export function calendarOf(mail: Email): string {
  const invitation = mail.attachments.find((part) => part.mimeType === 'text/calendar')!
  return Buffer.from(invitation.content as ArrayBuffer).toString()
}

export async function fillMeeting(page: Page, title: string) {
  await page.getByLabel('미팅명').fill(title)
  await page.getByLabel('회사명').fill('한빛전자')
  await page.getByLabel('방문자명').fill('박지민')
  await page.getByLabel('현장 미팅 담당자명').fill('김도윤')
  await page.getByLabel('연락처').fill('01023456789')
  await page.getByRole('spinbutton', { name: '방문 인원' }).fill('3')
}

/** The queue of an administrator in a second browser, at one request. */
export async function openRequest(browser: Browser, page: Page, url: string, words: string) {
  const desk = await openBrowser(browser, page, url, DESK)
  const admin = await desk.newPage()
  await signInAsAdmin(admin, '/admin/dashboard')
  await admin.getByRole('button', { name: new RegExp(words) }).click()
  return { admin, decide: admin.getByRole('dialog', { name: '예약 상세' }), close: () => desk.close() }
}

/** Hides the page as if the phone were put away, or shows it again. */
export const setHidden = (page: Page, isHidden: boolean) =>
  page.evaluate(`
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => '${isHidden ? 'hidden' : 'visible'}' })
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => ${isHidden} })
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
  `)
