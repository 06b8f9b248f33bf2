import { beforeEach, describe, expect, test } from 'vitest'
import {
  addAdmin,
  changePassword,
  changeRole,
  deleteAdmin,
  getMyAdmin,
  listAdmins,
} from '../../../contract/admin/accounts.ts'
import { adminLogin } from '../../../contract/admin/login.ts'
import { TODAY, type Client } from '../../../test/app.ts'
import { useTestApp } from '../../../test/fixture.ts'
import { makeAdmin } from '../../../test/make.ts'

const app = useTestApp()
let admin: Awaited<ReturnType<typeof makeAdmin>>

beforeEach(async () => {
  await app.db.deleteFrom('admins').execute()
  await app.db.deleteFrom('attempts').execute()
  admin = await makeAdmin(app, '운영자')
})

const NEW = 'a rather long one'
const signIn = (name: string, password: string) => ({ body: { name, password } })
const idOf = async (name: string) =>
  (await admin.browser.ok(listAdmins, {})).find((each) => each.name === name)!.id
const one = async (name: string) => ({ params: { id: String(await idOf(name)) } })

describe('administrator accounts', () => {
  test('are listed with when they were made and last used, never with their passwords', async () => {
    await admin.browser.ok(addAdmin, signIn('Second', NEW))
    const list = await admin.browser.ok(listAdmins, {})
    expect(list).toEqual([
      {
        id: expect.any(Number),
        name: '운영자',
        role: 'owner',
        created_at: `${TODAY}T08:00:00+01:00`,
        last_login_at: `${TODAY}T08:00:00+01:00`,
        has_second_factor: false,
        has_password: true,
      },
      {
        id: expect.any(Number),
        name: 'Second',
        role: 'owner',
        created_at: `${TODAY}T08:00:00+01:00`,
        last_login_at: null,
        has_second_factor: false,
        has_password: true,
      },
    ])
  })

  test('mark the own account', async () => {
    const other = await makeAdmin(app, '동료')
    expect(await admin.browser.ok(getMyAdmin, {})).toMatchObject({ id: await idOf('운영자'), name: '운영자' })
    expect(await other.browser.ok(getMyAdmin, {})).toMatchObject({ id: await idOf('동료'), name: '동료' })
  })

  test('can sign in once created, with the password stored as argon2id', async () => {
    const { admin: made, message } = await admin.browser.ok(addAdmin, signIn('Second', ` ${NEW} `))
    expect([message, made.name]).toEqual(['관리자가 추가되었습니다.', 'Second'])
    await app.client().ok(adminLogin, signIn('second', ` ${NEW} `))
    const row = await app.db
      .selectFrom('admins')
      .selectAll()
      .where('id', '=', made.id)
      .executeTakeFirstOrThrow()
    expect(row.password_hash).toMatch(/^\$argon2id\$/)
  })

  test.each([
    [' ', NEW, { name: '아이디를 입력해주세요.' }],
    ['x'.repeat(101), NEW, { name: '100자 이하로 입력해주세요.' }],
    ['Second', 'elevenchars', { password: '비밀번호는 12자 이상이어야 합니다.' }],
    ['Second', 'x'.repeat(501), { password: '비밀번호가 너무 깁니다.' }],
    ['Second', undefined, { password: '비밀번호는 12자 이상이어야 합니다.' }],
  ])('a new one is refused by field: %j %j', async (name, password, fields) => {
    const refusal = await admin.browser.refused(addAdmin, signIn(name, password as string))
    expect(refusal).toMatchObject({ status: 400, code: 'invalid_input' })
    expect(refusal.fields).toEqual(fields)
  })

  test('have names that are unique regardless of case, even when created at the same time', async () => {
    await admin.browser.ok(addAdmin, signIn('Second', NEW))
    const text = '이미 사용 중인 아이디입니다.'
    expect(await admin.browser.refused(addAdmin, signIn('SECOND', NEW))).toMatchObject({
      status: 409,
      code: 'admin_exists',
      error: text,
      fields: { name: text },
    })
    const answers = await Promise.all([1, 2, 3].map(() => admin.browser.send(addAdmin, signIn('Third', NEW))))
    expect(answers.map(({ statusCode }) => statusCode).sort((a, b) => a - b)).toEqual([201, 409, 409])
  })
})

