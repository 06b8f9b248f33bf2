import { createHash } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { login } from '../../../contract/login.ts'
import { getMyInfo, logout } from '../../../contract/member.ts'
import { startTestApp, type Client } from '../../../test/app.ts'
import { useTestApp } from '../../../test/fixture.ts'
import { makeMember } from '../../../test/make.ts'
import { sweep } from '../../housekeeping.ts'

const app = useTestApp()
let browser: Client

beforeEach(() => {
  browser = app.client()
})

const as = ({ phone, name }: { phone: string; name: string }) => ({ body: { phone, name } })
const cookieOf = (response: { cookies: { name: string; value: string }[] }) =>
  response.cookies.find((cookie) => cookie.name === 'session')!
const sessionsOf = ({ id }: { id: number }) =>
  app.db.selectFrom('sessions').selectAll().where('member_id', '=', id).execute()

const CODE_REQUIRED = {
  status: 403,
  code: 'code_required',
  error: '입력하신 정보가 맞으면 등록된 이메일로 코드를 보냈습니다. 받은 코드를 입력해주세요.',
}
const REFUSAL = { status: 401, code: 'login_failed', error: '전화번호와 이름을 확인해주세요.' }

describe('signing in', () => {
  test('returns the member', async () => {
    const member = await makeMember(app.db, { is_vip: true })
    expect(await browser.ok(login, as(member))).toEqual({ message: 'Login successful', user_data: member })
    expect(await browser.ok(getMyInfo, {})).toEqual(member)
  })

  test.each([
    ['with hyphens', '010-3000-0001', 'Hannah Becker'],
    ['without hyphens', '01030000001', 'Hannah Becker'],
    ['from abroad', '+82 10 3000 0001', 'Hannah Becker'],
    ['with 0082', '0082 10-3000-0001', 'Hannah Becker'],
    ['with spaces around', ' 010-3000-0001 ', '  Hannah Becker '],
    ['with more spaces between', '010-3000-0001', 'Hannah \u3000  Becker'],
    ['in other letter case', '010-3000-0001', 'hannah BECKER'],
    ['with other marks in the phone', '\u202d(010) 3000–0001\u202c', 'Hannah Becker'],
    ['on a Korean keyboard', '０１０ㅡ3000ㅡ0001', 'Ｈannah\u3164Becker'],
  ])('with phone and name typed %s', async (_how, phone, name) => {
    await app.db.deleteFrom('members').where('phone', '=', '010-3000-0001').execute()
    const member = await makeMember(app.db, { phone: '010-3000-0001', name: 'Hannah Becker' })
    expect((await browser.ok(login, { body: { phone, name } })).user_data).toEqual(member)
  })

  test.each([
    ['박지민', '박지민'.normalize('NFD')],
    ['허 준', '허준'],
    ['홍길동', '홍 길동'],
    ["O'Connor", 'O’Connor'],
    ['José García', 'Jose Garcia'],
    ['Anna-Lena', 'Anna\u2011Lena'],
    ['김\u200b하나', '김하나'],
  ])('a member registered as %j comes in as %j', async (name, typed) => {
    await browser.ok(login, as({ ...(await makeMember(app.db, { name })), name: typed }))
  })

  test('is refused with the same text for every cause', async () => {
    const [member, other] = [await makeMember(app.db), await makeMember(app.db)]
    for (const wrong of [
      { phone: member.phone, name: other.name },
      { phone: member.phone, name: `${member.name}x` },
      { phone: member.phone, name: '%' },
      { phone: '010-0000-0000', name: member.name },
      { phone: '02-123-4567', name: member.name },
      { phone: '전화번호', name: member.name },
    ])
      expect(await browser.refused(login, as(wrong))).toMatchObject(REFUSAL)
    expect(browser.jar.has('session')).toBe(false)
  })

  test('needs phone and name', async () => {
    const refusal = await browser.refused(login, { body: { phone: ' ' } })
    expect(refusal).toMatchObject({ status: 400, code: 'invalid_input' })
    expect(refusal.fields).toEqual({ phone: '전화번호를 입력해주세요.', name: '이름을 입력해주세요.' })
  })

  test('is refused for a longer phone number', async () => {
    const member = await makeMember(app.db)
    expect(await browser.refused(login, as({ ...member, phone: `${member.phone}9` }))).toMatchObject(REFUSAL)
  })
})

