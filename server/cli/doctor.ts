// fairslot doctor [--mail ADDRESS]: examines the installation and names a cure for each problem.
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { readableFailure } from '../database/readable-failure.ts'
import { BACKUP_CHECKS } from '../doctor/backups.ts'
import { DATABASE_CHECKS } from '../doctor/database.ts'
import { examine, lineOf } from '../doctor/examine.ts'
import { problem } from '../doctor/finding.ts'
import { openInstallation } from '../doctor/installation.ts'
import { mailChecks } from '../doctor/mail.ts'
import { OPERATION_CHECKS } from '../doctor/operation.ts'
import { OUTSIDE_CHECKS } from '../doctor/outside.ts'
import { SETTINGS_CHECKS } from '../doctor/settings.ts'
import { readEnv } from '../env.ts'

async function findAll() {
  try {
    const { values } = parseArgs({ options: { mail: { type: 'string' } } })
    const installation = openInstallation(readEnv())
    const checks = { ...SETTINGS_CHECKS, ...OPERATION_CHECKS, ...DATABASE_CHECKS, ...OUTSIDE_CHECKS }
    const found = await examine({ ...checks, ...mailChecks(values.mail), ...BACKUP_CHECKS }, installation)
    // A database that still starts is not awaited.
    await Promise.race([installation.close(), sleep(10_000)])
    return found
  } catch (error) {
    return [{ check: 'settings', ...problem(readableFailure(error)) }]
  }
}

const found = await findAll()
for (const finding of found) console.log(lineOf(finding))
const problems = found.filter(({ state }) => state === 'problem').length
console.log(problems === 0 ? 'No problem was found.' : `Problems: ${problems}`)
// A check that was too late may still wait.
process.exit(problems === 0 ? 0 : 1)