describe('the role of an administrator', () => {
  test('is an owner’s unless another is given, and is shown in the list and to its bearer', async () => {
    await admin.browser.ok(addAdmin, signIn('Second', NEW))
    const desk = { body: { name: 'Desk', password: NEW, role: 'desk' as const } }
    expect((await admin.browser.ok(addAdmin, desk)).admin).toMatchObject({ name: 'Desk', role: 'desk' })
    const roles = (await admin.browser.ok(listAdmins, {})).map(({ name, role }) => [name, role])
    expect(roles.slice(-2)).toEqual([
      ['Second', 'owner'],
      ['Desk', 'desk'],
    ])
    const browser = app.client()
    await browser.ok(adminLogin, signIn('Desk', NEW))
    expect(await browser.ok(getMyAdmin, {})).toMatchObject({ name: 'Desk', role: 'desk' })
  })

  test('counts from the moment in which it changes, for sessions that exist', async () => {
    const { browser } = await makeAdmin(app, 'Second')
    await browser.ok(listAdmins, {})
    const change = async (role: 'desk' | 'owner') =>
      admin.browser.ok(changeRole, { ...(await one('Second')), body: { role } })
    expect(await change('desk')).toMatchObject({ message: '역할이 변경되었습니다.', admin: { role: 'desk' } })
    const refusal = { status: 403, code: 'role_required', error: '이 작업을 할 권한이 없습니다.' }
    expect(await browser.refused(listAdmins, {})).toMatchObject(refusal)
    expect(await browser.refused(addAdmin, signIn('Third', NEW))).toMatchObject(refusal)
    await change('owner')
    await browser.ok(listAdmins, {})
  })

  test('there is always an owner: of two who demote each other at once, one remains', async () => {
    for (let round = 0; round < 8; round += 1) {
      const second = await makeAdmin(app, `Second${round}`)
      const body = { role: 'manager' as const }
      const [theirs, ours] = [await one(`Second${round}`), await one(admin.name)]
      const answers = await Promise.all([
        admin.browser.send(changeRole, { ...theirs, body }),
        second.browser.send(changeRole, { ...ours, body }),
      ])
      const statuses = answers.map(({ statusCode }) => statusCode)
      expect(statuses.filter((status) => status === 200)).toHaveLength(1)
      expect([403, 409]).toContain(statuses.find((status) => status !== 200))
      if (statuses[0] !== 200) admin = second
      const { params } = await one(admin.name)
      expect(await admin.browser.refused(changeRole, { params, body })).toMatchObject({
        status: 409,
        code: 'last_owner',
      })
    }
  })
})

describe('deleting an administrator', () => {
  test('ends the sessions with the account', async () => {
    const second = await makeAdmin(app, 'Second')
    const answer = await admin.browser.ok(deleteAdmin, await one('Second'))
    expect(answer).toMatchObject({ message: '관리자가 삭제되었습니다.', admin: { name: 'Second' } })
    expect(await second.browser.refused(listAdmins, {})).toMatchObject({ status: 401 })
    expect(await app.client().refused(adminLogin, signIn('Second', second.password))).toMatchObject({
      status: 401,
    })
  })

  test('is refused for the last owner, whoever else there is, and 404 for one that is not there', async () => {
    await makeAdmin(app, 'Manager', 'manager')
    const refusal = await admin.browser.refused(deleteAdmin, await one('운영자'))
    expect(refusal).toMatchObject({
      status: 409,
      code: 'last_owner',
      error: '비밀번호로 로그인하는 마지막 소유자는 삭제하거나 역할을 바꿀 수 없습니다.',
    })
    const nobody = { params: { id: '999999' } }
    expect(await admin.browser.refused(deleteAdmin, nobody)).toMatchObject({ status: 404 })
  })

  test('of two who delete each other at once, one remains', async () => {
    for (let round = 0; round < 8; round += 1) {
      const second = await makeAdmin(app, `Second${round}`)
      const [theirs, ours] = [await one(`Second${round}`), await one(admin.name)]
      const answers = await Promise.all([
        admin.browser.send(deleteAdmin, theirs),
        second.browser.send(deleteAdmin, ours),
      ])
      const statuses = answers.map(({ statusCode }) => statusCode)
      expect(statuses.filter((status) => status === 200)).toHaveLength(1)
      expect([401, 409]).toContain(statuses.find((status) => status !== 200))
      expect(await app.db.selectFrom('admins').select('id').execute()).toHaveLength(1)
      if (statuses[0] !== 200) admin = second
    }
  })

  test('a deleted administrator can delete nobody', async () => {
    await makeAdmin(app, 'Third')
    const second = await makeAdmin(app, 'Second')
    const [theirs, ours] = [await one('Second'), await one('운영자')]
    await Promise.all([admin.browser.send(deleteAdmin, theirs), second.browser.send(deleteAdmin, ours)])
    expect(await app.db.selectFrom('admins').select('id').execute()).toHaveLength(2)
  })
})