describe('the session cookie', () => {
  test('is out of reach of scripts, for the whole site, for a week', async () => {
    const cookie = cookieOf(await browser.send(login, as(await makeMember(app.db))))
    expect(cookie).toMatchObject({ path: '/', httpOnly: true, sameSite: 'Lax', maxAge: 7 * 24 * 3600 })
    expect(cookie).not.toHaveProperty('secure')
    expect(cookie).not.toHaveProperty('domain')
  })

  test('is Secure if the service uses HTTPS', async () => {
    const secured = await startTestApp({ publicUrl: 'https://stand.example.com' })
    const response = await secured.client().send(login, as(await makeMember(secured.db)))
    const [session, device, ...others] = response.cookies
    expect(session).toMatchObject({
      name: '__Host-session',
      secure: true,
      httpOnly: true,
      sameSite: 'Lax',
      path: '/',
    })
    expect(session).not.toHaveProperty('domain')
    expect(device).toMatchObject({ name: '__Secure-known_device', secure: true, httpOnly: true })
    expect(others).toEqual([])
    await secured.stop()
  })

  test('over HTTPS ignores and deletes a cookie that a neighbouring host could set', async () => {
    const secured = await startTestApp({ publicUrl: 'https://stand.example.com' })
    const phone = secured.client()
    await phone.ok(login, as(await makeMember(secured.db)))
    const planted = secured.client({ session: phone.jar.get('__Host-session')! })
    expect(await planted.refused(getMyInfo, {})).toMatchObject({ status: 401 })
    await phone.ok(getMyInfo, {})
    // Browsers require this attribute for the name's prefix, even to delete the cookie.
    expect((await phone.send(logout, {})).cookies).toMatchObject([
      { name: '__Host-session', value: '', secure: true, path: '/' },
    ])
    await secured.stop()
  })

  test('says nothing of whose it is, and only its hash is kept', async () => {
    const member = await makeMember(app.db)
    const { value } = cookieOf(await browser.send(login, as(member)))
    expect(Buffer.from(value, 'base64url')).toHaveLength(32)
    const [session, ...others] = await sessionsOf(member)
    expect(others).toEqual([])
    expect(session!.token_hash).toEqual(createHash('sha256').update(value).digest())
    expect(JSON.stringify(session)).not.toContain(value)
  })

  test('is new at each sign-in, and the other devices stay signed in', async () => {
    const member = await makeMember(app.db)
    const phone = app.client()
    await phone.ok(login, as(member))
    const first = phone.jar.get('session')
    await browser.ok(login, as(member))
    expect(browser.jar.get('session')).not.toBe(first)
    await phone.ok(getMyInfo, {})
  })

  test('is not taken over from who plants one beforehand', async () => {
    const member = await makeMember(app.db)
    const planted = 'A'.repeat(43)
    const victim = app.client({ session: planted })
    await victim.ok(login, as(member))
    expect(victim.jar.get('session')).not.toBe(planted)
    await app.client({ session: planted }).refused(getMyInfo, {})
  })

  test('is rejected if invented or altered', async () => {
    await browser.ok(login, as(await makeMember(app.db)))
    const right = browser.jar.get('session')!
    const changed = (right.startsWith('A') ? 'B' : 'A') + right.slice(1)
    for (const session of ['', 'x', changed, `${right}A`, '1', "' or 1=1 --"])
      expect(await app.client({ session }).refused(getMyInfo, {})).toMatchObject({
        status: 401,
        code: 'not_authenticated',
      })
  })
})

