import type { Page } from '@playwright/test'
import config from '../../playwright.config.ts'
import { ADMIN_PASSWORD } from '../server-process.ts'
import { expect, test } from './fixtures.ts'

// Browsers clear nothing for a host over plain HTTP that is not localhost, and offer no service worker there.
const HOST = 'stand.test'
const { launchOptions } = config.use!
test.use({
  launchOptions: {
    ...launchOptions,
    args: [...launchOptions!.args!, `--host-resolver-rules=MAP ${HOST} 127.0.0.1`],
  },
  baseURL: async ({ app }, use) => use(app.url.replace(/\/\/[^:/]+/, `//${HOST}`)),
})

const WALLS = { 'screen:1': '{"code":"kept","key":"kept"}', 'wall:rooms': JSON.stringify({ at: Date.now() }) }
const UNSENT = JSON.stringify({ key: 'k', id: 1, at: '', by: 1 })

const keysOf = (page: Page) =>
  page.evaluate<string[]>('[...Object.keys(sessionStorage), ...Object.keys(localStorage)].sort()')

const leaveWallSettings = (page: Page) =>
  page.evaluate(`Object.assign(localStorage, ${JSON.stringify(WALLS)})`)

// Keys without personal data.
const NOBODYS = ['clock', ...Object.keys(WALLS)]

for (const network of ['with', 'without'] as const)
  test(`over plain HTTP, ${network} a network, a member's logout leaves nothing of the member`, async ({
    page,
    context,
  }) => {
    await page.goto('/')
    expect(await page.evaluate('isSecureContext')).toBe(false)
    await leaveWallSettings(page)
    await page.getByLabel('전화번호').fill('010-4345-9018')
    await page.getByLabel('이름').fill('서지우')
    await page.getByRole('button', { name: '로그인' }).click()
    await expect(page).toHaveURL('/dashboard')
    await page.getByRole('navigation').getByRole('link', { name: '예약' }).first().click()
    await expect.poll(() => keysOf(page)).toContain('user_id')

    await page.getByRole('navigation').getByRole('button', { name: '로그아웃' }).click()
    await expect(page.getByRole('alertdialog')).toBeVisible()
    await context.setOffline(network === 'without')
    await page.getByRole('alertdialog').getByRole('button', { name: '로그아웃' }).click()
    await expect(page).toHaveURL('/')
    const kept = (await keysOf(page)).filter((name) => !NOBODYS.includes(name))
    // Without a network the logout itself is still to be sent.
    expect(kept).toEqual(network === 'without' ? ['leaving'] : [])
    expect(await page.evaluate('({ ...localStorage })')).toMatchObject(WALLS)
  })

for (const network of ['with', 'without'] as const)
  test(`over plain HTTP, ${network} a network, an administrator's logout leaves only unsent arrivals`, async ({
    page,
    context,
  }) => {
    await page.goto('/admin')
    await leaveWallSettings(page)
    await page.getByLabel('아이디').fill('admin')
    await page.getByLabel('비밀번호').fill(ADMIN_PASSWORD)
    await page.getByRole('button', { name: '로그인' }).click()
    await expect(page).toHaveURL('/admin/dashboard')
    await expect.poll(() => keysOf(page)).toContain('admin_id')
    await page.evaluate(`localStorage.setItem('arrival:k', ${JSON.stringify(UNSENT)})
      sessionStorage.setItem('reason:1:reject', '"사유"')
      localStorage.setItem('queue-order', 'waiting')`)

    // So that the arrival stays unsent.
    await page.route('**/arrival/', (route) => route.abort())
    await page.getByRole('button', { name: '메뉴 열기' }).click()
    await context.setOffline(network === 'without')
    await page.getByRole('banner').getByRole('button', { name: '로그아웃' }).click()
    await expect(page).toHaveURL('/admin')
    const kept = (await keysOf(page)).filter((name) => !NOBODYS.includes(name))
    expect(kept).toEqual(['arrival:k'])
    expect(await page.evaluate('({ ...localStorage })')).toMatchObject(WALLS)
  })
