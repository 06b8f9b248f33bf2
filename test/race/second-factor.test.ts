import type pg from 'pg'
import { TOTP } from 'otpauth'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { adminLogin } from '../../contract/admin/login.ts'
import { offerSecondFactor, setUpSecondFactor } from '../../contract/admin/second-factor.ts'
import { useTestApp } from '../fixture.ts'
import { makeAdmin } from '../make.ts'
import { makeBarrier } from './barrier.ts'

const BROWSERS = 4

const app = useTestApp()
let removeGuard = false
let admin: Awaited<ReturnType<typeof makeAdmin>>
let codes: { app: string; recovery: string }

beforeAll(() => {
  app.pool.on('connect', forgetToCompare)
})

const untilAllHaveRead = makeBarrier(BROWSERS)

/** Control: all read at once that the code is unused. */
function forgetToCompare(client: pg.PoolClient) {
  const send = client.query.bind(client) as (...args: unknown[]) => Promise<{ rows: object[] }>
  const query = async (text: unknown, ...rest: unknown[]) => {
    const isGuard =
      typeof text === 'string' && /^(update "second_factors"|delete from "recovery_codes")/.test(text)
    if (!removeGuard || !isGuard) return send(text, ...rest)
    const [values] = rest as [unknown[]]
    const isAppCode = text.startsWith('update')
    const seen = isAppCode
      ? await send('select from second_factors where admin_id = $1 and last_step < $2', [
          values[1],
          values[2],
        ])
      : await send('select from recovery_codes where admin_id = $1 and code_hash = $2', values)
    await untilAllHaveRead()
    await send(text, ...rest)
    return { ...seen, command: isAppCode ? 'UPDATE' : 'DELETE', rowCount: seen.rows.length }
  }
  client.query = query as typeof client.query
}

beforeEach(async () => {
  admin = await makeAdmin(app)
  const { key, offer } = await admin.browser.ok(offerSecondFactor, {})
  const codeAt = (timestamp: number) => new TOTP({ secret: key }).generate({ timestamp })
  const body = { offer, code: codeAt(app.now() - 30_000), password: admin.password }
  const { recovery_codes } = await admin.browser.ok(setUpSecondFactor, { body })
  codes = { app: codeAt(app.now()), recovery: recovery_codes[0]! }
})

async function logInAllAtOnce(code: string) {
  const { name, password } = admin
  const answers = await Promise.all(
    Array.from({ length: BROWSERS }, () => app.client().send(adminLogin, { body: { name, password, code } })),
  )
  return answers.map(({ statusCode }) => statusCode).sort((a, b) => a - b)
}

describe.each(['app', 'recovery'] as const)('four logins at once with one code of the kind: %s', (kind) => {
  test('one is let in', async () => {
    expect(await logInAllAtOnce(codes[kind])).toEqual([200, 401, 401, 401])
  })

  test('control: without an atomic update, all are', async () => {
    removeGuard = true
    try {
      expect(await logInAllAtOnce(codes[kind])).toEqual([200, 200, 200, 200])
    } finally {
      removeGuard = false
    }
  })
})
