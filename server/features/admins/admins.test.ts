import { beforeEach, describe, expect, test } from 'vitest'
import { adminLogin, adminLogout } from '../../../contract/admin/login.ts'
import { login } from '../../../contract/login.ts'
import { getMyInfo } from '../../../contract/member.ts'
import { listTours } from '../../../contract/reservation.ts'
import { startTestApp, TODAY, type Client } from '../../../test/app.ts'
import { useTestApp } from '../../../test/fixture.ts'
import { makeAdmin, makeMember } from '../../../test/make.ts'
import { beginSession } from '../../http/session.ts'

const app = useTestApp()
let browser: Client

beforeEach(() => {
  browser = app.client()
})

const as = ({ name, password }: { name: string; password: string }) => ({ body: { name, password } })
const cookieOf = (response: { cookies: { name: string; value: string }[] }, name: string) =>
  response.cookies.find((cookie) => cookie.name === name)!

const REFUSAL = {
  status: 401,
  code: 'login_failed',
  error: '로그인에 실패했습니다. 아이디와 비밀번호를 확인해주세요.',
}
const SIGNED_OUT = { status: 401, code: 'not_authenticated', error: '로그인이 필요합니다.' }

describe('signing in to the administrator center', () => {
  test('returns the account and records the time', async () => {
    const admin = await makeAdmin(app)
    app.passMinutes(3)
    expect(await browser.ok(adminLogin, as(admin))).toEqual({
      message: 'Login successful',
      admin: { id: expect.any(Number), name: admin.name, role: 'owner' },
    })
    const { last_login_at } = await app.db
      .selectFrom('admins')
      .select('last_login_at')
      .where('name', '=', admin.name)
      .executeTakeFirstOrThrow()
    expect(last_login_at).toEqual(new Date(app.now()))
    await browser.ok(listTours, { query: {} })
  })

  test('sets a session cookie for administrator paths only, and a CSRF token', async () => {
    const response = await browser.send(adminLogin, as(await makeAdmin(app)))
    const strict = { sameSite: 'Strict', maxAge: 12 * 3600 }
    const session = cookieOf(response, 'admin_session')
    expect(session).toMatchObject({ ...strict, path: '/api/admin', httpOnly: true })
    expect(Buffer.from(session.value, 'base64url')).toHaveLength(32)
    const csrf = cookieOf(response, 'csrftoken')
    expect(csrf).toMatchObject({ ...strict, path: '/' })
    expect(csrf).not.toHaveProperty('httpOnly')
    expect(csrf.value).not.toContain(session.value)
    for (const cookie of [session, csrf]) expect(cookie).not.toHaveProperty('secure')
  })

  test('over HTTPS hands out both cookies for HTTPS only', async () => {
    const secured = await startTestApp({ publicUrl: 'https://stand.example.com' })
    const admin = secured.client()
    const response = await admin.send(adminLogin, as(await makeAdmin(secured)))
    const session = cookieOf(response, '__Secure-admin_session')
    expect(session).toMatchObject({ secure: true, path: '/api/admin' })
    expect(cookieOf(response, 'csrftoken')).toMatchObject({ secure: true })
    const planted = secured.client({ admin_session: session.value })
    expect(await planted.refused(listTours, { query: {} })).toMatchObject(SIGNED_OUT)
    const ended = await admin.send(adminLogout, {})
    for (const name of ['__Secure-admin_session', 'csrftoken'])
      expect(cookieOf(ended, name)).toMatchObject({ value: '', secure: true })
    await secured.stop()
  })

  test('is refused with one text for a wrong name and a wrong password', async () => {
    const admin = await makeAdmin(app)
    for (const wrong of [
      { ...admin, password: `${admin.password} ` },
      { ...admin, password: admin.password.toUpperCase() },
      { ...admin, name: '없는 관리자' },
    ])
      expect(await browser.refused(adminLogin, as(wrong))).toMatchObject(REFUSAL)
    expect(browser.jar.size).toBe(0)
  })

  test('takes the name in any letter case', async () => {
    const admin = await makeAdmin(app, 'Head-Office')
    const { admin: signedIn } = await browser.ok(adminLogin, as({ ...admin, name: ' head-OFFICE ' }))
    expect(signedIn.name).toBe('Head-Office')
  })

  test.each(['İbrahim', 'ΝΙΚΟΣ'])('takes %s as it was made', async (name) => {
    const admin = await makeAdmin(app, name)
    expect((await browser.ok(adminLogin, as(admin))).admin.name).toBe(name)
  })

  test.each([
    [{ name: ' ' }, { name: '아이디를 입력해주세요.', password: '비밀번호를 입력해주세요.' }],
    [{ name: '관리자', password: '' }, { password: '비밀번호를 입력해주세요.' }],
    [{ password: 'correct horse battery' }, { name: '아이디를 입력해주세요.' }],
    [{ name: '관리자', password: { $ne: '' } }, { password: '비밀번호를 입력해주세요.' }],
  ])('with %o is refused by field', async (body, fields) => {
    const refusal = await browser.refused(adminLogin, { body: body as never })
    expect(refusal).toMatchObject({ status: 400, code: 'invalid_input' })
    expect(refusal.fields).toEqual(fields)
  })
})

