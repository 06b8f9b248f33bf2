// fairslot restore FILE [--replace]: restores a backup.
import { parseArgs } from 'node:util'
import { checkRestorable, FilesMissing, restoreBackup } from '../backup/restore-backup.ts'
import { summary } from '../backup/summary.ts'
import { readableFailure } from '../database/readable-failure.ts'
import { commandLine, readEnv } from '../env.ts'
import { openDatabase, untilStopped } from '../open-database.ts'
import { readSecret, replaceSecret } from '../secret.ts'

const USAGE = commandLine('restore', 'FILE [--replace]')

async function restore(file: string, replace: boolean) {
  const env = readEnv()
  const say = (line: string) => console.log(line)
  // An unusable file must not leave a new database behind.
  const manifest = await checkRestorable(file, say)
  const { connection, stop } = await untilStopped(openDatabase, env, say)
  try {
    const takeSecret = (secret: string) => {
      if (env.secret === undefined) replaceSecret(env.data_dir, secret)
      else if (readSecret(env) !== secret)
        say('SECRET differs from the one in the backup: data encrypted with that one cannot be read.')
    }
    await restoreBackup({
      connection,
      file,
      manifest,
      dataDir: env.data_dir,
      replace,
      log: say,
      takeSecret,
    })
    say(`Restored.\n${summary(manifest)}`)
  } finally {
    await stop()
  }
}

try {
  const { values, positionals } = parseArgs({
    options: { replace: { type: 'boolean' } },
    allowPositionals: true,
  })
  const [file, ...rest] = positionals
  if (!file) throw new Error(USAGE)
  if (rest.length > 0) throw new Error(`name one file, not ${positionals.length}.`)
  await restore(file, values.replace ?? false)
} catch (error) {
  const isWhole = error instanceof FilesMissing || (error instanceof Error && error.message === USAGE)
  console.error(isWhole ? error.message : `Nothing was restored: ${readableFailure(error)}`)
  process.exitCode = 1
}
