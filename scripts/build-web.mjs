import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { refuseBesideServer, root, runTool, step } from './run.mjs'

const sources = ['web', 'domain', 'contract', 'vite.config.ts', 'tsconfig.json', 'package-lock.json']
const output = join(root, 'dist/web')
const marker = join(root, 'dist/web-sources.sha256')

/** Builds dist/web unless it is current; `alone` refuses while a server is running. */
export async function ensureWebBuilt({ alone = false } = {}) {
  const hash = hashSources()
  if (existsSync(output) && existsSync(marker) && readFileSync(marker, 'utf8') === hash) return
  if (alone) refuseBesideServer('screens')
  rmSync(marker, { force: true })
  const { ok } = await step('Building the web app', () => runTool('vite', ['build'], { quiet: true }))
  if (!ok) throw new Error('The web app could not be built: the messages are above')
  mkdirSync(output, { recursive: true })
  writeFileSync(marker, hash)
}

function hashSources() {
  const hash = createHash('sha256')
  for (const path of sources.flatMap(listFiles)) {
    hash
      .update(`${path}\0`)
      .update(readFileSync(join(root, path)))
      .update('\0')
  }
  return hash.digest('hex')
}

function listFiles(path) {
  const file = join(root, path)
  if (!existsSync(file)) return []
  if (!statSync(file).isDirectory()) return [path]
  return readdirSync(file)
    .sort()
    .flatMap((name) => listFiles(join(path, name)))
}
