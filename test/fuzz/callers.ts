import { addApiToken, API_SCOPES } from '../../contract/admin/api-tokens.ts'
import type { Role } from '../../domain/role.ts'
import type { TestApp } from '../app.ts'
import { makeAdmin, makeVisitor } from '../make.ts'
import type { Operation } from './document.ts'

export const CALLERS = ['anonymous', 'member', 'owner', 'manager', 'desk', 'token'] as const
export type Caller = (typeof CALLERS)[number]

/** Which security of the document each caller satisfies. */
const SCHEMES: Readonly<Record<Caller, string>> = {
  anonymous: '',
  member: 'member',
  owner: 'admin',
  manager: 'admin',
  desk: 'admin',
  token: 'token',
}

export const mayCall = (caller: Caller, { security }: Operation) =>
  security.length === 0 || security.some((each) => Object.keys(each).length === 0 || SCHEMES[caller] in each)

/** Headers of each caller; some of the calls end sessions or delete their caller. */
export async function signIn(app: TestApp, caller: Caller): Promise<Record<string, string>> {
  if (caller === 'anonymous') return {}
  if (caller === 'token') {
    const { browser } = await makeAdmin(app)
    const { secret } = await browser.ok(addApiToken, { body: { name: 'fuzz', scopes: [...API_SCOPES] } })
    return { authorization: `Bearer ${secret}` }
  }
  const { jar } =
    caller === 'member'
      ? (await makeVisitor(app, { is_vip: true, is_vvip: true })).browser
      : (await makeAdmin(app, undefined, caller satisfies Role)).browser
  const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
  return { cookie, ...(jar.has('csrftoken') && { 'x-csrftoken': jar.get('csrftoken')! }) }
}