describe('a session', () => {
  test('ends on the server at sign-out: its cookie is worth nothing from then on', async () => {
    const member = await makeMember(app.db)
    await browser.ok(login, as(member))
    const stolen = browser.jar.get('session')!
    const other = app.client()
    await other.ok(login, as(member))
    const response = await browser.send(logout, {})
    expect(response.statusCode).toBe(200)
    expect(cookieOf(response)).toMatchObject({ value: '', path: '/' })
    expect(response.headers['clear-site-data'], 'what the browser keeps of it').toBe('"cache"')
    expect(await app.client({ session: stolen }).refused(getMyInfo, {})).toMatchObject({ status: 401 })
    await other.ok(getMyInfo, {})
  })

  test('lasts seven days', async () => {
    await browser.ok(login, as(await makeMember(app.db)))
    app.setClock('2026-11-27', '07:59')
    await browser.ok(getMyInfo, {})
    app.setClock('2026-11-27', '08:00')
    expect(await browser.refused(getMyInfo, {})).toMatchObject({ status: 401, code: 'not_authenticated' })
  })

  test('ends at the member’s eleventh sign-in', async () => {
    const member = await makeMember(app.db)
    const devices = Array.from({ length: 11 }, () => app.client())
    for (const device of devices) {
      await device.ok(login, as(member))
      app.passMinutes(1)
    }
    expect(await devices[0]!.refused(getMyInfo, {})).toMatchObject({ status: 401 })
    for (const device of devices.slice(1)) await device.ok(getMyInfo, {})
    expect(await sessionsOf(member)).toHaveLength(10)
  })

  test('is deleted after its expiry at the next sign-in', async () => {
    const member = await makeMember(app.db)
    await browser.ok(login, as(member))
    app.setClock('2026-12-01', '08:00')
    await browser.ok(login, as(member))
    expect(await sessionsOf(member)).toHaveLength(1)
  })

  test('is gone with its member', async () => {
    const member = await makeMember(app.db)
    await browser.ok(login, as(member))
    await app.db.deleteFrom('members').where('id', '=', member.id).execute()
    expect(await browser.refused(getMyInfo, {})).toMatchObject({ status: 401 })
  })
})

describe('guessing names for a phone', () => {
  const fail = async ({ phone }: { phone: string }, times: number) => {
    for (let i = 0; i < times; i += 1)
      expect(await browser.refused(login, as({ phone, name: `추측${i}` }))).toMatchObject(REFUSAL)
  }

  test('ends after ten failures within 15 minutes, for the right name too, and is free again later', async () => {
    const member = await makeMember(app.db)
    await fail(member, 4)
    app.passMinutes(5)
    await fail({ phone: member.phone.replaceAll('-', '') }, 6)
    expect(await browser.refused(login, as(member))).toMatchObject(CODE_REQUIRED)
    app.passMinutes(9.99)
    expect(await browser.refused(login, as(member))).toMatchObject(CODE_REQUIRED)
    app.passMinutes(0.01)
    await browser.ok(login, as(member))
  })

  test('leaves other phones alone', async () => {
    const [member, other] = [await makeMember(app.db), await makeMember(app.db)]
    await fail(member, 10)
    expect(await browser.refused(login, as(member))).toMatchObject(CODE_REQUIRED)
    await browser.ok(login, as(other))
  })

  test('is forgotten once the right name was given', async () => {
    const member = await makeMember(app.db)
    await fail(member, 9)
    await browser.ok(login, as(member))
    await fail(member, 10)
    expect(await browser.refused(login, as(member))).toMatchObject(CODE_REQUIRED)
  })

  test('is not faster with simultaneous guesses: ten of thirty are checked', async () => {
    const member = await makeMember(app.db)
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, i) => browser.send(login, as({ ...member, name: `추측${i}` }))),
    )
    const statuses = answers.map((answer) => answer.statusCode)
    expect(statuses.filter((status) => status === 401)).toHaveLength(10)
    expect(statuses.filter((status) => status === 403)).toHaveLength(20)
    expect(await browser.refused(login, as(member))).toMatchObject(CODE_REQUIRED)
  })

  test('does not end the sessions that the member already has', async () => {
    const member = await makeMember(app.db)
    const phone = app.client()
    await phone.ok(login, as(member))
    await fail(member, 10)
    await phone.ok(getMyInfo, {})
  })
})

