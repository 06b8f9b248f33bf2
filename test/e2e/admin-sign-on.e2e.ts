import { rmSync } from 'node:fs'
import { SIGN_ON_PATH } from '../../contract/admin/sign-on.ts'
import { startIdentityProvider } from '../identity-provider.ts'
import { findFreePorts } from '../nginx.ts'
import { makeDataDir, query, startServer } from '../server-process.ts'
import { expect, expectAccessible, test as base, watchConsole } from './fixtures.ts'
import { startMailbox } from './mailbox.ts'
import { giveOpenedEvent, MORNING } from './opened-event.ts'

type Provider = Awaited<ReturnType<typeof startIdentityProvider>>

/** A service at localhost whose administrators sign in at another site. */
const test = base.extend<{ origin: string; provider: Provider }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures that are needed from this pattern.
  origin: async ({}, use) => {
    const [port] = await findFreePorts(1)
    await use(`http://localhost:${port}`)
  },
  provider: async ({ origin }, use) => {
    const provider = await startIdentityProvider(`${origin}${SIGN_ON_PATH}callback/`)
    await use(provider)
    await provider.stop()
  },
  app: async ({ origin, provider }, use) => {
    const mailbox = await startMailbox()
    const dataDir = makeDataDir()
    giveOpenedEvent(dataDir)
    const { signOn } = provider
    const server = await startServer({
      DATA_DIR: dataDir,
      SMTP_URL: mailbox.url,
      CLOCK_START: MORNING,
      PORT: new URL(origin).port,
      PUBLIC_URL: origin,
      OIDC_ISSUER: signOn.oidc_issuer,
      OIDC_CLIENT_ID: signOn.oidc_client_id,
      OIDC_CLIENT_SECRET: signOn.oidc_client_secret,
      OIDC_ROLES: signOn.oidc_roles.map(({ role, group }) => `${role}:${group}`).join(','),
      OIDC_BUTTON: signOn.oidc_button,
    })
    await use({ url: origin, mailbox, server, dataDir })
    await server.stop()
    await mailbox.stop()
    rmSync(dataDir, { recursive: true })
  },
})

const HANA = { sub: 'u-17', name: '김하나', groups: ['stand-owners'] }

test('an owner signs in at the company, confirms a dangerous act there, and goes on after the session has ended @release', async ({
  page,
  app,
  provider,
}) => {
  const said = watchConsole(page)
  const button = page.getByRole('link', { name: '회사 계정으로 로그인' })
  const atProvider = page.getByRole('button', { name: 'Sign in' })

  await test.step('without a group the login says why', async () => {
    provider.person = { ...HANA, groups: [] }
    await page.goto('/admin')
    await button.click()
    await expect(page).toHaveURL(new RegExp(provider.signOn.oidc_issuer))
    await atProvider.click()
    await expect(page).toHaveURL('/admin?sso=no_role')
    await expect(page.getByRole('alert').getByText(/관리자 그룹에 속해 있지 않습니다/)).toBeVisible()
    await expectAccessible(page)
  })

  await test.step('with one it leads to the screen that was wanted, signed in', async () => {
    provider.person = HANA
    await page.goto('/admin/settings')
    await expect(page).toHaveURL('/admin')
    await button.click()
    await expect(page, 'the provider remembers the person').toHaveURL(/^[^?]*\/admin\/settings/)
    await expect(page.getByText('김하나 · 소유자')).toBeVisible()
  })

  await test.step('the accounts say so, and offer nothing about a password', async () => {
    await page.getByRole('tab', { name: '관리자' }).click()
    const row = page.getByRole('row').filter({ hasText: '김하나' })
    await expect(row.getByText('통합 로그인')).toBeVisible()
    await expect(row.getByRole('combobox')).toBeHidden()
    await expect(page.getByRole('form', { name: '관리자 추가' })).toBeVisible()
    await expect(page.getByText('내 비밀번호 변경')).toBeHidden()
    await expectAccessible(page)
  })

  await test.step('a dangerous act asks for a new login there, and works after it', async () => {
    await query(
      app.dataDir,
      `update sessions set confirmed_at = confirmed_at - interval '15 minutes';
      insert into admins (name, role, password_hash, created_at) select '옛동료', role, password_hash, created_at from admins where name = 'admin'`,
    )
    await page.reload()
    await page.getByRole('button', { name: '옛동료 삭제' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: '관리자 1명 삭제' }).click()
    const question = page.getByRole('alertdialog', { name: '본인 확인' })
    await expectAccessible(page)
    await question.getByRole('link', { name: '통합 로그인' }).click()
    await atProvider.click()
    await page.getByRole('button', { name: '옛동료 삭제' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: '관리자 1명 삭제' }).click()
    await expect(page.getByText('관리자가 삭제되었습니다.')).toBeVisible()
    // The last owner with a password cannot be deleted: the provider may be away.
    await page.getByRole('button', { name: 'admin 삭제' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: '관리자 1명 삭제' }).click()
    await expect(page.getByText(/마지막 소유자는 삭제하거나/)).toBeVisible()
    // Closed only when the list has been read anew.
    await expect(page.getByRole('button', { name: '관리자 1명 삭제' })).toBeEnabled()
    await page.keyboard.press('Escape')
  })

  await test.step('a session that ends is renewed in another tab, and what is typed stays', async () => {
    const form = page.getByRole('form', { name: '관리자 추가' })
    await form.getByLabel('아이디').fill('박동료')
    await form.getByLabel('비밀번호', { exact: true }).fill('Quiet harbour 42')
    await query(app.dataDir, 'delete from sessions')
    await form.getByRole('button', { name: '관리자 추가' }).click()
    const again = page.getByRole('alertdialog', { name: '다시 로그인' })
    const [tab] = await Promise.all([
      page.context().waitForEvent('page'),
      again.getByRole('link', { name: '회사 계정으로 로그인' }).click(),
    ])
    await expect(tab).toHaveURL(/\/admin\/settings/)
    await tab.close()
    await expect(again).toBeHidden()
    await form.getByRole('button', { name: '관리자 추가' }).click()
    await expect(page.getByText('관리자가 추가되었습니다.')).toBeVisible()
    await expect(page.getByRole('row').filter({ hasText: '박동료' })).toBeVisible()
  })
  expect(said).toEqual([])
})
