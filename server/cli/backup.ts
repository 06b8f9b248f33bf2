// fairslot backup FILE | --check FILE
import { createWriteStream, fstatSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { checkBackup } from '../backup/check-backup.ts'
import { summary } from '../backup/summary.ts'
import { takeBackup } from '../backup/take-backup.ts'
import { nameFullDisk, writeWholeFile } from '../backup/whole-file.ts'
import { deviceClock } from '../clock.ts'
import { readableFailure } from '../database/readable-failure.ts'
import { commandLine, readEnv } from '../env.ts'
import { joinDatabase, onStopSignal } from '../open-database.ts'
import { readSecret } from '../secret.ts'

const USAGE = `${commandLine('backup', 'FILE')}            writes a backup, also while the server runs
${commandLine('backup', '--check FILE')}    verifies one`

// Standard output may be the backup.
const say = (line: string) => console.error(line)

async function backUp(file: string) {
  const env = readEnv()
  const stopped = new AbortController()
  onStopSignal((signal) => stopped.abort(new Error(`${signal}: nothing was written.`)))
  const { connection, stop } = await joinDatabase(env, say)
  try {
    const source = {
      connection,
      dataDir: env.data_dir,
      secret: readSecret(env),
      now: deviceClock(),
      signal: stopped.signal,
    }
    const manifest =
      file === '-'
        ? await takeBackup(source, standardOutput()).catch((error: unknown) => {
            throw nameFullDisk(error, 'the backup')
          })
        : await writeWholeFile(file, (target) => takeBackup(source, target))
    if (file !== '-') say(`Written to ${file}.`)
    say(`${summary(manifest)}\nKeep it as carefully as the database: it holds personal data and keys.`)
  } finally {
    await stop()
  }
}

/** On a full disk, process.stdout loses the rest of a write to a file without an error. */
const standardOutput = () =>
  fstatSync(1).isFile() ? createWriteStream('', { fd: 1, flush: true }) : process.stdout

async function main() {
  const { values, positionals } = parseArgs({
    options: { check: { type: 'boolean' } },
    allowPositionals: true,
  })
  const [file, ...rest] = positionals
  if (!file || rest.length > 0) throw new Error(USAGE)
  if (values.check)
    say(
      `${summary(await checkBackup(file))}\n${file === '-' ? 'The backup' : file} is complete and undamaged.`,
    )
  else await backUp(file)
}

try {
  await main()
} catch (error) {
  say(error instanceof Error && error.message === USAGE ? USAGE : `No backup: ${readableFailure(error)}`)
  process.exitCode = 1
}
