// npm start: installs and builds if needed, then runs the server on the project's Node.
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { constants } from 'node:os'
import { join } from 'node:path'
import { ensureWebBuilt } from './build-web.mjs'
import { ensureInstalled } from './install.mjs'
import { findRuntime, root } from './run.mjs'

try {
  await ensureInstalled()
  await ensureWebBuilt({ alone: true })
  process.exitCode = await runServer()
} catch (error) {
  console.error(error.message)
  process.exitCode = 1
}

/** The closed channel stops the server if this process is killed. */
function runServer() {
  const server = spawn(findRuntime(), ['server/main.ts'], {
    cwd: root,
    // Caches compiled modules for the next start.
    env: { NODE_COMPILE_CACHE: join(root, '.cache/compiled'), ...forNode(), ...process.env },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    detached: true,
  })
  const stopOnce = once((signal) => server.kill(signal))
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stopOnce)
  if (process.env.npm_lifecycle_event) whenOrphaned(() => stopOnce('SIGTERM'))
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.once('exit', (code, signal) => resolve(code ?? 128 + constants.signals[signal]))
  })
}

/** Older Nodes cannot read such a file themselves. */
function forNode() {
  const lines = readFileSync(join(root, 'deploy/runtime.env'), 'utf8').matchAll(/^(\w+)=(.*)$/gm)
  return Object.fromEntries(Array.from(lines, ([, name, value]) => [name, value]))
}

/** Ctrl-C may arrive twice, from terminal and npm; a second one makes the server exit immediately. */
function once(act) {
  let isDone = false
  return (signal) => {
    if (!isDone) act(signal)
    isDone = true
  }
}

/** npm sends SIGTERM to its shell, which exits without forwarding it. */
function whenOrphaned(act) {
  const parent = process.ppid
  setInterval(() => process.ppid !== parent && act(), 250).unref()
}