describe('guessing passwords for a name', () => {
  test('ends after five failures within 15 minutes, and is free again later', async () => {
    const admin = await makeAdmin(app)
    const guess = as({ ...admin, password: 'wrong password' })
    for (let i = 0; i < 5; i += 1)
      expect(await browser.refused(adminLogin, guess)).toMatchObject({ status: 401 })
    app.passMinutes(5)
    const refusal = await browser.refused(adminLogin, as({ ...admin, name: admin.name.toUpperCase() }))
    expect(refusal).toMatchObject({ status: 429, code: 'too_many_requests' })
    expect(refusal.headers['retry-after']).toBe('600')
    await browser.ok(adminLogin, as(await makeAdmin(app)))
    app.passMinutes(10)
    await browser.ok(adminLogin, as(admin))
  })

  test('is not faster with simultaneous guesses: five of twenty are checked', async () => {
    const admin = await makeAdmin(app)
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        browser.send(adminLogin, as({ ...admin, password: `guess ${i}` })),
      ),
    )
    const statuses = answers.map((answer) => answer.statusCode)
    expect(statuses.filter((status) => status === 401)).toHaveLength(5)
    expect(statuses.filter((status) => status === 429)).toHaveLength(15)
    expect(await browser.refused(adminLogin, as(admin))).toMatchObject({ status: 429 })
  })

  test('starts over after the right password', async () => {
    const admin = await makeAdmin(app)
    for (let round = 0; round < 2; round += 1) {
      for (let i = 0; i < 4; i += 1) await browser.refused(adminLogin, as({ ...admin, password: 'wrong' }))
      await browser.ok(adminLogin, as(admin))
    }
  })

  test('does not lock out other networks or a device that was signed in before', async () => {
    const admin = await makeAdmin(app)
    for (let i = 0; i < 5; i += 1) await browser.refused(adminLogin, as({ ...admin, password: 'wrong' }))
    expect(await browser.refused(adminLogin, as(admin))).toMatchObject({ status: 429 })
    await app.client({}, '10.0.0.2').ok(adminLogin, as(admin))
    await admin.browser.ok(adminLogout, {})
    await admin.browser.ok(adminLogin, as(admin))
  })

  test('from many addresses ends after twenty-five failures; the device that was signed in passes', async () => {
    const admin = await makeAdmin(app)
    for (let i = 0; i < 25; i += 1)
      await app.client({}, `10.0.1.${i}`).refused(adminLogin, as({ ...admin, password: 'wrong' }))
    expect(await app.client({}, '10.0.1.99').refused(adminLogin, as(admin))).toMatchObject({ status: 429 })
    await admin.browser.ok(adminLogin, as(admin))
  })

  test('is not faster on a device that was signed in', async () => {
    const admin = await makeAdmin(app)
    for (let i = 0; i < 5; i += 1)
      expect(await admin.browser.refused(adminLogin, as({ ...admin, password: 'wrong' }))).toMatchObject(
        REFUSAL,
      )
    expect(await admin.browser.refused(adminLogin, as(admin))).toMatchObject({ status: 429 })
  })

  test('counts each known device for itself: one of them locks out no other', async () => {
    const admin = await makeAdmin(app)
    await browser.ok(adminLogin, as(admin))
    for (let i = 0; i < 5; i += 1) await browser.refused(adminLogin, as({ ...admin, password: 'wrong' }))
    expect(await browser.refused(adminLogin, as(admin))).toMatchObject({ status: 429 })
    await admin.browser.ok(adminLogin, as(admin))
  })

  test('knows two accounts on one device, each by its own password', async () => {
    const [one, other] = [await makeAdmin(app), await makeAdmin(app)]
    await browser.ok(adminLogin, as(one))
    await browser.ok(adminLogin, as(other))
    for (const { name } of [one, other])
      for (let i = 0; i < 5; i += 1)
        await app.client().refused(adminLogin, as({ name, password: `guess ${i}` }))
    await browser.ok(adminLogin, as(one))
    await browser.ok(adminLogin, as(other))
  })

  test('of many names ends after a hundred failures from one address', async () => {
    const admin = await makeAdmin(app)
    const one = (n: number) => ({ account: `name ${n}`, guess: null, at: new Date(app.now()) })
    await app.db
      .insertInto('attempts')
      .values(Array.from({ length: 100 }, (_, n) => ({ kind: 'admin_login', origin: '10.0.2.1', ...one(n) })))
      .execute()
    expect(await app.client({}, '10.0.2.1').refused(adminLogin, as(admin))).toMatchObject({ status: 429 })
    await browser.ok(adminLogin, as(admin))
  })

  test('makes a device known by a cookie that goes with logins alone', async () => {
    const cookie = cookieOf(await browser.send(adminLogin, as(await makeAdmin(app))), 'known_admin_device')
    expect(cookie).toMatchObject({ path: '/api/admin/login', httpOnly: true, sameSite: 'Strict' })
  })
})

