import type pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { SIGN_ON_PATH } from '../../contract/admin/sign-on.ts'
import { useTestApp } from '../fixture.ts'
import { passProvider, startIdentityProvider } from '../identity-provider.ts'
import { makeBarrier } from './barrier.ts'

const REDIRECT = `http://localhost:3000${SIGN_ON_PATH}callback/`
const provider = await startIdentityProvider(REDIRECT)
afterAll(() => provider.stop())

const app = useTestApp({ signOn: provider.signOn })
let removeLock = false
const untilBothHaveRead = makeBarrier(2)

beforeAll(() => void app.pool.on('connect', forgetToLock))

/** Control: both read that there is no account yet. */
function forgetToLock(client: pg.PoolClient) {
  const send = client.query.bind(client) as (...args: unknown[]) => Promise<unknown>
  const query = async (text: unknown, ...rest: unknown[]) => {
    if (!removeLock || typeof text !== 'string') return send(text, ...rest)
    if (text.startsWith('lock table admins')) return send('select 1')
    const answer = await send(text, ...rest)
    if (/^select .*"subject".* from "admins"/.test(text)) await untilBothHaveRead()
    return answer
  }
  client.query = query as typeof client.query
}

beforeEach(async () => {
  await app.db.deleteFrom('admins').execute()
  provider.person = { sub: 'u-17', name: '김하나', groups: ['stand-owners'] }
})

/** Two browsers of one person come back from the provider at once. */
async function comeBackTogether() {
  const ways = []
  for (let i = 0; i < 2; i += 1) {
    const { headers, cookies } = await app.server.inject(SIGN_ON_PATH)
    const { pathname, search } = await passProvider(String(headers.location), REDIRECT)
    ways.push({ url: pathname + search, cookies: { sso: cookies[0]!.value } })
  }
  const answers = await Promise.all(ways.map((way) => app.server.inject({ method: 'GET', ...way })))
  return answers.map(({ headers }) => headers.location).sort()
}

const accounts = () => app.db.selectFrom('admins').select(['name', 'subject']).execute()

describe('two first logins of one person at once', () => {
  test('both enter, into one account', async () => {
    expect(await comeBackTogether()).toEqual(['/admin/dashboard', '/admin/dashboard'])
    expect(await accounts()).toEqual([{ name: '김하나', subject: 'u-17' }])
  })

  test('control: without the lock one of them is turned away', async () => {
    removeLock = true
    try {
      expect(await comeBackTogether()).toEqual(['/admin/dashboard', '/admin?sso=failed'])
    } finally {
      removeLock = false
    }
  })
})
