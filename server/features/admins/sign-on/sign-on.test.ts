import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import {
  addAdmin,
  changePassword,
  changeRole,
  confirm,
  deleteAdmin,
  getMyAdmin,
  listAdmins,
} from '../../../../contract/admin/accounts.ts'
import { adminLogin, adminLogout } from '../../../../contract/admin/login.ts'
import { requireSecondFactor } from '../../../../contract/admin/second-factor.ts'
import { getSignOn, SIGN_ON_PATH } from '../../../../contract/admin/sign-on.ts'
import { listTours } from '../../../../contract/reservation.ts'
import { startTestApp, type Client } from '../../../../test/app.ts'
import { useTestApp } from '../../../../test/fixture.ts'
import {
  passProvider,
  startIdentityProvider,
  UNDATED,
  type Person,
} from '../../../../test/identity-provider.ts'
import { makeAdmin, PASSWORD } from '../../../../test/make.ts'
import { resetAdmin } from '../reset/commands.ts'

const CALLBACK = `${SIGN_ON_PATH}callback/`
const PUBLIC_URL = 'http://localhost:3000'
const provider = await startIdentityProvider(PUBLIC_URL + CALLBACK)
afterAll(() => provider.stop())

const app = useTestApp({ signOn: provider.signOn })

const HANA: Person = { sub: 'u-17', name: '김하나', groups: ['stand-managers', 'sales'] }

/** Each test has a network of its own. */
let remoteAddress = '10.0.0.0'

beforeEach(async () => {
  remoteAddress = `10.0.0.${Number(remoteAddress.split('.')[3]) + 1}`
  await app.db.deleteFrom('admins').execute()
  await app.db.deleteFrom('audit_log').execute()
  Object.assign(provider, { person: HANA, isShort: false, isForged: false, signedInAgo: 0 })
})

async function visit({ jar }: Client, url: string) {
  const answer = await app.server.inject({
    method: 'GET',
    url,
    cookies: Object.fromEntries(jar),
    remoteAddress,
  })
  for (const { name, value } of answer.cookies) jar.set(name, value)
  return answer
}

const begin = async (browser: Client, query = '') =>
  new URL(String((await visit(browser, SIGN_ON_PATH + query)).headers.location))

type Steps = { query?: string; atProvider?: (address: URL) => void; back?: (address: URL) => void }

/** Returns the screen that the login ends at. */
async function signOn(browser: Client, { query, atProvider, back }: Steps = {}): Promise<string> {
  const address = await begin(browser, query)
  atProvider?.(address)
  const callback = await passProvider(address.href, PUBLIC_URL + CALLBACK)
  back?.(callback)
  return String((await visit(browser, callback.pathname + callback.search)).headers.location)
}

const signedOn = async (person: Partial<Person> = {}) => {
  provider.person = { ...HANA, ...person }
  const browser = app.client()
  expect(await signOn(browser)).toBe('/admin/dashboard')
  return browser
}

const accounts = () =>
  app.db.selectFrom('admins').select(['name', 'role', 'issuer', 'subject']).orderBy('id').execute()

const deeds = () =>
  app.db
    .selectFrom('audit_log')
    .select(['admin', 'action', 'summary'])
    .where('action', 'like', 'GET%')
    .orderBy('id')
    .execute()

const ASKED_LONG_AGO = { confirmed_at: new Date('2026-11-20T00:00:00Z') }

