import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { build, parseAst } from 'vite'
import { stripContract } from './strip-contract.ts'

const { handler } = stripContract.transform as {
  handler: (this: { parse: typeof parseAst }, code: string) => { code: string }
}
const forBrowser = (code: string) => handler.call({ parse: parseAst }, code).code

test('an endpoint keeps what a call and a form need', () => {
  const code = `export const save = endpoint({
  audience: 'admin',
  role: 'desk',
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
    "export const save = /* @__PURE__ */ (() => (endpoint({ audience: 'admin', role: 'desk', method: 'PUT', path: '/api/x/{id}/', " +
      'body: z.object({ response: z.string() }), })))() const other = /* @__PURE__ */ (() => ({ response: 1 }))()',
  )
})

test('what a form does not use is left out, whatever helped to declare it; what acts is kept', async () => {
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [
      stripContract,
      {
        name: 'two-modules',
        resolveId: (id) => (id.startsWith('/contract/') ? id : null),
        load: (id) => MODULES[id] ?? null,
      },
    ],
    build: { write: false, minify: false, lib: { entry: '/contract/one-screen.ts', formats: ['es'] } },
  })
  const { code } = (built as { output: { code: string }[] }[])[0].output[0]
  expect(code).toContain('/api/used/')
  expect(code).toContain('configure()')
  expect(code).not.toContain('helper')
})

const MODULES: Record<string, string> = {
  '/contract/one-screen.ts': `import { used } from '/contract/both.ts'\nexport const path = used.path`,
  '/contract/both.ts': `configure()
const text = (...words: string[]) => window.helper(words)
export const used = endpoint({ path: '/api/used/', body: null })
export const unused = endpoint({ path: '/api/unused/', body: text('helper').check(text('helper')) })`,
}

test.each(
  readdirSync('contract', { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.ts') && !name.endsWith('.test.ts'),
  ),
)('%s is still a program', (name) => {
  const code = forBrowser(readFileSync(`contract/${name}`, 'utf8'))
  expect(() => parseAst(code, { lang: 'ts' })).not.toThrow()
})
