import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { makeClock } from '../clock.ts'
import { makeDb, makePool } from '../database/connect.ts'
import { readEnv, type Env } from '../env.ts'
import { joinDatabase, untilStopped } from '../open-database.ts'
import { readKeys, readSecret, type KeyFor } from '../secret.ts'
import { askReport } from '../service-report.ts'
import { NotChecked } from './finding.ts'

export type Installation = ReturnType<typeof openInstallation>

/** Each part is opened once, for all checks. */
export function openInstallation(env: Env) {
  const secret = readSecret(env)
  const keyFor = secret === undefined ? undefined : readKeys({ secret, data_dir: env.data_dir })
  const opening = untilStopped(joinDatabase, env).then(({ connection, stop }) => {
    const pool = makePool(connection, () => {})
    return { pool, db: makeDb(pool), stop }
  })
  // The checks report it.
  opening.catch(() => {})
  return {
    env,
    now: makeClock(env.clock_start)(),
    /** Absent before the first start. */
    keyFor,
    /** Throws why it cannot be reached. */
    opening,
    database: () =>
      opening.catch(() => {
        throw new NotChecked('The database cannot be reached.')
      }),
    running: keyFor ? findRunning(env, keyFor) : Promise.resolve([]),
    close: () =>
      opening.then(
        ({ pool, stop }) => pool.end().then(stop),
        () => {},
      ),
  }
}

/** Only processes that know the secret answer. */
async function findRunning(env: Env, keyFor: KeyFor) {
  const origins = new Set([env, ...settingsOfProcesses()].map(originOf))
  const asked = [...origins].map(async (origin) => {
    const { report } = await askReport(origin, keyFor).catch(() => ({ report: undefined }))
    return report ? [{ origin, ...report }] : []
  })
  return (await Promise.all(asked)).flat()
}

const originOf = ({ host, port }: Env) => `http://${host.includes(':') ? `[${host}]` : host}:${port}`

/** Settings of the processes of this user; each unit has its own port. */
function settingsOfProcesses(): Env[] {
  const read = (pid: string, file: string) => readFileSync(`/proc/${pid}/${file}`, 'utf8').split('\0')
  return (existsSync('/proc') ? readdirSync('/proc') : []).flatMap((pid) => {
    try {
      if (!/server\/main\.ts|fairslot\.ts start/.test(read(pid, 'cmdline').join(' '))) return []
      const settings = read(pid, 'environ').map((each) => each.split(/=(.*)/s).slice(0, 2))
      const env = readEnv(Object.fromEntries(settings) as Record<string, string>)
      return env.rehearsal_copy ? [] : [env]
    } catch {
      // It has ended, or belongs to another user.
      return []
    }
  })
}