describe('an administrator of the company signs in without a password of ours', () => {
  test('the login offers it, with the text of the settings', async () => {
    expect(await app.client().ok(getSignOn, {})).toEqual({
      single_sign_on: { button: '회사 계정으로 로그인' },
    })
  })

  test('the first time makes the account, the second finds it again under another name', async () => {
    const browser = await signedOn()
    expect(await browser.ok(getMyAdmin, {})).toMatchObject({
      name: '김하나',
      role: 'manager',
      has_password: false,
      second_factor: null,
      must_change_password: false,
    })
    await signedOn({ name: '이하나' })
    expect(await accounts()).toEqual([
      { name: '김하나', role: 'manager', issuer: provider.signOn.oidc_issuer, subject: 'u-17' },
    ])
    const [first] = await app.db.selectFrom('audit_log').selectAll().execute()
    expect(first).toMatchObject({
      admin: '김하나',
      action: `GET ${CALLBACK}`,
      summary: '통합 로그인으로 로그인했습니다.',
      details: { role: 'manager' },
      network: remoteAddress,
    })
  })

  test('writes, and logs out of ours alone', async () => {
    await makeAdmin(app, '운영자')
    const browser = await signedOn({ groups: ['stand-owners'] })
    await browser.ok(addAdmin, { body: { name: '동료', password: 'a rather long one' } })
    await browser.ok(adminLogout, {})
    expect(await browser.refused(getMyAdmin, {})).toMatchObject({ status: 401 })
  })

  test('the groups may come with the provider’s answer about the person instead', async () => {
    provider.isShort = true
    expect(await (await signedOn()).ok(getMyAdmin, {})).toMatchObject({ name: '김하나', role: 'manager' })
  })

  test('a login ends the former session of the browser', async () => {
    const { browser } = await makeAdmin(app)
    const former = app.client(Object.fromEntries(browser.jar))
    expect(await signOn(browser)).toBe('/admin/dashboard')
    expect(await former.refused(getMyAdmin, {})).toMatchObject({ status: 401 })
  })

  test('leads to the screen that was wanted, and to no other site', async () => {
    expect(await signOn(app.client(), { query: '?next=/admin/users/12' })).toBe('/admin/users/12')
    for (const next of ['https://evil.example.com/admin/users', '//evil.example.com', '/dashboard'])
      expect(await signOn(app.client(), { query: `?next=${encodeURIComponent(next)}` })).toBe(
        '/admin/dashboard',
      )
  })

  test('begins with a press here: an address on another site signs nobody in', async () => {
    const answer = await app.server.inject({ url: SIGN_ON_PATH, headers: { 'sec-fetch-site': 'cross-site' } })
    expect(answer.headers.location).toBe('/admin')
    expect(answer.cookies).toEqual([])
  })

  test('needs no second factor of ours, even if all others do', async () => {
    await makeAdmin(app)
    await app.db.updateTable('settings').set({ second_factor_required: true }).execute()
    const browser = await signedOn({ groups: ['stand-owners'] })
    expect((await browser.ok(listTours, { query: {} })).count).toBe(0)
    for (const second_factor_required of [false, true])
      await browser.ok(requireSecondFactor, { body: { second_factor_required } })
    await app.db.updateTable('settings').set({ second_factor_required: false }).execute()
  })
})

describe('the groups at the provider decide', () => {
  test.each([
    [['stand-desk'], 'desk'],
    [['stand-desk', 'stand-owners', 'stand-managers'], 'owner'],
  ])('%j makes a role of %s', async (groups, role) => {
    expect(await (await signedOn({ groups })).ok(getMyAdmin, {})).toMatchObject({ role })
  })

  test('again at each login', async () => {
    const browser = await signedOn()
    await signedOn({ groups: ['stand-desk'] })
    expect(await browser.ok(getMyAdmin, {})).toMatchObject({ role: 'desk' })
  })

  test('nobody else enters, and no account is made', async () => {
    provider.person = { ...HANA, groups: ['sales'] }
    expect(await signOn(app.client())).toBe('/admin?sso=no_role')
    expect(await accounts()).toEqual([])
    expect(await deeds()).toEqual([
      { admin: '미확인 계정', action: `GET ${CALLBACK}`, summary: '통합 로그인에 실패했습니다.' },
    ])
  })

  test('who has left every group loses the sessions too', async () => {
    const browser = await signedOn()
    provider.person = { ...HANA, groups: [] }
    expect(await signOn(app.client())).toBe('/admin?sso=no_role')
    expect(await browser.refused(getMyAdmin, {})).toMatchObject({ status: 401 })
    expect((await deeds()).at(-1)).toMatchObject({ admin: '김하나', summary: '통합 로그인에 실패했습니다.' })
  })

  test('but the last owner stays one, and does not enter as another', async () => {
    const browser = await signedOn({ groups: ['stand-owners'] })
    provider.person = HANA
    expect(await signOn(app.client())).toBe('/admin?sso=last_owner')
    expect(await browser.refused(getMyAdmin, {})).toMatchObject({ status: 401 })
    await makeAdmin(app)
    expect(await (await signedOn()).ok(getMyAdmin, {})).toMatchObject({ role: 'manager' })
  })

  test('and an owner of ours does not', async () => {
    const { browser } = await makeAdmin(app)
    await signedOn()
    const [, { id }] = (await browser.ok(listAdmins, {})) as [unknown, { id: number }]
    const input = { params: { id: String(id) }, body: { role: 'owner' as const } }
    expect(await browser.refused(changeRole, input)).toMatchObject({
      status: 400,
      fields: { role: '통합 로그인 계정의 역할은 그룹을 따릅니다.' },
    })
    await browser.ok(deleteAdmin, { params: { id: String(id) }, body: {} })
    expect(await accounts()).toHaveLength(1)
  })
})