describe("an administrator's session", () => {
  test('lasts twelve hours', async () => {
    const { browser: signedIn } = await makeAdmin(app)
    app.setClock(TODAY, '19:59')
    await signedIn.ok(listTours, { query: {} })
    app.setClock(TODAY, '20:00')
    expect(await signedIn.refused(listTours, { query: {} })).toMatchObject(SIGNED_OUT)
  })

  test('continues when the administrator signs in elsewhere', async () => {
    const admin = await makeAdmin(app)
    await browser.ok(adminLogin, as(admin))
    await admin.browser.ok(listTours, { query: {} })
    await browser.ok(listTours, { query: {} })
  })

  test('is limited to fifty per account: the fifty-first ends the oldest', async () => {
    const { name, password, browser: first } = await makeAdmin(app)
    const { id } = await app.db
      .selectFrom('admins')
      .select('id')
      .where('name', '=', name)
      .executeTakeFirstOrThrow()
    const stands: Client[] = []
    while (stands.length < 49) {
      app.passMinutes(1)
      const { token } = await beginSession(app.db, { admin_id: id }, app.now())
      stands.push(app.client({ admin_session: token }))
    }
    await first.ok(listTours, { query: {} })
    app.passMinutes(1)
    await app.client().ok(adminLogin, { body: { name, password } })
    expect(await first.refused(listTours, { query: {} })).toMatchObject({ status: 401 })
    for (const stand of stands) await stand.ok(listTours, { query: {} })
  })

  test('ends on the server at sign-out, and only that one', async () => {
    const admin = await makeAdmin(app)
    await browser.ok(adminLogin, as(admin))
    const stolen = Object.fromEntries(browser.jar)
    const response = await browser.send(adminLogout, {})
    expect(response.statusCode).toBe(200)
    expect(cookieOf(response, 'admin_session')).toMatchObject({ value: '', path: '/api/admin' })
    expect(cookieOf(response, 'csrftoken')).toMatchObject({ value: '', path: '/' })
    expect(await app.client(stolen).refused(listTours, { query: {} })).toMatchObject(SIGNED_OUT)
    await admin.browser.ok(listTours, { query: {} })
  })

  test("stands beside the same browser's visitor session, each for its own calls", async () => {
    const [member, admin] = [await makeMember(app.db), await makeAdmin(app)]
    await browser.ok(login, { body: member })
    await browser.ok(adminLogin, as(admin))
    expect(await browser.ok(getMyInfo, {})).toEqual(member)
    await browser.ok(listTours, { query: {} })
    await browser.ok(adminLogout, {})
    await browser.ok(getMyInfo, {})
    expect(await browser.refused(listTours, { query: {} })).toMatchObject(SIGNED_OUT)
  })

  test("is no member's, and a member's is no administrator's, whatever the cookie is called", async () => {
    const [member, admin] = [await makeMember(app.db), await makeAdmin(app)]
    await browser.ok(login, { body: member })
    const visitor = app.client({ admin_session: browser.jar.get('session')! })
    expect(await visitor.refused(listTours, { query: {} })).toMatchObject(SIGNED_OUT)
    const staff = app.client({ session: admin.browser.jar.get('admin_session')! })
    expect(await staff.refused(getMyInfo, {})).toMatchObject(SIGNED_OUT)
  })
})

