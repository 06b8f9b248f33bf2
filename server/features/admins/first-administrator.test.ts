import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { adminLogin } from '../../../contract/admin/login.ts'
import { startTestApp, type TestApp } from '../../../test/app.ts'
import { createFirstAdmin, type FirstAdmin } from './commands.ts'
import { resetAdmin } from './reset/commands.ts'

let app: TestApp
beforeEach(async () => {
  app = await startTestApp()
})
afterEach(() => app.stop())

const prints: FirstAdmin[] = []
beforeEach(() => prints.splice(0))
async function start(name: string, password?: string): Promise<FirstAdmin> {
  const before = prints.length
  await createFirstAdmin(app.db, { name, password }, app.now(), (first) => prints.push(first))
  return prints[before]!
}
const admins = () => app.db.selectFrom('admins').selectAll().execute()
const logIn = (name: string, password: string) => app.client().ok(adminLogin, { body: { name, password } })
const refused = (name: string, password: string) =>
  app.client().refused(adminLogin, { body: { name, password } })

describe('the first administrator', () => {
  test('signs in with the password that the operator has set, which is not printed', async () => {
    expect(await start('운영자', 'a password of ours')).toEqual({ name: '운영자', isNew: true })
    await logIn('운영자', 'a password of ours')
    expect((await admins())[0]!.password_hash).toMatch(/^\$argon2id\$/)
  })

  test('gets a new random password at each start until one was used', async () => {
    const lost = await start('admin')
    expect(lost).toEqual({ name: 'admin', isNew: true, password: expect.stringMatching(/^[\w-]{16,}$/) })
    for (let tries = 0; tries < 6; tries += 1) await refused('admin', 'not the printed one')
    const { password } = await start('admin')
    expect(password).not.toBe(lost.password)
    expect(await refused('admin', lost.password!)).toMatchObject({ status: 401 })
    await logIn('admin', password!)
    expect(await start('admin')).toEqual({ name: 'admin', isNew: false })
    await logIn('admin', password!)
    expect(JSON.stringify(await admins())).not.toContain(password)
  })

  test('gets the password that the operator sets while no printed one was used', async () => {
    const { password } = await start('admin')
    expect(await start('운영자', 'a password of ours')).toEqual({ name: '운영자', isNew: true })
    expect(await refused('admin', password!)).toMatchObject({ status: 401 })
    await logIn('운영자', 'a password of ours')
  })

  test.each([
    ['given to the first start', () => start('admin', 'a password of ours')],
    [
      'given to the command that resets it',
      async () => {
        await start('admin')
        await resetAdmin(app.db, 'admin', { password: 'a password of ours' }, app.now())
      },
    ],
  ])('keeps a password that was %s, used or not', async (_way, choose) => {
    await choose()
    expect(await start('admin')).toEqual({ name: 'admin', isNew: false })
    expect(await start('second', 'another password')).toEqual({ name: 'admin', isNew: false })
    expect(await admins()).toHaveLength(1)
    await logIn('admin', 'a password of ours')
  })

  test('is created once when several servers start, with the password printed last', async () => {
    await Promise.all(Array.from({ length: 5 }, () => start('admin')))
    expect(await admins()).toHaveLength(1)
    const [last, ...before] = prints.toReversed()
    for (const { password } of before) await refused('admin', password!)
    await logIn('admin', last!.password!)
  })
})
