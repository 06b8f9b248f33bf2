import { TOTP } from 'otpauth'
import { beforeEach, describe, expect, test } from 'vitest'
import { deleteAdmin, getMyAdmin, listAdmins } from '../../../../contract/admin/accounts.ts'
import { listAudit } from '../../../../contract/admin/audit.ts'
import { adminLogin, adminLogout } from '../../../../contract/admin/login.ts'
import {
  offerSecondFactor,
  removeSecondFactor,
  removeSecondFactorOf,
  renewRecoveryCodes,
  requireSecondFactor,
  setUpSecondFactor,
} from '../../../../contract/admin/second-factor.ts'
import { listTours } from '../../../../contract/reservation.ts'
import { startTestApp, type Client, type TestApp } from '../../../../test/app.ts'
import { useTestApp } from '../../../../test/fixture.ts'
import { makeAdmin, PASSWORD } from '../../../../test/make.ts'
import { detailsText } from '../../../../contract/text/audit-text.ts'

const app = useTestApp()
type Admin = Awaited<ReturnType<typeof makeAdmin>>
let admin: Admin

beforeEach(async () => {
  await app.db.deleteFrom('admins').execute()
  await app.db.deleteFrom('attempts').execute()
  await app.db.updateTable('settings').set({ second_factor_required: false }).execute()
  admin = await makeAdmin(app, '운영자')
})

/** The code shown `steps` half-minutes after `at`. */
const codeOf = (key: string, at: number, steps = 0) =>
  new TOTP({ secret: key }).generate({ timestamp: at + steps * 30_000 })
const wrongCodeOf = (key: string) => {
  const near = [-2, -1, 0, 1, 2].map((steps) => codeOf(key, app.now(), steps))
  return ['000000', '000001', '000002', '000003', '000004', '000005'].find((code) => !near.includes(code))!
}

/** Uses the previous half-minute's code, so that the present one stays valid. */
async function setUp(browser: Client, of: TestApp = app, at = of.now()) {
  const { key, offer } = await browser.ok(offerSecondFactor, {})
  const { recovery_codes } = await browser.ok(setUpSecondFactor, {
    body: { offer, code: codeOf(key, at, -1), password: PASSWORD },
  })
  return { key, codes: recovery_codes }
}

const login = ({ name, password }: Admin, code?: string) => ({
  body: { name, password, ...(code !== undefined && { code }) },
})
const idOf = async (name: string) =>
  (await admin.browser.ok(listAdmins, {})).find((each) => each.name === name)!.id
const mine = () => admin.browser.ok(getMyAdmin, {})
const latest = async () => (await admin.browser.ok(listAudit, { query: {} })).results[0]!