describe('the CSRF token', () => {
  const REFUSED = { code: 'csrf_failed' }
  const write = (admin: Client, token?: string) => {
    const session = admin.jar.get('admin_session')!
    return app
      .client({ admin_session: session })
      .send(adminLogout, {}, token === undefined ? {} : { 'x-csrftoken': token })
  }

  test('must come with every write, as given at the sign-in of that session', async () => {
    const [{ browser: one }, { browser: other }] = [await makeAdmin(app), await makeAdmin(app)]
    const token = one.jar.get('csrftoken')!
    for (const wrong of [undefined, '', 'x', `${token}x`, token.slice(1), other.jar.get('csrftoken')!]) {
      const response = await write(one, wrong)
      expect(response.statusCode).toBe(403)
      expect(response.json()).toMatchObject(REFUSED)
    }
    await one.ok(listTours, { query: {} })
    expect((await write(one, token)).statusCode).toBe(200)
  })

  test('of another session of the same administrator is refused', async () => {
    const admin = await makeAdmin(app)
    await browser.ok(adminLogin, as(admin))
    expect(browser.jar.get('csrftoken')).not.toBe(admin.browser.jar.get('csrftoken'))
    expect((await write(browser, admin.browser.jar.get('csrftoken'))).json()).toMatchObject(REFUSED)
  })

  test('chosen by the sender, in cookie and header alike, is refused', async () => {
    const { browser: admin } = await makeAdmin(app)
    const session = admin.jar.get('admin_session')!
    const forged = app.client({ admin_session: session, csrftoken: 'chosen' })
    expect(await forged.refused(adminLogout, {})).toMatchObject({ status: 403, ...REFUSED })
  })

  test('is not needed for reading, and does not replace the session', async () => {
    const { browser: admin } = await makeAdmin(app)
    await app.client({ admin_session: admin.jar.get('admin_session')! }).ok(listTours, { query: {} })
    const without = app.client({ csrftoken: admin.jar.get('csrftoken')! })
    expect(await without.refused(adminLogout, {})).toMatchObject(SIGNED_OUT)
  })
})
