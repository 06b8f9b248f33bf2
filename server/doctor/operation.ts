import { isoInMadrid, TIME_ZONE } from '../../domain/madrid-time.ts'
import { deviceClock } from '../clock.ts'
import { programVersion } from '../database/program-version.ts'
import { countSilent } from '../features/screens/queries.ts'
import { row } from './database.ts'
import type { Checks } from './examine.ts'
import { NotChecked, ok, problem } from './finding.ts'
import { askOutside } from './outside.ts'

/** A header counts in seconds. */
const CLOCK_MS = 5_000
/** Phones of a small hall. */
const FEW_CONNECTIONS = 2_000

export const OPERATION_CHECKS: Checks = {
  async versions({ running }) {
    const installed = `Fairslot ${programVersion()} on Node ${process.versions.node}`
    const runs = (await running).map(({ version, node }) => `Fairslot ${version} on Node ${node}`)
    const other = runs.find((each) => each !== installed)
    if (other === undefined) return ok(installed)
    return problem(`${other} runs; installed is ${installed}.`, "systemctl restart 'fairslot@*'")
  },

  async service({ running }) {
    const origins = (await running).map(({ origin }) => origin)
    if (origins.length === 0)
      return problem('It does not run.', "systemctl start fairslot@3001; journalctl -u 'fairslot@*' says why")
    const asked = origins.map((origin) => fetch(`${origin}/readyz`).catch(() => undefined))
    if ((await Promise.all(asked)).some((answer) => !answer?.ok))
      return problem('It takes no bookings now.', 'See the findings of the database, and the log.')
    return ok(`It runs at ${origins.join(', ')}.`)
  },

  async 'open files'({ running }) {
    const most = (await running).map(({ connections }) => connections)
    if (most.length === 0) throw new NotChecked('The service does not run.')
    const least = Math.min(...most)
    if (least >= FEW_CONNECTIONS) return ok(`A process holds ${least} connections.`)
    return problem(`A process holds only ${least} connections.`, 'LimitNOFILE=65536 in the unit')
  },

  async clock(at) {
    const { now } = await row<{ now: Date }>(at, 'select clock_timestamp() as now')
    const outside = await askOutside(at).catch(() => undefined)
    const times = [now.getTime(), Date.parse(outside?.answer?.headers.get('date') ?? '')]
    const apart = times.map((time) => Math.abs(time - deviceClock())).find((ms) => ms > CLOCK_MS)
    if (apart === undefined) return ok('It agrees with the database and the proxy.')
    return problem(`It is ${Math.round(apart / 1_000)} s apart.`, 'timedatectl set-ntp true on each machine')
  },

  async 'time zone'(at) {
    const noon = `${new Date(deviceClock()).getUTCFullYear()}-07-01T12:00:00Z`
    const { hour } = await row<{ hour: number }>(
      at,
      `select extract(hour from timestamptz '${noon}' at time zone '${TIME_ZONE}')::int as hour`,
    )
    if (hour === 14 && isoInMadrid(Date.parse(noon)).endsWith('T14:00:00+02:00')) return ok("Madrid's")
    return problem('Its data are wrong.', 'apt-get install tzdata on the machine of the database')
  },

  async walls(at) {
    const silent = await countSilent((await at.database()).db, at.now)
    if (silent === 0) return ok('None is silent.')
    return problem(`${silent} silent`, '설정 → 화면 names them: check power and network.')
  },
}
