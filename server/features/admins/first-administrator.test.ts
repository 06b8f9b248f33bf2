import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { adminLogin } from '../../../contract/admin/login.ts'
import { startTestApp, type TestApp } from '../../../test/app.ts'
import { createFirstAdmin } from './commands.ts'

let app: TestApp
beforeEach(async () => {
  app = await startTestApp()
})
afterEach(() => app.stop())

const create = (name: string, password?: string) => createFirstAdmin(app.db, { name, password }, app.now())
const admins = () => app.db.selectFrom('admins').selectAll().execute()

describe('the first administrator', () => {
  test('signs in with the password that the operator has set, which is not shown', async () => {
    expect(await create('운영자', 'a password of ours')).toBeNull()
    await app.client().ok(adminLogin, { body: { name: '운영자', password: 'a password of ours' } })
    expect((await admins())[0]!.password_hash).toMatch(/^\$argon2id\$/)
  })

  test('gets a random password, which is told once', async () => {
    const password = await create('admin')
    expect(password).toMatch(/^[\w-]{16,}$/)
    await app.client().ok(adminLogin, { body: { name: 'admin', password: password! } })
    expect(await create('admin')).toBeNull()
    expect(JSON.stringify(await admins())).not.toContain(password)
  })

  test('gets another random password on another machine', async () => {
    const password = await create('admin')
    await app.db.deleteFrom('admins').execute()
    expect(await create('admin')).not.toBe(password)
  })

  test("is created only while there is none: a later setting changes nobody's password", async () => {
    await create('운영자', 'a password of ours')
    expect(await create('운영자', 'another password')).toBeNull()
    expect(await create('second', 'another password')).toBeNull()
    expect(await admins()).toHaveLength(1)
    expect(
      await app.client().refused(adminLogin, { body: { name: '운영자', password: 'another password' } }),
    ).toMatchObject({ status: 401 })
  })

  test('is one, also when several servers start at once', async () => {
    const passwords = await Promise.all(Array.from({ length: 5 }, () => create('admin')))
    expect(passwords.filter((password) => password !== null)).toHaveLength(1)
    expect(await admins()).toHaveLength(1)
  })
})
