import type { LightMyRequestResponse } from 'fastify'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { changePassword, changeRole } from '../../contract/admin/accounts.ts'
import { adminLogin } from '../../contract/admin/login.ts'
import { login } from '../../contract/login.ts'
import { useTestApp } from '../fixture.ts'
import { makeAdmin, makeMember } from '../make.ts'
import { countWaiting } from '../waiting.ts'
import { useWatchedConnections } from './watched-connections.ts'

// While a transaction holds what they need, several requests pass their first checks.

const app = useTestApp()
const watched = useWatchedConnections(app)
beforeEach(async () => void (await app.db.deleteFrom('admins').execute()))
afterEach(async () => void (await app.db.deleteFrom('attempts').execute()))

async function whileHeld(hold: string, works: readonly (() => Promise<LightMyRequestResponse>)[]) {
  const holder = await app.pool.connect()
  await holder.query(`begin; ${hold}`)
  const answers = works.map((work) => work())
  await expect.poll(() => countWaiting(app.pool), { interval: 5 }).toBe(works.length)
  await holder.query('commit')
  holder.release()
  return (await Promise.all(answers)).map(({ statusCode }) => statusCode).sort((a, b) => a - b)
}

describe('two sessions that change one password at once', () => {
  async function changeTwice() {
    const { name, password, browser } = await makeAdmin(app, '운영자')
    const other = app.client()
    await other.ok(adminLogin, { body: { name, password } })
    const change = (client: typeof other, new_password: string) => () =>
      client.send(changePassword, { body: { current_password: password, new_password } })
    return whileHeld('select from admins for update', [
      change(browser, 'the first new one'),
      change(other, 'the second new one'),
    ])
  }

  test('the first change counts: the second names the old password', async () => {
    expect(await changeTwice()).toEqual([200, 400])
  })

  test('control: both change it if neither locks the account', async () => {
    watched.naively = (text) =>
      text.includes('select password_hash from admins where id')
        ? text.replace('for no key update', '')
        : text
    expect(await changeTwice()).toEqual([200, 200])
  })
})

test('of two owners who demote each other at once one remains an owner, also beside a third', async () => {
  const [a, b] = [await makeAdmin(app, 'A'), await makeAdmin(app, 'B')]
  await makeAdmin(app, 'C')
  const accounts = await app.db.selectFrom('admins').select(['id', 'name']).execute()
  const demote = (by: typeof a, other: typeof a) => {
    const { id } = accounts.find(({ name }) => name === other.name)!
    const input = { params: { id: String(id) }, body: { role: 'desk' as const } }
    return () => by.browser.send(changeRole, input)
  }
  expect(await whileHeld('lock table admins in exclusive mode', [demote(a, b), demote(b, a)])).toEqual([
    200, 403,
  ])
})

describe('a login with a phone number', () => {
  const loginWhileChanged = async (change: string) => {
    const { id, phone, name } = await makeMember(app.db)
    const signIn = () => app.client().send(login, { body: { phone, name } })
    return whileHeld(`update members set ${change} where id = ${id}`, [signIn])
  }

  test('fails if the number is corrected meanwhile', async () => {
    expect(await loginWhileChanged(`phone = '010-9999-0001'`)).toEqual([401])
  })

  test('control: another change does not disturb it', async () => {
    expect(await loginWhileChanged(`company_name = '다른 회사'`)).toEqual([200])
  })
})
