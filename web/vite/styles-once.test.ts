import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { listStylesOnce } from './styles-once.ts'

const chunk = (fileName: string, css: string[], imports: string[] = [], code = '') => ({
  type: 'chunk' as const,
  fileName,
  code,
  imports,
  viteMetadata: { importedCss: new Set(css) },
})

/** A file with two imports, as Vite leaves it: the styles of each are listed by their numbers. */
function listedBy(own: string[], files: string[], first: number[], second: number[]) {
  const code =
    `const __vite__mapDeps=(i,m=__vite__mapDeps,d=(m.f||(m.f=${JSON.stringify(files)})))=>i.map(i=>d[i]);\n` +
    `p(()=>import(\`./a.js\`),__vite__mapDeps([${first.join()}]));p(()=>import(\`./b.js\`),__vite__mapDeps([${second.join()}]));`
  const screen = chunk('screen.js', own, ['shared.js'], code)
  listStylesOnce(screen, { 'screen.js': screen, 'shared.js': chunk('shared.js', ['shared.css']) })
  // Run as a browser would, with what comes along with each import.
  const listed: Record<string, string[]> = {}
  const p = (load: () => string, styles: string[]) => (listed[load()] = [...styles])
  runInNewContext(screen.code.replaceAll(/import\((`[^`]+`)\)/g, '$1'), { p })
  return { listed, code: screen.code }
}

test('an import brings the styles along that are not there yet', () => {
  const { listed, code } = listedBy(
    ['own.css'],
    ['shared.css', 'a.css', 'own.css', 'b.css'],
    [0, 1, 3],
    [2, 3, 0],
  )
  expect(listed).toEqual({ './a.js': ['a.css', 'b.css'], './b.js': ['b.css'] })
  expect(code).not.toMatch(/shared|own/)
})

test('one whose styles are all there brings none', () => {
  const { listed, code } = listedBy([], ['shared.css'], [0], [0])
  expect(listed).toEqual({ './a.js': [], './b.js': [] })
  expect(code).not.toContain('mapDeps')
})
