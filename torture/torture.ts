// Runs a seeded plan of calls against the whole service during faults, then checks the result.
import { randomInt } from 'node:crypto'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readOptions, type CommandOptions } from './options.ts'
import { commandOf, reportOf } from './report.ts'
import { openTorture, type Verdict } from './run.ts'

// Runs the exit handlers.
process.once('SIGINT', () => process.exit(130))
process.once('SIGTERM', () => process.exit(143))

try {
  const options = readOptions(process.argv.slice(2), () => randomInt(1_000_000))
  console.log(`seed ${options.seed}: ${commandOf(options)}`)
  finish(await playOne(options), options)
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 2
}

async function playOne(options: CommandOptions): Promise<Verdict> {
  const torture = await openTorture(options)
  try {
    if (options.isWeakened) await torture.weaken()
    await torture.play(options.seed, options.minutes * 60)
    return await torture.judge()
  } finally {
    await torture.close()
  }
}

function finish(verdict: Verdict, options: CommandOptions) {
  console.log(reportOf(verdict))
  if (verdict.violations.length === 0) return
  const folder = mkdtempSync(join(tmpdir(), 'fairslot-torture-'))
  for (const part of ['calls', 'evidence', 'violations'] as const)
    writeFileSync(join(folder, `${part}.json`), JSON.stringify(verdict[part], null, 1))
  writeFileSync(join(folder, 'servers.log'), verdict.output)
  console.log(
    `Calls, evidence and the servers' log are in ${folder}\nThe same plan again: ${commandOf(options)}`,
  )
  process.exitCode = 1
}