const change = (current_password: string, new_password = NEW) => ({
  body: { current_password, new_password },
})
const WRONG = '현재 비밀번호가 올바르지 않습니다.'

describe('changing the password', () => {
  test('makes only the new password valid, and ends the other sessions of the account', async () => {
    const other = app.client()
    await other.ok(adminLogin, signIn('운영자', admin.password))
    const second = await makeAdmin(app, 'Second')
    expect(await admin.browser.ok(changePassword, change(admin.password))).toEqual({
      message: '비밀번호가 변경되었습니다.',
    })
    await admin.browser.ok(listAdmins, {})
    await second.browser.ok(listAdmins, {})
    expect(await other.refused(listAdmins, {})).toMatchObject({ status: 401 })
    expect(await app.client().refused(adminLogin, signIn('운영자', admin.password))).toMatchObject({
      status: 401,
    })
    await app.client().ok(adminLogin, signIn('운영자', NEW))
  })

  test.each([
    [change(''), { current_password: '현재 비밀번호를 입력해주세요.' }],
    [change('correct horse battery', 'short'), { new_password: '비밀번호는 12자 이상이어야 합니다.' }],
    [change('wrong password'), { current_password: WRONG }],
  ])('is refused by field: %o', async (input, fields) => {
    const refusal = await admin.browser.refused(changePassword, input)
    expect(refusal).toMatchObject({ status: 400, code: 'invalid_input' })
    expect(refusal.fields).toEqual(fields)
    await app.client().ok(adminLogin, signIn('운영자', admin.password))
  })

  const guess = (who: Client, n: number) =>
    who.send(changePassword, change(`guess ${n}`), { 'idempotency-key': `guess ${n}` })

  test('counts wrong current passwords for that session alone, whatever the idempotency key', async () => {
    for (let n = 0; n < 5; n += 1) expect((await guess(admin.browser, n)).statusCode).toBe(400)
    const refusal = await admin.browser.refused(changePassword, change(admin.password))
    expect(refusal).toMatchObject({ status: 429, code: 'too_many_requests' })
    expect(refusal.headers['retry-after']).toBe('900')
    await app.client().ok(adminLogin, signIn('운영자', admin.password))
  })

  test('still works while others guess at the same address', async () => {
    const stranger = app.client()
    for (let n = 0; n < 5; n += 1) await stranger.refused(adminLogin, signIn('운영자', 'wrong password'))
    expect(await stranger.refused(adminLogin, signIn('운영자', admin.password))).toMatchObject({
      status: 429,
    })
    await admin.browser.ok(changePassword, change(admin.password))
  })

  test('voids the devices of former colleagues, and the own one: none passes the limit of failed logins', async () => {
    const colleague = app.client()
    await colleague.ok(adminLogin, signIn('운영자', admin.password))
    const later = new Map(colleague.jar)
    await admin.browser.ok(changePassword, change(admin.password))
    for (let n = 0; n < 5; n += 1) await app.client().refused(adminLogin, signIn('운영자', `guess ${n}`))
    const returning = app.client(Object.fromEntries(later))
    expect(await returning.refused(adminLogin, signIn('운영자', 'guess'))).toMatchObject({ status: 429 })
    expect(await admin.browser.refused(adminLogin, signIn('운영자', NEW))).toMatchObject({ status: 429 })
  })

  test('still works while others guess from elsewhere', async () => {
    for (let n = 0; n < 25; n += 1)
      await app.client({}, `10.0.3.${n}`).refused(adminLogin, signIn('운영자', 'wrong password'))
    expect(
      await app.client({}, '10.0.3.99').refused(adminLogin, signIn('운영자', admin.password)),
    ).toMatchObject({
      status: 429,
    })
    await admin.browser.ok(changePassword, change(admin.password))
  })

  test('checks five of twenty simultaneous guesses', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => guess(admin.browser, n)))
    expect(answers.filter(({ statusCode }) => statusCode === 400)).toHaveLength(5)
    expect(answers.filter(({ statusCode }) => statusCode === 429)).toHaveLength(15)
  })

  test('repeats a success under the same key, but checks a wrong password again', async () => {
    const key = { 'idempotency-key': 'change it' }
    expect((await admin.browser.send(changePassword, change('wrong password'), key)).statusCode).toBe(400)
    const first = await admin.browser.send(changePassword, change(admin.password), key)
    const again = await admin.browser.send(changePassword, change(admin.password), key)
    expect([first.statusCode, again.statusCode]).toEqual([200, 200])
  })
})
