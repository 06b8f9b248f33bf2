// node scripts/command.mjs FILE ...: runs a program of the project on the project's Node.
import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { ensureInstalled } from './install.mjs'
import { findRuntime, root } from './run.mjs'

const [file, ...args] = process.argv.slice(2)

try {
  await ensureInstalled()
  process.exitCode = await runProgram()
} catch (error) {
  console.error(error.message)
  process.exitCode = 1
}

function runProgram() {
  const program = spawn(findRuntime(), [file, ...args], { cwd: root, stdio: 'inherit' })
  // A terminal sends Ctrl-C to both; this process waits until the program has cleaned up.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => program.kill(signal))
  return new Promise((resolve, reject) => {
    program.once('error', reject)
    program.once('exit', (code, signal) => resolve(code ?? 128 + constants.signals[signal]))
  })
}
