import { readdirSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import type { Endpoint } from './endpoint.ts'
import { ERRORS } from './errors.ts'
import { errorsOf, paramsOf } from './field.ts'
import { detailsText } from './text/audit-text.ts'

const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' }).filter((file) =>
  /^(?!.*\.test\.ts$).*\.ts$/.test(file),
)
const modules: Record<string, unknown>[] = await Promise.all(
  files.map((file) => import(/* @vite-ignore */ new URL(file, import.meta.url).href)),
)
const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'audience' in value && 'response' in value
const endpoints = modules.flatMap((each) => Object.values(each)).filter(isEndpoint)
const rows = endpoints.map((each) => [each.method, each.path, each] as const)

/** Calls without a session: signing in and up. */
const WITHOUT_SESSION = [
  '/api/admin/login/',
  '/api/user/login/',
  '/api/user/login-code/',
  '/api/user/register/',
  '/api/user/verify-email/',
  '/api/user/complete-registration/',
]

describe('every call of the service', () => {
  test('is found here', () => {
    expect(endpoints.length).toBeGreaterThan(80)
  })

  test('has a unique method and path', () => {
    const names = rows.map(([method, path]) => `${method} ${path.replaceAll(/\{\w+\}/g, '{}')}`)
    expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([])
  })

  test.each(rows)('%s %s', (method, path, declared) => {
    expect(path).toMatch(/^\/api\/(public|display|user|admin)\/([a-z-]+\/|\{\w+\}\/)*$/)
    expect(declared.summary).toMatch(/^\S.*[^\s.]$/)

    // The audience follows from the path, so that no call is open by mistake.
    const area = path.split('/')[2]
    const gated = area === 'admin' ? 'admin' : area === 'user' ? 'member' : 'public'
    expect(declared.audience).toBe(WITHOUT_SESSION.includes(path) ? 'public' : gated)

    const inPath = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1])
    const params = paramsOf(declared) as z.ZodMiniObject | undefined
    const declaredParams = Object.keys(params?.shape ?? {})
    expect(declaredParams).toEqual(inPath)

    if (method === 'GET') expect(declared.body).toBeUndefined()
    for (const code of errorsOf(declared)) expect(ERRORS).toHaveProperty(code)
  })

  test.each(rows.filter(([, , declared]) => declared.body))(
    '%s %s reads a body that OpenAPI can tell',
    (...row) => {
      expect(() => z.toJSONSchema(row[2].body!, { io: 'input' })).not.toThrow()
    },
  )
})

/** Kinds of things whose name may be kept for good; members and reservations are erased on request. */
const NAMED = ['docent', 'room', 'admin', 'screen', 'webhook', 'api_token']

describe("what the audit log keeps of an administrator's write", () => {
  test.each(rows.filter(([method, path]) => method !== 'GET' && path.startsWith('/api/admin/')))(
    'is declared, in words, and names no member and no visitor: %s %s',
    (_method, path, declared) => {
      const { audit, response } = declared
      const params = paramsOf(declared)
      expect(audit).toBeDefined()
      const { target, keeps = [] } = audit!
      const names = keeps.map((path) => path.split('.').at(-1)!)
      if (names.includes('name')) expect(NAMED).toContain(target)
      const facts = names.filter((name) => name !== 'name')
      expect(facts.filter((fact) => detailsText({ [fact]: 1 }).startsWith(fact))).toEqual([])
      const answers = Object.keys((response as z.ZodMiniObject).shape)
      if (target) expect(params !== undefined || answers.includes(target)).toBe(true)
      // Or nobody could see which of them it was.
      if (params) expect(target, path).toBeDefined()
    },
  )

  test('is declared for nothing else', () => {
    const others = endpoints.filter(({ method, path }) => method === 'GET' || !path.startsWith('/api/admin/'))
    expect(others.filter(({ audit }) => audit)).toEqual([])
  })
})
