// npm run check:upgrade: the program of the previous release passes its own tests on today's schema, so that its processes
// may go on while a rolling restart replaces them, and so that it may come back after one. Where a migration does not claim
// as much, this says so, and tries it only with --anyway.
import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureInstalled, runNpm } from './install.mjs'
import { root, runTool, step } from './run.mjs'

const { commit, schema } = JSON.parse(readFileSync(join(root, 'deploy/previous-release.json'), 'utf8'))
const MIGRATIONS = 'server/database/migrations'
/** The work of every day. */
const TESTS = [
  'server/features/reservations/booking/booking.test.ts',
  'server/features/reservations/cancel-request.test.ts',
  'server/features/reservations/deciding/decisions.test.ts',
  'server/features/reservations/moving/moving.test.ts',
  'server/features/sign-in/',
  'server/features/slots/slots.test.ts',
  'server/features/slots/deletion.test.ts',
]

const git = (...args) => spawnSync('git', args, { cwd: root, maxBuffer: 1 << 30 })

const breaking = readdirSync(join(root, MIGRATIONS)).filter(
  (name) => Number(name.slice(0, 4)) > schema && worksFrom(name) > schema,
)

if (breaking.length > 0)
  console.log(
    `This upgrade needs a stop: the previous release's program does not work with ${breaking.join(', ')}`,
  )
if (breaking.length === 0 || process.argv.includes('--anyway')) {
  await ensureInstalled()
  if (git('cat-file', '-e', `${commit}^{commit}`).status === 0) process.exitCode = await check()
  else console.log(`The previous release, commit ${commit}, is not in this clone: its program was not tried`)
}

/** The schema of the oldest program that a migration claims to leave working, as server/database/migrate.ts reads it. */
function worksFrom(name) {
  const sql = readFileSync(join(root, MIGRATIONS, name), 'utf8')
  return Number(/^-- Compatible from (\d{4})\b/m.exec(sql)?.[1] ?? name.slice(0, 4))
}

async function check() {
  const folder = mkdtempSync(join(tmpdir(), 'fairslot-previous-'))
  try {
    spawnSync('tar', ['-x', '-C', folder], { input: git('archive', commit).stdout })
    cpSync(join(root, MIGRATIONS), join(folder, MIGRATIONS), { recursive: true })
    if (!(await step('Getting the packages of that release', () => providePackages(folder)))) return 1
    const { ok } = await runTool('vitest', ['run', ...TESTS], { cwd: folder })
    return ok ? 0 : 1
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Today's where they are the same ones. */
async function providePackages(folder) {
  const [own, theirs] = [root, folder].map((place) => readFileSync(join(place, 'package-lock.json'), 'utf8'))
  if (own !== theirs) {
    const { ok } = await runNpm(['ci', '--prefer-offline', '--loglevel=error', '--no-progress'], {
      cwd: folder,
    })
    return ok
  }
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  return true
}
