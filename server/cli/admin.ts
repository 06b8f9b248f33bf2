// fairslot admin list | reset NAME: manages administrators' accounts on the server's machine.
import { text } from 'node:stream/consumers'
import { parseArgs } from 'node:util'
import { makeClock } from '../clock.ts'
import type { Db } from '../database/transaction.ts'
import { commandLine } from '../env.ts'
import { passwordRefusal } from '../features/admins/passwords/commands.ts'
import { findAdmins } from '../features/admins/queries.ts'
import { resetAdmin } from '../features/admins/reset/commands.ts'
import { withDatabase } from './with-database.ts'

const USAGE = `${commandLine('admin', 'list')}
  the accounts, when each was last used, and which have a second factor
${commandLine('admin', 'reset NAME')}
  sets a random password, which is shown once, ends the account's sessions, resets its failed
  logins and removes its second factor
    --password-stdin   sets the password on standard input instead
    --second-factor    removes the second factor, and nothing else`

function readArguments() {
  const options = { 'password-stdin': { type: 'boolean' }, 'second-factor': { type: 'boolean' } } as const
  try {
    const { positionals, values } = parseArgs({ options, allowPositionals: true })
    const [task, name, ...rest] = positionals
    const isBoth = values['password-stdin'] && values['second-factor']
    if (task === 'list' && name === undefined) return { task } as const
    if (task === 'reset' && name !== undefined && rest.length === 0 && !isBoth)
      return {
        task,
        name,
        fromStdin: values['password-stdin'],
        secondFactorOnly: values['second-factor'],
      } as const
  } catch {
    // An unknown option.
  }
  return undefined
}

async function readPassword(db: Db, name: string): Promise<string> {
  const password = (await text(process.stdin)).replace(/\r?\n$/, '')
  const refusal = await passwordRefusal(db, password, name)
  if (refusal) throw new Error(refusal)
  return password
}

async function list(db: Db): Promise<undefined> {
  for (const { name, last_login_at, has_second_factor, has_password } of await findAdmins(db)) {
    const used = last_login_at ? `last login ${last_login_at}` : 'never logged in'
    const factor = has_second_factor ? 'second factor' : 'no second factor'
    console.log(`${name}   ${used}   ${has_password ? factor : 'single sign-on'}`)
  }
}

type Asked = { name: string; fromStdin?: boolean | undefined; secondFactorOnly?: boolean | undefined }

async function reset(db: Db, { name, fromStdin, secondFactorOnly = false }: Asked, now: number) {
  const password = fromStdin ? await readPassword(db, name) : undefined
  const done = await resetAdmin(db, name, { password, secondFactorOnly }, now)
  if (!done) {
    const names = (await findAdmins(db)).map((each) => each.name)
    return `There is no administrator "${name}". ${
      names.length > 0
        ? `There are: ${names.join(', ')}.`
        : 'There is none; the next start creates the first one.'
    }`
  }
  if (done.password)
    console.log(`${done.name}: the password is now ${done.password}   (shown only this once)`)
  else if (!secondFactorOnly) console.log(`${done.name}: the password was set.`)
  if (!secondFactorOnly) console.log(`${done.name}: sessions ended: ${done.sessionsEnded}.`)
  console.log(
    `${done.name}: ${done.hadSecondFactor ? 'its second factor was removed.' : 'it had no second factor.'}`,
  )
  return undefined
}

const asked = readArguments()
if (asked)
  await withDatabase((db, env) =>
    asked.task === 'list' ? list(db) : reset(db, asked, makeClock(env.clock_start)()),
  )
else {
  console.error(USAGE)
  process.exitCode = 1
}
