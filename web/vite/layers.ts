import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

type File = {
  imports?: string[]
  moduleIds?: string[]
  viteMetadata?: { importedCss: Set<string> }
  source?: string | Uint8Array
}
type Bundle = Readonly<Record<string, File>>

/** The policy in server/http/answer-headers.ts allows it by its hash. */
const OLD_BROWSERS = readFileSync(join(import.meta.dirname, 'old-browsers.js'), 'utf8')

const LAYERS = ['tokens', 'reset', 'base', 'layout', 'ui', 'screen']

// Chunks arrive in any order, and the first layer statement fixes the order of the layers: each CSS file begins with it.
export const layerOrder: Plugin = {
  name: 'layer-order',
  enforce: 'pre',
  transform: {
    filter: { id: /\/web\/.*\.css$/ },
    handler: (css) => `@layer ${LAYERS.join(', ')};\n${css}`,
  },
}

/** Writes the walls' styles once more, as Chromium 92 reads them, and a script that tells old browsers apart. */
export const oldBrowsers: Plugin = {
  name: 'old-browsers',
  apply: 'build',
  generateBundle: {
    order: 'post',
    handler(_, bundle) {
      const source = withoutLayers(readStyles(bundle).join(''), LAYERS)
      const walls = this.getFileName(this.emitFile({ type: 'asset', name: 'old-walls.css', source }))
      const page = bundle['index.html'] as File
      page.source = String(page.source).replace(
        '</body>',
        () => `<script data-walls="/${walls}">${OLD_BROWSERS}</script></body>`,
      )
    },
  },
}

const isOfWalls = ({ moduleIds = [] }: File) => moduleIds.some((id) => id.includes('/web/display/'))

/** Imported styles come before their importer's. */
function readStyles(bundle: Bundle): string[] {
  const seen = new Set<string>()
  const styles = new Set<string>()
  const add = (name: string) => {
    if (seen.has(name)) return
    seen.add(name)
    const { imports = [], viteMetadata } = bundle[name]!
    imports.forEach(add)
    for (const style of viteMetadata?.importedCss ?? []) styles.add(style)
  }
  for (const [name, file] of Object.entries(bundle)) if (isOfWalls(file)) add(name)
  return [...styles].map((name) => String(bundle[name]!.source))
}

/** Of a built style sheet: layers become an order, and newer ways of writing become older ones. */
export function withoutLayers(css: string, layers: readonly string[]): string {
  const parts = new Map(layers.map((name) => [`@layer ${name}`, '']))
  let others = ''
  for (const { head, body } of statementsOf(css))
    if (parts.has(head)) parts.set(head, parts.get(head)! + body.slice(1, -1))
    else if (!head.startsWith('@layer')) others += head + body
  return [others, ...parts.values()]
    .join('')
    .replaceAll(
      /\((width|height)([<>])=([^)]+)\)/g,
      (_, side, sign, size) => `(${sign === '<' ? 'max' : 'min'}-${side}:${size})`,
    )
    .replaceAll(/(?<=\d)[ds]vh\b/g, 'vh')
}

/** Statements at the top: each with its head, and its block or semicolon. */
function* statementsOf(css: string): Generator<{ head: string; body: string }> {
  let at = 0
  while (at < css.length) {
    const start = css.slice(at).search(/[;{]/) + at
    if (start < at) return
    let end = start + 1
    for (let depth = css[start] === '{' ? 1 : 0; depth > 0; end += 1)
      depth += css[end] === '{' ? 1 : css[end] === '}' ? -1 : 0
    yield { head: css.slice(at, start).trim(), body: css.slice(start, end) }
    at = end
  }
}
