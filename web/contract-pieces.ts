import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

type Specifier = {
  type: string
  importKind?: string
  imported: { name: string }
  local: { name: string }
}
type Import = {
  type: string
  start: number
  end: number
  importKind?: string
  source: { value: string }
  specifiers: Specifier[]
}

// What these hold is wanted whole or is nothing but functions.
const WHOLE = /\/(?:endpoint|errors|field)\.ts$/

const isContract = (source: string, id: string) =>
  !WHOLE.test(source) &&
  (/\/contract\/[\w-]+\.ts$/.test(source) || (/\/contract\//.test(id) && /^\.\/[\w-]+\.ts$/.test(source)))

/**
 * Part of the production build: each declaration of the contract becomes a module of its own. One file of the contract
 * tells all about one thing, to visitors and administrators alike; a bundler puts a module into one file, so that whoever
 * only lists dates would load the forms that add and delete them, and the schema library with them.
 */
export const contractPieces: Plugin = {
  name: 'contract-pieces',
  apply: 'build',
  enforce: 'pre',
  load: {
    filter: { id: /\/contract\/[\w-]+\.ts\?only=\w+$/ },
    handler: (id) => readFileSync(id.split('?')[0]!, 'utf8'),
  },
  transform: {
    filter: { id: /\/(?:web|contract)\/[^?]*\.tsx?(?:\?only=\w+)?$/ },
    handler(code, id) {
      const program = this.parse(code, { lang: /\.tsx/.test(id) ? 'tsx' : 'ts' }) as unknown as {
        body: Import[]
      }
      const imports = program.body.filter(
        ({ type, source }) => type === 'ImportDeclaration' && isContract(source.value, id),
      )
      return imports.toReversed().reduce((text, { start, end, importKind, source, specifiers }) => {
        const pieces = specifiers
          .filter((each) => importKind !== 'type' && each.importKind !== 'type')
          .map(({ imported, local }) => pieceOf(source.value, imported.name, local.name))
        return text.slice(0, start) + pieces.join('; ') + text.slice(end)
      }, code)
    },
  },
}

const pieceOf = (source: string, name: string, local: string) =>
  `import { ${name} as ${local} } from '${source}?only=${name}'`
