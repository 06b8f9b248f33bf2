import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findRuntime, refuseBesideServer, root, run, step } from './run.mjs'

/** Installs unless the packages of package-lock.json are present. */
export async function ensureInstalled() {
  if (!isSupported(process.versions.node))
    throw new Error(
      `Installing needs Node 20.19 or a newer 20, or 22.12 or newer: this is ${process.versions.node}.`,
    )
  if (findMissing()) await install()
  const { ok, output } = await run(findRuntime(), ['--version'], { silent: true })
  if (!ok)
    throw new Error(
      `The project's Node does not run here (${output.trim()}); on Debian it needs: apt-get install libatomic1`,
    )
}

/** Overrides npm settings that omit optional or development packages. */
async function install() {
  refuseBesideServer('packages')
  const args = ['ci', '--include=dev', '--include=optional', '--loglevel=error', '--no-progress']
  const { ok, output } = await step('Installing the packages (takes a minute the first time)', () =>
    runNpm(args),
  )
  if (!ok) throw new Error('npm ci has failed: its messages are above')
  const missing = findMissing()
  if (missing) throw new Error(`npm ci has left out ${missing}, which this machine needs: ${output}`)
}

/** Per package.json; older versions omit required packages without an error. */
export function isSupported(version) {
  const [major, minor] = version.split('.').map(Number)
  return major > 22 || (major === 22 && minor >= 12) || (major === 20 && minor >= 19)
}

export function runNpm(args, options = {}) {
  const npm = process.env.npm_execpath ?? ''
  const node = process.env.npm_node_execpath ?? process.execPath
  if (/npm-cli\.c?js$/.test(npm)) return run(node, [npm, ...args], { quiet: true, ...options })
  return run('npm', args, { quiet: true, ...options })
}

/** The path of a missing or outdated package. */
function findMissing() {
  // npm writes this file last; an aborted installation lacks it.
  const record = join(root, 'node_modules/.package-lock.json')
  if (!existsSync(record)) return 'node_modules'
  const wanted = readPackages(join(root, 'package-lock.json'))
  const installed = readPackages(record)
  const isThere = ([path, entry]) => {
    const hasFiles = existsSync(join(root, path, 'package.json'))
    // Some npm versions list packages skipped for other platforms.
    if (!hasFiles && entry.optional && !isForThisMachine(entry)) return true
    const { version, integrity } = installed[path] ?? {}
    return hasFiles && version === entry.version && integrity === entry.integrity
  }
  return Object.entries(wanted).find((each) => each[0] !== '' && !isThere(each))?.[0]
}

const readPackages = (file) => JSON.parse(readFileSync(file, 'utf8')).packages

/** Platform-independent packages are optional if a platform package requires them. */
const isForThisMachine = ({ os, cpu, libc }) =>
  Boolean(os?.includes(process.platform)) &&
  (!cpu || cpu.includes(process.arch)) &&
  (!libc || libc.includes(findLibc()))

let libc
const findLibc = () => (libc ??= process.report.getReport().header.glibcVersionRuntime ? 'glibc' : 'musl')