describe('a device that its member has signed in on', () => {
  const deviceOf = (client: Client) => client.jar.get('known_device')!
  const fail = async (client: Client, { phone }: { phone: string }, times: number) => {
    for (let i = 0; i < times; i += 1)
      expect(await client.refused(login, as({ phone, name: `추측${i}` }))).toMatchObject(REFUSAL)
  }

  test('is recognized by a cookie for logins only, which grants nothing and names nobody', async () => {
    const member = await makeMember(app.db)
    const response = await browser.send(login, as(member))
    const cookie = response.cookies.find(({ name }) => name === 'known_device')!
    expect(cookie).toMatchObject({ path: '/api/user/login', httpOnly: true, sameSite: 'Strict' })
    expect(Buffer.from(cookie.value, 'base64url')).toHaveLength(32)
    const { maxAge } = cookie as unknown as { maxAge: number }
    expect(maxAge, 'longer than the event and its preparation').toBeGreaterThan(90 * 24 * 3600)
    const device = app.client({ known_device: cookie.value, session: cookie.value })
    expect(await device.refused(getMyInfo, {})).toMatchObject({ status: 401 })
  })

  test("is not kept out by others' guesses at the same address, nor after signing out", async () => {
    const member = await makeMember(app.db)
    await browser.ok(login, as(member))
    await browser.ok(logout, {})
    await fail(app.client(), member, 10)
    expect(await app.client().refused(login, as(member))).toMatchObject(CODE_REQUIRED)
    await browser.ok(login, as(member))
  })

  test('has the same limit for its own failures', async () => {
    const member = await makeMember(app.db)
    await browser.ok(login, as(member))
    await fail(browser, member, 10)
    expect(await browser.refused(login, as(member))).toMatchObject(CODE_REQUIRED)
  })

  test('has a random token of its own, of which a hash is stored', async () => {
    const member = await makeMember(app.db)
    const other = app.client()
    await browser.ok(login, as(member))
    await other.ok(login, as(member))
    expect(deviceOf(browser)).not.toBe(deviceOf(other))
    const known = await app.db
      .selectFrom('known_devices')
      .select('token_hash')
      .where('member_id', '=', member.id)
      .execute()
    const hashes = [browser, other].map((client) =>
      createHash('sha256').update(deviceOf(client)).digest('hex'),
    )
    expect(known.map(({ token_hash }) => token_hash.toString('hex')).sort()).toEqual(hashes.sort())
  })

  test('is not taken over from who plants its token beforehand', async () => {
    const [victim, thief] = [await makeMember(app.db), app.client()]
    await thief.ok(login, as(await makeMember(app.db)))
    const known_device = deviceOf(thief)
    await app.client({ known_device }).ok(login, as(victim))
    await fail(app.client(), victim, 10)
    expect(await thief.refused(login, as(victim))).toMatchObject({ status: 403, code: 'code_required' })
  })

  test('is forgotten thirty days after its last login', async () => {
    const member = await makeMember(app.db)
    const countDevices = async () =>
      (await app.db.selectFrom('known_devices').select('id').where('member_id', '=', member.id).execute())
        .length
    await browser.ok(login, as(member))
    app.passMinutes(30 * 24 * 60)
    await sweep(app.db, app.now())
    expect(await countDevices()).toBe(1)
    app.passMinutes(1)
    await sweep(app.db, app.now())
    expect(await countDevices()).toBe(0)
  })

  test('is recognized only for that phone, and cannot be forged', async () => {
    const [member, other] = [await makeMember(app.db), await makeMember(app.db)]
    await browser.ok(login, as(other))
    await fail(app.client(), member, 10)
    const own = deviceOf(browser)
    for (const known_device of [own, own.slice(0, -1), 'x', ''])
      expect(await app.client({ known_device }).refused(login, as(member))).toMatchObject(CODE_REQUIRED)
  })
})

const failedBefore = (
  count: number,
  given: { guess?: string; origin?: string; account?: string; of_member?: boolean } = {},
) =>
  app.db
    .insertInto('attempts')
    .values(
      Array.from({ length: count }, (_, i) => ({
        kind: 'login',
        account: `010-8000-${String(i).padStart(4, '0')}`,
        guess: `아무개${i}`,
        origin: '127.0.0.1',
        at: new Date(app.now()),
        ...given,
      })),
    )
    .execute()