describe('setting up a second factor', () => {
  test('takes a code of the app, and gives ten recovery codes', async () => {
    const { key, url, offer } = await admin.browser.ok(offerSecondFactor, {})
    expect(key).toMatch(/^[A-Z2-7]{32}$/)
    const address = new URL(url)
    expect(address.href).toMatch(/^otpauth:\/\/totp\//)
    expect(decodeURIComponent(address.pathname)).toBe('/운영자')
    expect(Object.fromEntries(address.searchParams)).toMatchObject({
      issuer: '2025 트레이드쇼',
      secret: key,
      algorithm: 'SHA1',
      digits: '6',
      period: '30',
    })
    expect(await mine()).toMatchObject({ second_factor: null, second_factor_required: false })
    const made = await admin.browser.ok(setUpSecondFactor, {
      body: { offer, code: ` ${codeOf(key, app.now()).replace(/...$/, ' $&')} `, password: PASSWORD },
    })
    expect(made.message).toBe('2단계 인증을 설정했습니다.')
    expect(new Set(made.recovery_codes).size).toBe(10)
    for (const code of made.recovery_codes) expect(code).toMatch(/^[A-HJKMNP-Z2-9]{5}-[A-HJKMNP-Z2-9]{5}$/)
    expect(await mine()).toMatchObject({ second_factor: { recovery_codes_left: 10 } })
    expect((await admin.browser.ok(listAdmins, {}))[0]).toMatchObject({ has_second_factor: true })
  })

  test('ends the other sessions of the account: a stranger who knew the password is out', async () => {
    const elsewhere = app.client()
    await elsewhere.ok(adminLogin, login(admin))
    await setUp(admin.browser)
    expect(await elsewhere.refused(getMyAdmin, {})).toMatchObject({ status: 401 })
    expect(await mine()).toMatchObject({ name: admin.name })
  })

  test('keeps neither key nor recovery codes readable, and notes no code of either', async () => {
    const { key, codes } = await setUp(admin.browser)
    const stored = JSON.stringify([
      await app.db.selectFrom('second_factors').selectAll().execute(),
      await app.db.selectFrom('recovery_codes').selectAll().execute(),
      await app.db.selectFrom('audit_log').selectAll().execute(),
      await app.db.selectFrom('idempotency_keys').selectAll().execute(),
    ])
    for (const secret of [key, ...codes, ...codes.map((code) => code.replace('-', ''))])
      expect(stored).not.toContain(secret)
    expect(await latest()).toMatchObject({
      admin: '운영자',
      target: `admin ${await idOf('운영자')}`,
      summary: '2단계 인증을 설정했습니다.',
      details: {},
    })
  })

  test('is refused without the password, so that a passer-by cannot add a phone at an open screen', async () => {
    const { key, offer } = await admin.browser.ok(offerSecondFactor, {})
    const body = { offer, code: codeOf(key, app.now()), password: 'not the password of before' }
    expect(await admin.browser.refused(setUpSecondFactor, { body })).toMatchObject({
      status: 400,
      fields: { password: '현재 비밀번호가 올바르지 않습니다.' },
    })
    expect(await mine()).toMatchObject({ second_factor: null })
  })

  test('is refused by field for a wrong code, or an offer that is not of this account', async () => {
    const other = await makeAdmin(app, '동료')
    const { key, offer } = await admin.browser.ok(offerSecondFactor, {})
    const wrong = await admin.browser.refused(setUpSecondFactor, {
      body: { offer, code: wrongCodeOf(key), password: PASSWORD },
    })
    expect(wrong).toMatchObject({
      status: 400,
      fields: { code: expect.stringContaining('올바르지 않습니다') },
    })
    const body = { offer, code: codeOf(key, app.now()), password: PASSWORD }
    for (const theirs of [body, { ...body, offer: 'something else' }, { ...body, offer: offer.slice(0, -4) }])
      expect(await other.browser.refused(setUpSecondFactor, { body: theirs })).toMatchObject({
        status: 400,
        fields: { offer: '인증 앱에 키를 다시 등록해주세요.' },
      })
    expect(await mine()).toMatchObject({ second_factor: null })
  })

  test('happens once, also when two windows do it at the same time', async () => {
    const offers = [
      await admin.browser.ok(offerSecondFactor, {}),
      await admin.browser.ok(offerSecondFactor, {}),
    ]
    const answers = await Promise.all(
      offers.map(({ offer, key }) =>
        admin.browser.send(setUpSecondFactor, {
          body: { offer, code: codeOf(key, app.now()), password: PASSWORD },
        }),
      ),
    )
    expect(answers.map(({ statusCode }) => statusCode).sort((a, b) => a - b)).toEqual([200, 409])
  })
})

describe('signing in with a second factor', () => {
  let key: string
  let codes: string[]
  beforeEach(async () => {
    const made = await setUp(admin.browser)
    key = made.key
    codes = made.codes
  })

  test('asks for a code only after the right password, and begins no session before it', async () => {
    const browser = app.client()
    expect(await browser.refused(adminLogin, login({ ...admin, password: 'wrong' }))).toMatchObject({
      status: 401,
      code: 'login_failed',
    })
    expect(await browser.refused(adminLogin, login(admin))).toMatchObject({
      status: 401,
      code: 'second_factor_required',
      error: '인증 앱의 6자리 코드를 입력해주세요.',
    })
    expect(browser.jar.size).toBe(0)
    expect(await browser.ok(adminLogin, login(admin, codeOf(key, app.now())))).toEqual({
      message: 'Login successful',
      admin: { id: expect.any(Number), name: '운영자', role: 'owner' },
    })
    await browser.ok(listTours, { query: {} })
  })

  test.each([
    ['of the half-minute before', -1, 401],
    ['of now', 0, 200],
    ['of the half-minute to come', 1, 200],
    ['of a minute to come', 2, 401],
  ])('takes a code %s: %i', async (_when, steps, status) => {
    // The previous code was used at the set-up.
    const answer = await app.client().send(adminLogin, login(admin, codeOf(key, app.now(), steps)))
    expect(answer.statusCode).toBe(status)
  })

  test('accepts the code of the previous half-minute, which may expire while typing', async () => {
    app.passMinutes(5)
    await app.client().ok(adminLogin, login(admin, codeOf(key, app.now(), -1)))
    await app.client().ok(adminLogin, login(admin, codeOf(key, app.now())))
    expect(
      await app.client().refused(adminLogin, login(admin, codeOf(key, app.now(), -1))),
      'one of before is used up by a later one',
    ).toMatchObject({
      code: 'second_factor_failed',
      error: expect.stringContaining('이미 사용한 코드입니다'),
    })
  })

  test('takes each code once', async () => {
    const code = codeOf(key, app.now())
    await app.client().ok(adminLogin, login(admin, code))
    expect(await app.client().refused(adminLogin, login(admin, code))).toMatchObject({
      status: 401,
      code: 'second_factor_failed',
      error: '이미 사용한 코드입니다. 인증 앱에 다음 코드가 나타나면 입력해주세요.',
    })
  })

  test('takes each recovery code once, and says and notes how many are left', async () => {
    const browser = app.client()
    const typed = codes[3]!.toLowerCase().replace('-', ' ')
    expect(await browser.ok(adminLogin, login(admin, typed))).toMatchObject({ recovery_codes_left: 9 })
    expect(await latest()).toMatchObject({
      summary: '복구 코드로 로그인했습니다. 남은 복구 코드는 9개입니다.',
    })
    expect(await mine()).toMatchObject({ second_factor: { recovery_codes_left: 9 } })
    for (const code of [typed, 'AAAAA-AAAAA', 'no code'])
      expect(await app.client().refused(adminLogin, login(admin, code))).toMatchObject({
        status: 401,
        code: 'second_factor_failed',
        error: '복구 코드가 올바르지 않거나 이미 사용되었습니다.',
      })
  })

  test('ends after five wrong codes within 15 minutes, which a right password does not forget', async () => {
    const wrong = wrongCodeOf(key)
    for (let i = 0; i < 5; i += 1) {
      expect(await app.client().refused(adminLogin, login(admin, wrong))).toMatchObject({
        code: 'second_factor_failed',
      })
      expect(await app.client().refused(adminLogin, login(admin))).toMatchObject({
        code: 'second_factor_required',
      })
    }
    for (const code of [codeOf(key, app.now()), codes[0]!])
      expect(await app.client().refused(adminLogin, login(admin, code))).toMatchObject({ status: 429 })
    app.passMinutes(15)
    await app.client().ok(adminLogin, login(admin, codeOf(key, app.now())))
  })

  describe('after too many failed logins with the name', () => {
    const LIMITED = { status: 429, code: 'too_many_requests' }
    const wrong = () => ({ ...admin, password: 'wrong password' })
    const guess = async () => {
      for (let i = 0; i < 5; i += 1) await app.client().refused(adminLogin, login(wrong()))
    }

    test('passes the limit together with the password, and nothing less does', async () => {
      await guess()
      const refused = (...given: Parameters<typeof login>) =>
        app.client().refused(adminLogin, login(...given))
      expect(await refused(admin)).toMatchObject(LIMITED)
      expect(await refused(wrong(), codeOf(key, app.now()))).toMatchObject(LIMITED)
      expect(await refused(admin, wrongCodeOf(key))).toMatchObject(LIMITED)
      await app.client().ok(adminLogin, login(admin, codeOf(key, app.now())))
      expect(await refused(admin), 'the others wait on').toMatchObject(LIMITED)
    })

    test('a code passes no limit of an account without a second factor', async () => {
      await admin.browser.ok(removeSecondFactor, {})
      await guess()
      expect(await app.client().refused(adminLogin, login(admin, '123456'))).toMatchObject(LIMITED)
    })

    test('a hundred tries of one network are the most, with a code too', async () => {
      await guess()
      for (let i = 0; i < 95; i += 1) await app.client().refused(adminLogin, login(wrong(), '123456'))
      const last = login(admin, codeOf(key, app.now()))
      expect(await app.client().refused(adminLogin, last)).toMatchObject(LIMITED)
    })
  })

  test('is not faster with simultaneous codes: five of twenty are checked', async () => {
    const wrong = wrongCodeOf(key)
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => app.client().send(adminLogin, login(admin, wrong))),
    )
    expect(answers.filter(({ statusCode }) => statusCode === 401)).toHaveLength(5)
    expect(answers.filter(({ statusCode }) => statusCode === 429)).toHaveLength(15)
  })

  test('uses the real time in a rehearsal, like the phone does', async () => {
    let phone = app.now() + 300 * 86_400_000
    const rehearsal = await startTestApp({ rehearsal: true, deviceClock: () => phone })
    const there = await makeAdmin(rehearsal)
    const made = await setUp(there.browser, rehearsal, phone)
    phone += 60_000
    const browser = rehearsal.client()
    const shifted = codeOf(made.key, rehearsal.now())
    expect(await browser.refused(adminLogin, login(there, shifted))).toMatchObject({ status: 401 })
    await browser.ok(adminLogin, login(there, codeOf(made.key, phone)))
    await rehearsal.stop()
  })

  test('explains when the key cannot be decrypted, as with another secret', async () => {
    await app.db
      .updateTable('second_factors')
      .set({ sealed_key: Buffer.alloc(48) })
      .execute()
    for (const code of [codeOf(key, app.now()), codes[0]!])
      expect(await app.client().refused(adminLogin, login(admin, code))).toMatchObject({
        status: 401,
        code: 'second_factor_failed',
        error: expect.stringContaining('이 서버에서는 2단계 인증을 확인할 수 없습니다.'),
      })
  })
})

