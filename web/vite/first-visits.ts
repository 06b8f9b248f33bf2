import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { PATHS } from '../paths.ts'

type Module = string

/** The modules that `routes.tsx` fetches for a first visit to each path, read from its text. */
export function readFirstVisits(routes: string): Map<string, Module[]> {
  const modules = new Map(
    [...routes.matchAll(/^const (\w+) = \(\) => import\('\.\/([^']+)'\)/gm)].map(([, name, module]) => [
      name!,
      [module!],
    ]),
  )
  const lists = new Map(
    [...routes.matchAll(/^const (\w+) = \[([^\]]*)\]/gm)].map(([, name, items]) => [name!, items!]),
  )
  const modulesOf = (items: string): Module[] =>
    items.split(',').flatMap((item) => {
      const name = item.trim().replace('...', '')
      if (name === '') return []
      if (modules.has(name)) return modules.get(name)!
      if (lists.has(name)) return modulesOf(lists.get(name)!)
      throw new Error(
        `web/routes.tsx: a first visit names ${name}, which is no import and no list of imports`,
      )
    })
  const rows = [...routes.matchAll(/^  \[PATHS\.(\w+)\]: \[([^\]]*)\]/gm)]
  return new Map(rows.map(([, key, items]) => [PATHS[key as keyof typeof PATHS], modulesOf(items!)]))
}

type Chunk = {
  isEntry: boolean
  facadeModuleId: string | null
  imports: string[]
  viteMetadata?: { importedCss: Set<string> }
}

/**
 * Writes which files a first visit to each path needs, styles first. The server announces them with the page, so that
 * they come in one journey instead of three; `npm run check` holds them to their budgets.
 */
export const firstVisits: Plugin = {
  name: 'first-visits',
  apply: 'build',
  generateBundle: {
    order: 'post',
    handler(_, bundle) {
      const chunks = bundle as unknown as Record<string, Chunk>
      const root = join(import.meta.dirname, '..')
      const visits = readFirstVisits(readFileSync(join(root, 'routes.tsx'), 'utf8'))
      const fileOf = (module: Module) => {
        const id = join(root, module)
        const found = Object.entries(chunks).find(([, chunk]) => chunk.facadeModuleId === id)
        if (!found) throw new Error(`web/routes.tsx: ${module} has no file of its own in the build`)
        return found[0]
      }
      const entry = Object.keys(chunks).find((file) => chunks[file]!.isEntry)!
      const table = Object.fromEntries(
        [...visits].map(([path, modules]) => [path, filesOf(chunks, [entry, ...modules.map(fileOf)])]),
      )
      this.emitFile({
        type: 'asset',
        fileName: '.vite/first-visits.json',
        source: JSON.stringify(table, null, 2),
      })
    },
  },
}

/** These files, what they import, and the styles of all of them. */
function filesOf(chunks: Record<string, Chunk>, from: readonly string[]): string[] {
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