describe('an account with a password is never taken over', () => {
  test('an equal name at the provider gets an account of its own', async () => {
    const { browser } = await makeAdmin(app, '김하나')
    const theirs = await signedOn()
    expect(await theirs.ok(getMyAdmin, {})).toMatchObject({ name: '김하나 2', role: 'manager' })
    expect(await browser.ok(getMyAdmin, {})).toMatchObject({ name: '김하나', has_password: true })
  })

  test('and an equal subject of another provider', async () => {
    await signedOn()
    await app.db.updateTable('admins').set({ issuer: 'https://former.example.com' }).execute()
    await signedOn()
    expect(await accounts()).toMatchObject([{ name: '김하나' }, { name: '김하나 2' }])
  })
})

describe('an account of single sign-on has no password', () => {
  test('none signs in, is changed or confirms', async () => {
    const browser = await signedOn()
    for (const password of ['', 'null', PASSWORD].filter(Boolean))
      expect(await app.client().refused(adminLogin, { body: { name: '김하나', password } })).toMatchObject({
        status: 401,
        code: 'login_failed',
      })
    expect(await browser.refused(confirm, { body: { password: 'null' } })).toMatchObject({ status: 401 })
    const body = { current_password: 'null', new_password: 'a rather long one' }
    expect(await browser.refused(changePassword, { body })).toMatchObject({ status: 400 })
  })

  test('the command on the server sets none either', async () => {
    const browser = await signedOn()
    await expect(resetAdmin(app.db, '김하나', {}, app.now())).rejects.toThrow('single sign-on')
    expect(await browser.ok(getMyAdmin, {})).toMatchObject({ has_password: false })
  })
})

