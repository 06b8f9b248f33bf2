// fairslot NAME ...: runs a command of the owner with the settings and as the user of the service.
import { existsSync, openSync } from 'node:fs'
import { join } from 'node:path'
import type { Writable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { writeWholeFile } from '../backup/whole-file.ts'
import { readableFailure } from '../database/readable-failure.ts'
import { findService, makeDataDir, runAsService, type Service } from './systemd-unit.ts'

const HELP = `fairslot status                        shows whether the service runs and what it needs
fairslot doctor                        checks the installation and names a cure for each problem;
                                       --mail ADDRESS sends a mail to it
fairslot backup FILE.tar.gz            writes a backup, also while the service runs; "-" is standard output
fairslot backup --check FILE.tar.gz    verifies one
fairslot restore FILE.tar.gz           restores one; --replace overwrites the database
fairslot admin list                    shows administrators' accounts
fairslot admin reset NAME              sets a new password, which is shown once; --password-stdin reads it
                                       from standard input, --second-factor only removes the second factor
fairslot new-event                     replaces the sample event with your own; --yes deletes without asking
fairslot rehearse 2026-11-24T09:00     rehearses a day on a copy; --dir FOLDER and --port PORT
                                       place it, --keep keeps it
fairslot start                         runs the service in the foreground; on a server systemd runs it
fairslot help                          prints this`

const NAMES = new Set(Array.from(HELP.matchAll(/^fairslot (\S+)/gm), ([, name]) => name!))

const programOf = (name: string) => join(import.meta.dirname, name === 'start' ? '../main.ts' : `${name}.ts`)

/** Root opens the file of a backup, which the service's user may not be able to reach. */
async function runForRoot(service: Service, name: string, args: string[]): Promise<number> {
  const stopped = new AbortController()
  // A terminal sends Ctrl-C to the command too. It is waited for, so that it can clean up.
  process.on('SIGINT', () => {})
  for (const signal of ['SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stopped.abort())
  const run = (given: string[], input: Handle = 'inherit', output: Handle = 'inherit') =>
    runAsService(service, [programOf(name), ...given], [input, output, 'inherit'], stopped.signal)
  const at = ['backup', 'restore'].includes(name) ? args.findIndex((each) => !each.startsWith('-')) : -1
  if (at < 0) {
    if (name === 'start') makeDataDir(service)
    return run(args)
  }
  const file = args[at]!
  const streamed = args.with(at, '-')
  if (name === 'restore' || args.includes('--check')) {
    if (!existsSync(file)) throw new Error(`There is no file ${file}.`)
    const opened = openSync(file, 'r')
    if (name === 'restore') makeDataDir(service)
    return run(streamed, opened)
  }
  let code = 1
  await writeWholeFile(file, async (target) => {
    code = await run(streamed, 'inherit', target)
    if (code !== 0) throw new Unfinished()
    await finished(target.end())
  })
  console.error(`Written to ${file}.`)
  return code
}

type Handle = 'inherit' | number | Writable

/** The command itself has said why. */
class Unfinished extends Error {}

async function main([name = 'help', ...args]: string[]): Promise<number | undefined> {
  const isAsked = /^(--)?help$/.test(name) || args.includes('--help')
  if (isAsked || !NAMES.has(name)) {
    if (!isAsked) console.error(`There is no command ${name}.\n`)
    console[isAsked ? 'log' : 'error'](HELP)
    return isAsked ? 0 : 1
  }
  const service = findService()
  if (service) return runForRoot(service, name, args)
  process.argv = [process.argv[0]!, programOf(name), ...args]
  await import(programOf(name))
  return undefined
}

try {
  const code = await main(process.argv.slice(2))
  if (code !== undefined) process.exitCode = code
} catch (error) {
  if (!(error instanceof Unfinished)) console.error(readableFailure(error))
  process.exitCode = 1
}
