import { join } from 'node:path'
import type { Plugin } from 'vite'
import { PATHS } from '../paths.ts'
import { modulesOf } from '../screens.ts'

type Chunk = {
  isEntry: boolean
  moduleIds?: string[]
  imports: string[]
  viteMetadata?: { importedCss: Set<string> }
}
type Chunks = Readonly<Record<string, Chunk>>

const web = join(import.meta.dirname, '..')

/** The server preloads the files of a first visit, and `npm run check` tests their budgets. */
export const firstVisits: Plugin = {
  name: 'first-visits',
  apply: 'build',
  generateBundle: {
    order: 'post',
    handler(_, bundle) {
      const table = listFirstVisits(bundle as unknown as Chunks)
      this.emitFile({
        type: 'asset',
        fileName: '.vite/first-visits.json',
        source: JSON.stringify(table, null, 2),
      })
    },
  },
}

export function listFirstVisits(chunks: Chunks): Record<string, string[]> {
  const entry = Object.keys(chunks).find((file) => chunks[file]!.isEntry)!
  return Object.fromEntries(
    Object.values(PATHS).map((path) => [
      path,
      filesOf(chunks, [entry, ...modulesOf(path).flatMap((module) => filesFor(chunks, module))]),
    ]),
  )
}

/** Includes the folder's loaders, where the entry script does not import the module. */
function filesFor(chunks: Chunks, module: string): string[] {
  const fetching = fileOf(chunks, `${module.split('/')[0]}/loaders.ts`)
  const found = fileOf(chunks, module)
  if (!found) throw new Error(`web/screens.ts names ${module}, which web/routes.tsx does not fetch`)
  return fetching ? [fetching, found] : [found]
}

const fileOf = (chunks: Chunks, module: string): string | undefined =>
  Object.keys(chunks).find((file) => chunks[file]!.moduleIds?.includes(join(web, module)))

/** Includes imports and their styles, styles first. */
function filesOf(chunks: Chunks, from: readonly string[]): string[] {
  const scripts = new Set<string>()
  const add = (file: string) => {
    if (scripts.has(file)) return
    scripts.add(file)
    chunks[file]!.imports.forEach(add)
  }
  from.forEach(add)
  const styles = new Set([...scripts].flatMap((file) => [...(chunks[file]!.viteMetadata?.importedCss ?? [])]))
  return [...styles, ...scripts]
}