describe('what is asked again before a dangerous act is a login at the provider', () => {
  const act = (browser: Client) =>
    browser.send(addAdmin, { body: { name: '동료', password: 'a rather long one' } })

  const waiting = async () => {
    await makeAdmin(app)
    const browser = await signedOn({ groups: ['stand-owners'] })
    await app.db.updateTable('sessions').set(ASKED_LONG_AGO).execute()
    expect((await act(browser)).statusCode).toBe(403)
    return browser
  }

  const AGAIN = '?confirm=1&next=/admin/settings'

  test('with the password there, and leads back to the screen', async () => {
    const browser = await waiting()
    const atProvider = ({ searchParams }: URL) =>
      expect(Object.fromEntries(searchParams)).toMatchObject({ prompt: 'login', max_age: '0' })
    expect(await signOn(browser, { query: AGAIN, atProvider })).toBe('/admin/settings')
    expect((await act(browser)).statusCode).toBe(201)
  })

  test('a login that the provider remembers does not do, even if the provider lets it pass', async () => {
    const browser = await waiting()
    provider.signedInAgo = 60
    const atProvider = ({ searchParams }: URL) => {
      searchParams.delete('prompt')
      searchParams.delete('max_age')
    }
    expect(await signOn(browser, { query: AGAIN, atProvider })).toBe('/admin?sso=failed')
    expect((await act(browser)).statusCode).toBe(403)
    expect(await signOn(app.client(), { atProvider }), 'a plain login may be older').toBe('/admin/dashboard')
  })

  test('so a plain login that the provider remembers begins a session that is not confirmed', async () => {
    await makeAdmin(app)
    provider.signedInAgo = 11 * 60
    expect((await act(await signedOn({ groups: ['stand-owners'] }))).json()).toMatchObject({
      code: 'confirmation_required',
    })
  })

  test('nor does a login that the provider does not date', async () => {
    const other = await startTestApp({ signOn: { ...provider.signOn, oidc_client_id: UNDATED } })
    try {
      provider.person = { ...HANA, groups: ['stand-owners'] }
      const begun = await other.server.inject(SIGN_ON_PATH)
      const callback = await passProvider(String(begun.headers.location), PUBLIC_URL + CALLBACK)
      const cookies = { sso: begun.cookies[0]!.value }
      const done = await other.server.inject({ url: callback.pathname + callback.search, cookies })
      expect(done.headers.location).toBe('/admin/dashboard')
      const browser = other.client(Object.fromEntries(done.cookies.map(({ name, value }) => [name, value])))
      expect((await act(browser)).json()).toMatchObject({ code: 'confirmation_required' })
    } finally {
      await other.stop()
    }
  })

  test('somebody else’s login confirms nothing, and changes nobody’s session', async () => {
    const browser = await waiting()
    provider.person = { sub: 'u-18', name: '박두리', groups: ['stand-owners'] }
    expect(await signOn(browser, { query: AGAIN })).toBe('/admin?sso=other_account')
    expect((await act(browser)).statusCode).toBe(403)
    expect(await browser.ok(getMyAdmin, {})).toMatchObject({ name: '김하나' })
    expect(await accounts()).toHaveLength(2)
  })

  test('after the session’s end it is a plain login', async () => {
    const browser = await waiting()
    await app.db.deleteFrom('sessions').execute()
    expect(await signOn(browser, { query: AGAIN })).toBe('/admin/settings')
    expect(await browser.ok(getMyAdmin, {})).toMatchObject({ name: '김하나' })
  })
})

describe('what does not belong to a login that this browser began is refused', () => {
  const set = (name: string, value: string) => (address: URL) => address.searchParams.set(name, value)

  test.each<[what: string, steps: Steps]>([
    ['another state', { back: set('state', 'x') }],
    ['no state', { back: ({ searchParams }) => searchParams.delete('state') }],
    ['another nonce', { atProvider: set('nonce', 'x') }],
    ['the proof of another browser', { atProvider: set('code_challenge', 'a'.repeat(43)) }],
    ['another issuer', { back: set('iss', 'https://x.example.com') }],
    ['an invented code', { back: set('code', 'x') }],
    ['an ID token that somebody has changed', { back: () => void (provider.isForged = true) }],
    ['a login that took ten minutes', { back: () => app.passMinutes(10) }],
  ])('%s', async (_, steps) => {
    const browser = app.client()
    expect(await signOn(browser, steps)).toBe('/admin?sso=failed')
    expect(browser.jar.get('admin_session')).toBeUndefined()
    expect(await accounts()).toEqual([])
  })

  test.each<[what: string, change: (sealed: string) => string | Promise<string>]>([
    ['no cookie', () => ''],
    ['a changed cookie', (sealed) => `${sealed.startsWith('A') ? 'B' : 'A'}${sealed.slice(1)}`],
    [
      'a login of another browser',
      async () => {
        const other = app.client()
        await begin(other)
        return other.jar.get('sso')!
      },
    ],
  ])('%s', async (_, change) => {
    const browser = app.client()
    const address = await begin(browser)
    const { pathname, search } = await passProvider(address.href, PUBLIC_URL + CALLBACK)
    browser.jar.set('sso', await change(browser.jar.get('sso')!))
    expect((await visit(browser, pathname + search)).headers.location).toBe('/admin?sso=failed')
    expect(await accounts()).toEqual([])
  })

  test('the same way back twice', async () => {
    const browser = app.client()
    let again = ''
    const back = ({ pathname, search }: URL) => (again = pathname + search)
    let sealed = ''
    await signOn(browser, { back: (address) => (back(address), (sealed = browser.jar.get('sso')!)) })
    expect(browser.jar.get('sso')).toBe('')
    const thief = app.client({ sso: sealed })
    expect((await visit(thief, again)).headers.location).toBe('/admin?sso=failed')
    expect(thief.jar.get('admin_session')).toBeUndefined()
  })
})

