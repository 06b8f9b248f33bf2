import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build, type Plugin } from 'vite'

const WORKER = 'service-worker.js'
// Administrators have a network; visitors should not fetch these files.
const NOT_FOR_VISITORS = /^admin\//
const NOT_FOR_DESKS = /^admin\/(?!arrivals\/).*-screen\.tsx$/

type Part = { file: string; css?: string[]; imports?: string[]; dynamicImports?: string[] }
type Manifest = Record<string, Part>

/** A constant name, with the list of this build's files for visitors. */
export const offlineShell: Plugin = {
  name: 'offline-shell',
  apply: 'build',
  writeBundle: {
    sequential: true,
    order: 'post',
    async handler({ dir }) {
      const read = (name: string) => readFile(join(dir!, name), 'utf8')
      const manifest = JSON.parse(await read('.vite/manifest.json')) as Manifest
      const [page, code] = await Promise.all([read('index.html'), compileWorker()])
      const { file } = manifest['index.html']!
      const others = [...page.matchAll(/"\/(assets\/(?:icon|old)-[^"]+)"/g)].map(([, name]) => name!)
      const files = [...visitorFiles(manifest), ...others].map((name) => `/${name}`)
      const version = createHash('sha256').update(page).update(code).update(files.join()).digest('hex')
      const desk = deskFiles(manifest).map((name) => `/${name}`)
      const shell = { version: version.slice(0, 12), entry: `/${file}`, files, desk }
      await writeFile(join(dir!, WORKER), `const SHELL=${JSON.stringify(shell)};${code}`)
    },
  },
}

/** Built separately: a worker cannot import shared chunks. */
async function compileWorker(): Promise<string> {
  const built = (await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    build: {
      write: false,
      rolldownOptions: { input: join(import.meta.dirname, '../worker/service-worker.ts') },
    },
  })) as { output: { code: string }[] }
  return built.output[0]!.code
}

/** Everything that visitors' screens and boards can load. */
export const visitorFiles = (manifest: Manifest): string[] =>
  filesFrom(manifest, 'index.html', NOT_FOR_VISITORS)

/** More files, for the screen for arrivals. */
export function deskFiles(manifest: Manifest): string[] {
  const known = visitorFiles(manifest)
  return filesFrom(manifest, 'admin/loaders.ts', NOT_FOR_DESKS).filter((file) => !known.includes(file))
}

function filesFrom(manifest: Manifest, start: string, besides: RegExp): string[] {
  const files = new Set<string>()
  const visit = (name: string) => {
    const part = manifest[name]
    if (!part || files.has(part.file) || besides.test(name)) return
    for (const file of [part.file, ...(part.css ?? [])]) files.add(file)
    for (const next of [...(part.imports ?? []), ...(part.dynamicImports ?? [])]) visit(next)
  }
  visit(start)
  return [...files]
}