describe('taking it off', () => {
  test('leaves no recovery code behind', async () => {
    const { codes } = await setUp(admin.browser)
    const { message, admin: account } = await admin.browser.ok(removeSecondFactor, {})
    expect([message, account.second_factor]).toEqual(['2단계 인증을 해제했습니다.', null])
    expect(await latest()).toMatchObject({ summary: message, target: `admin ${account.id}` })
    await app.client().ok(adminLogin, login(admin))
    await setUp(admin.browser)
    expect(await app.client().refused(adminLogin, login(admin, codes[0]))).toMatchObject({ status: 401 })
  })

  test('a colleague can do it for a lost phone, and it is audited', async () => {
    const other = await makeAdmin(app, '동료')
    await setUp(other.browser)
    const id = await idOf('동료')
    const one = { params: { id: String(id) } }
    const answer = await admin.browser.ok(removeSecondFactorOf, one)
    expect(answer).toMatchObject({
      message: '동료 계정의 2단계 인증을 해제했습니다.',
      admin: { id, has_second_factor: false },
    })
    expect(await latest()).toMatchObject({
      admin: '운영자',
      target: `admin ${id}`,
      details: { name: '동료' },
    })
    await app.client().ok(adminLogin, login(other))
    expect(await admin.browser.refused(removeSecondFactorOf, one)).toMatchObject({
      status: 409,
      code: 'second_factor_missing',
    })
    const nobody = { params: { id: '999999' } }
    expect(await admin.browser.refused(removeSecondFactorOf, nobody)).toMatchObject({ status: 404 })
  })

  test('new recovery codes end the old ones', async () => {
    const { codes } = await setUp(admin.browser)
    const { recovery_codes } = await admin.browser.ok(renewRecoveryCodes, {})
    expect(recovery_codes).toHaveLength(10)
    expect(await app.client().refused(adminLogin, login(admin, codes[0]))).toMatchObject({ status: 401 })
    expect(await app.client().ok(adminLogin, login(admin, recovery_codes[0]))).toMatchObject({
      recovery_codes_left: 9,
    })
    await admin.browser.ok(removeSecondFactor, {})
    expect(await admin.browser.refused(renewRecoveryCodes, {})).toMatchObject({ status: 409 })
  })

  test('deleting the account leaves nothing of it', async () => {
    const other = await makeAdmin(app, '동료')
    await setUp(other.browser)
    await admin.browser.ok(deleteAdmin, { params: { id: String(await idOf('동료')) } })
    expect(await app.db.selectFrom('second_factors').selectAll().execute()).toEqual([])
    expect(await app.db.selectFrom('recovery_codes').selectAll().execute()).toEqual([])
  })
})