describe('the cookie of a login', () => {
  test('goes to these two addresses alone, for ten minutes, and reads as nothing', async () => {
    const { browser } = await makeAdmin(app)
    const { cookies } = await visit(browser, SIGN_ON_PATH)
    expect(cookies).toEqual([
      expect.objectContaining({
        name: 'sso',
        path: SIGN_ON_PATH,
        httpOnly: true,
        sameSite: 'Lax',
        maxAge: 600,
      }),
    ])
    const text = Buffer.from(cookies[0]!.value, 'base64url').toString('latin1')
    expect(text).not.toContain(browser.jar.get('admin_session'))
    expect(text).not.toContain('verifier')
  })

  test('is for HTTPS alone where the service is', async () => {
    const other = await startTestApp({ signOn: provider.signOn, publicUrl: 'https://stand.example.com' })
    try {
      const { cookies, headers } = await other.server.inject(SIGN_ON_PATH)
      expect(cookies).toEqual([expect.objectContaining({ name: '__Secure-sso', secure: true })])
      const { searchParams } = new URL(String(headers.location))
      expect(searchParams.get('redirect_uri')).toBe(`https://stand.example.com${CALLBACK}`)
    } finally {
      await other.stop()
    }
  })
})

describe('the provider', () => {
  test('refuses somebody: the login says so', async () => {
    provider.person = null
    expect(await signOn(app.client())).toBe('/admin?sso=refused')
  })

  test('is not asked for more than a network may need', async () => {
    for (let i = 0; i < 120; i += 1) await visit(app.client(), CALLBACK)
    expect((await visit(app.client(), SIGN_ON_PATH)).headers.location).toBe('/admin?sso=too_many')
  })

  test('is asked for its addresses once, and for nothing before a login', async () => {
    await begin(app.client())
    provider.asked = 0
    await begin(app.client())
    expect(provider.asked).toBe(0)
  })
})

/** Accepts a call and says nothing. */
const silent = createServer(() => {}).listen(0, '127.0.0.1')
afterAll(() => {
  silent.close()
  silent.closeAllConnections()
})

describe('a provider that cannot be used does not keep passwords out', () => {
  test.each([
    ['is away', 'unavailable', () => 'http://127.0.0.1:1'],
    ['is another one', 'failed', () => `${provider.signOn.oidc_issuer}/other`],
    ['does not answer', 'unavailable', () => `http://127.0.0.1:${(silent.address() as AddressInfo).port}`],
  ])('it %s', async (_, sso, issuer) => {
    const other = await startTestApp({ signOn: { ...provider.signOn, oidc_issuer: issuer() } })
    try {
      const answer = await other.server.inject(SIGN_ON_PATH)
      expect(answer.headers.location).toBe(`/admin?sso=${sso}`)
      expect(answer.cookies).toEqual([])
      await makeAdmin(other)
    } finally {
      await other.stop()
    }
  })
})

test('without its settings there is no single sign-on', async () => {
  const other = await startTestApp()
  try {
    expect(await other.client().ok(getSignOn, {})).toEqual({ single_sign_on: null })
    for (const path of [SIGN_ON_PATH, CALLBACK])
      expect((await other.server.inject(path)).json()).toMatchObject({ code: 'not_found' })
  } finally {
    await other.stop()
  }
})