describe('guessing', () => {
  beforeEach(() => app.db.deleteFrom('attempts').execute())

  test('one phone ends after ten failures at any addresses; a device of its member passes', async () => {
    const member = await makeMember(app.db)
    const device = app.client()
    await device.ok(login, as(member))
    for (let i = 0; i < 3; i += 1) await failedBefore(3, { account: member.phone, origin: `10.0.0.${i}` })
    const stranger = app.client({}, '10.0.0.99')
    expect(await stranger.refused(login, as({ ...member, name: '추측' }))).toMatchObject(REFUSAL)
    expect(await stranger.refused(login, as(member))).toMatchObject(CODE_REQUIRED)
    await device.ok(login, as(member))
  })

  test('the phones of one name ends after ten, also where the guess is right', async () => {
    const member = await makeMember(app.db, { name: '김민준' })
    for (let i = 0; i < 10; i += 1)
      expect(await browser.refused(login, as({ phone: `010-8100-000${i}`, name: '김민준' }))).toMatchObject(
        REFUSAL,
      )
    expect(await browser.refused(login, as(member))).toMatchObject(CODE_REQUIRED)
    await browser.ok(login, as(await makeMember(app.db)))
    await app.client({}, '10.0.0.2').ok(login, as(member))
    app.passMinutes(15)
    await browser.ok(login, as(member))
  })

  test('does not include mistyping one phone repeatedly', async () => {
    const member = await makeMember(app.db, { name: '박서연' })
    await failedBefore(9, { account: '010-8300-0000', guess: '박서연' })
    await failedBefore(9, { account: '010-8300-0001', guess: '박서연' })
    await browser.ok(login, as(member))
  })

  test('the names of six hundred members from one address ends, not of six hundred strangers', async () => {
    const member = await makeMember(app.db)
    const device = app.client()
    await device.ok(login, as(member))
    await failedBefore(900)
    await failedBefore(599, { of_member: true })
    await failedBefore(9, { of_member: true, account: '010-8000-0001' })
    await browser.ok(login, as(member))
    const guesser = app.client()
    expect(await guesser.refused(login, as({ ...member, name: '추측' }))).toMatchObject(REFUSAL)
    expect(await guesser.refused(login, as(await makeMember(app.db)))).toMatchObject(CODE_REQUIRED)
    await device.ok(login, as(member))
    await app.client({}, '10.0.0.2').ok(login, as(member))
  })

  test.each([
    ['/64', '2001:db8:1:2:ffff::1', '2001:db8:2::1', (i: number) => `2001:db8:1:2::${i}`],
    ['/56', '2001:db8:1:2ff::1', '2001:db8:2::1', (i: number) => `2001:db8:1:20${i}::1`],
    ['/48', '2001:db8:1:ffff::1', '2001:db8:2::1', (i: number) => `2001:db8:1:${i}00::1`],
  ])('counts the addresses of one IPv6 %s as one network', async (_size, own, other, nth) => {
    const member = await makeMember(app.db)
    for (let i = 0; i < 10; i += 1) {
      const guess = as({ ...member, phone: `010-8100-000${i}` })
      expect(await app.client({}, nth(i)).refused(login, guess)).toMatchObject(REFUSAL)
    }
    expect(await app.client({}, own).refused(login, as(member))).toMatchObject(CODE_REQUIRED)
    await app.client({}, other).ok(login, as(member))
  })

  test('stores nothing of successful sign-ins, and little of others', async () => {
    const member = await makeMember(app.db)
    await browser.refused(login, as({ ...member, name: '오타' }))
    await browser.ok(login, as(member))
    expect(await app.db.selectFrom('attempts').selectAll().execute()).toEqual([])
    await failedBefore(3)
    app.passMinutes(15)
    await sweep(app.db, app.now())
    expect(await app.db.selectFrom('attempts').selectAll().execute()).toEqual([])
  })
})
