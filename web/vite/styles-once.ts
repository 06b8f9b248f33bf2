import type { Plugin } from 'vite'

type Chunk = {
  type: 'chunk'
  fileName: string
  code: string
  imports: string[]
  viteMetadata?: { importedCss: Set<string> } | undefined
}
type Bundle = Readonly<Record<string, Chunk | { type: 'asset' }>>

// As Vite writes them: the files that come along with a file's imports, and with each import the numbers of its own.
const FILES = /^const __vite__mapDeps=[^\n]*?\(m\.f=(\[[^\]]*\])[^\n]*\n/
const OF_IMPORT = /\b__vite__mapDeps\(\[([\d,]+)\]\)/g

/**
 * Lists no styles with an import that the file which imports has itself, or those before it: a browser has them. Their names
 * are what compresses least of a file. Before `loadAgain`, and after Vite has listed them.
 */
export const stylesOnce: Plugin = {
  name: 'styles-once',
  apply: 'build',
  enforce: 'post',
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      for (const file of Object.values(bundle)) if (file.type === 'chunk') listStylesOnce(file, bundle)
    },
  },
}

/** Takes from a file's lists the styles that are there before it runs. */
export function listStylesOnce(chunk: Chunk, bundle: Bundle): void {
  const [head, list] = FILES.exec(chunk.code) ?? []
  if (!head || !list) return
  const all = JSON.parse(list) as string[]
  const there = stylesOf(chunk, bundle)
  const missing = all.filter((name) => !there.has(name))
  const code = chunk.code.slice(head.length).replaceAll(OF_IMPORT, (_, numbers: string) => {
    const own = numbers.split(',').map((number) => missing.indexOf(all[Number(number)]!))
    const listed = own.filter((number) => number >= 0)
    return listed.length > 0 ? `__vite__mapDeps([${listed.join()}])` : '[]'
  })
  chunk.code = missing.length > 0 ? head.replace(list, JSON.stringify(missing)) + code : code
}

/** The styles that are there before a file runs: its own and those of the files that it imports. */
function stylesOf(chunk: Chunk, bundle: Bundle, seen = new Set<string>()): Set<string> {
  const styles = new Set(chunk.viteMetadata?.importedCss)
  seen.add(chunk.fileName)
  for (const name of chunk.imports) {
    const imported = bundle[name]
    if (imported?.type === 'chunk' && !seen.has(name))
      for (const each of stylesOf(imported, bundle, seen)) styles.add(each)
  }
  return styles
}
