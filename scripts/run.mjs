// Only Node's own modules: packages may not be installed yet.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url))

/** The project's Node, independent of the system's. */
export const findRuntime = () => join(root, 'scripts/node')

/** A running server needs its files. */
export function refuseBesideServer(what) {
  const own = join(root, 'node_modules/node-')
  const server = commandLines().find(
    ({ line }) => line.startsWith(own) && /server\/(main|cli\/fairslot)\.ts/.test(line),
  )
  if (server)
    throw new Error(
      `Fairslot runs from this folder (process ${server.pid}): stop it before its ${what} change.`,
    )
}

/** Command lines of all processes, including those of other users. */
function commandLines() {
  if (existsSync('/proc/self/cmdline'))
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map((pid) => ({ pid, line: readLine(pid) }))
  const { stdout } = spawnSync('ps', ['-axww', '-o', 'pid=,command='], { encoding: 'utf8' })
  return [...stdout.matchAll(/^ *(\d+) (.*)$/gm)].map(([, pid, line]) => ({ pid, line }))
}

function readLine(pid) {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    // The process has ended.
    return ''
  }
}

/** `quiet` shows output only on failure, `silent` never. */
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

/** Programs of node_modules/.bin use the first "node" of the path. */
export function runTool(name, args, { env = {}, ...options } = {}) {
  const places = [dirname(findRuntime()), join(root, 'node_modules/.bin'), process.env.PATH ?? '']
  return run(name, args, { ...options, env: { ...env, PATH: places.join(delimiter) } })
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