describe('a second factor that everybody has to have', () => {
  const demand = (second_factor_required: boolean) => ({ body: { second_factor_required } })
  const SET_UP_FIRST = {
    status: 403,
    code: 'second_factor_setup_required',
    error: '2단계 인증을 먼저 설정해주세요.',
  }

  test('can be required only by an administrator who has one, and is audited', async () => {
    expect(await admin.browser.refused(requireSecondFactor, demand(true))).toMatchObject({
      status: 409,
      code: 'second_factor_missing',
      error: '내 계정에 2단계 인증을 먼저 설정해주세요.',
    })
    await admin.browser.ok(listTours, { query: {} })
    await setUp(admin.browser)
    await admin.browser.ok(requireSecondFactor, demand(true))
    expect(await mine()).toMatchObject({ second_factor_required: true })
    const noted = await latest()
    expect(detailsText(noted.details)).toBe('2단계 인증 필수: 예')
    await admin.browser.ok(requireSecondFactor, demand(false))
    expect(await mine()).toMatchObject({ second_factor_required: false })
  })

  test('limits administrators without one to setting it up, in existing sessions too', async () => {
    const other = await makeAdmin(app, '동료')
    await setUp(admin.browser)
    await admin.browser.ok(requireSecondFactor, demand(true))
    const late = app.client()
    expect(await late.ok(adminLogin, login(other))).toMatchObject({ must_set_up_second_factor: true })
    for (const browser of [late, other.browser])
      for (const endpoint of app.server.declared.filter((each) => each.audience === 'admin')) {
        const answer = await browser.send(endpoint, {
          params: { id: '999999' },
          ...(endpoint.method !== 'GET' && { body: {} }),
        } as never)
        const said = { call: `${endpoint.method} ${endpoint.path}`, ...answer.json<object>() }
        const open = endpoint.beforeSetUp && endpoint !== listTours
        if (!open) expect(said).toMatchObject({ call: said.call, code: SET_UP_FIRST.code })
        else expect(said).not.toMatchObject({ code: SET_UP_FIRST.code })
        if (endpoint === adminLogout) break
      }
    const again = app.client()
    await again.ok(adminLogin, login(other))
    expect(await again.refused(listTours, { query: {} })).toMatchObject(SET_UP_FIRST)
    expect(await again.ok(getMyAdmin, {})).toMatchObject({
      second_factor: null,
      second_factor_required: true,
    })
    await setUp(again)
    await again.ok(listTours, { query: {} })
  })

  test('leaves only the calls of the set-up open', () => {
    const open = app.server.declared.filter(({ beforeSetUp }) => beforeSetUp)
    expect(open.map(({ method, path }) => `${method} ${path}`).sort()).toEqual([
      'GET /api/admin/my-info/',
      'GET /api/admin/second-factor/offer/',
      // Only while a first password is due, and empty then.
      'GET /api/admin/tours/',
      'POST /api/admin/logout/',
      'POST /api/admin/password/',
      'POST /api/admin/second-factor/',
    ])
  })

  test('sends no live changes before it is set up', async () => {
    await setUp(admin.browser)
    await admin.browser.ok(requireSecondFactor, demand(true))
    const other = await makeAdmin(app, '동료')
    const answer = await app.server.inject({
      url: '/api/admin/changes/?watch=reservations',
      cookies: Object.fromEntries(other.browser.jar),
    })
    expect(answer.json()).toMatchObject({ code: SET_UP_FIRST.code })
  })
})
