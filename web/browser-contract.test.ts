import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parseAst } from 'vite'
import { browserContract } from './browser-contract.ts'

const { handler } = browserContract.transform as {
  handler: (this: { parse: typeof parseAst }, code: string) => { code: string }
}
const forBrowser = (code: string) => handler.call({ parse: parseAst }, code).code

test('an endpoint keeps what a call and a form need', () => {
  const code = `export const save = endpoint({
  audience: 'admin',
  method: 'PUT',
  path: '/api/x/{id}/',
  summary: 'a, b, and (c)',
  params: z.object({ id: idText }),
  body: z.object({ response: z.string() }),
  response: z.object({ message: z.string() }),
  errors: ['not_found'],
})
const other = { response: 1 }`
  expect(forBrowser(code).replaceAll(/\s+/g, ' ')).toBe(
    "export const save = endpoint({ audience: 'admin', method: 'PUT', path: '/api/x/{id}/', " +
      'body: z.object({ response: z.string() }), }) const other = { response: 1 }',
  )
})

test.each(readdirSync('contract').filter((name) => !name.endsWith('.test.ts')))(
  '%s is still a program',
  (name) => {
    const code = forBrowser(readFileSync(`contract/${name}`, 'utf8'))
    expect(() => parseAst(code, { lang: 'ts' })).not.toThrow()
  },
)
