import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { checkRuntime, root, run, step } from './run.mjs'

/** Installs unless the packages that package-lock.json asks for are already there. */
export async function ensureInstalled() {
  if (isInstalled()) return
  const { ok } = await step('Installing the packages (takes a minute the first time)', install)
  if (!ok) throw new Error('npm ci has failed: its messages are above')
  checkRuntime()
}

/** The server's Node and the web's tools are needed even where npm is set to leave some kinds out. */
function install() {
  return runNpm(['ci', '--include=dev', '--include=optional', '--loglevel=error', '--no-progress'])
}

export function runNpm(args, options = {}) {
  const npm = process.env.npm_execpath ?? ''
  const node = process.env.npm_node_execpath ?? process.execPath
  if (/npm-cli\.c?js$/.test(npm)) return run(node, [npm, ...args], { quiet: true, ...options })
  return run('npm', args, { quiet: true, shell: process.platform === 'win32', ...options })
}

function isInstalled() {
  // npm writes this file last, so a killed installation has none.
  const record = join(root, 'node_modules/.package-lock.json')
  if (!existsSync(record)) return false
  const wanted = readPackages(join(root, 'package-lock.json'))
  const installed = readPackages(record)
  return Object.entries(wanted).every(([path, entry]) => {
    if (path === '') return true
    if (!installed[path]) return entry.optional && !isForThisMachine(entry)
    return installed[path].version === entry.version && installed[path].integrity === entry.integrity
  })
}

const readPackages = (file) => JSON.parse(readFileSync(file, 'utf8')).packages

/** Packages without a platform are optional because a platform's package wants them. */
const isForThisMachine = ({ os, cpu, libc }) =>
  !libc && Boolean(os?.includes(process.platform)) && (!cpu || cpu.includes(process.arch))
