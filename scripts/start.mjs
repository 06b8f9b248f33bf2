// npm start: installs and builds what is missing, then runs the server on the project's own Node.
import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { ensureWebBuilt } from './build-web.mjs'
import { ensureInstalled } from './install.mjs'
import { findRuntime, root } from './run.mjs'

try {
  await ensureInstalled()
  await ensureWebBuilt()
  process.exitCode = await runServer()
} catch (error) {
  console.error(error.message)
  process.exitCode = 1
}

/** The channel tells the server when this process is killed, so that it never stays behind alone. */
function runServer() {
  const server = spawn(findRuntime(), ['server/main.ts'], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    detached: true,
  })
  forwardFirstSignal(server)
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.once('exit', (code, signal) => resolve(code ?? 128 + constants.signals[signal]))
  })
}

/** A Ctrl-C may arrive twice, from the terminal and from npm; to the server a second one would mean "at once". */
function forwardFirstSignal(server) {
  let isForwarded = false
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => {
      if (!isForwarded) server.kill(signal)
      isForwarded = true
    })
  }
}
