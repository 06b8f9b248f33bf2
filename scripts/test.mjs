// npm test: everything, in a real browser, on the embedded PostgreSQL and on an older one where there is one.
import { ensureChromium } from './browser.mjs'
import { ensureWebBuilt } from './build-web.mjs'
import { ensureInstalled } from './install.mjs'
import { ensureNginx } from './nginx.mjs'
import { findOlderPostgres, startOlderPostgres } from './older-postgres.mjs'
import { finish, runPlaywright, runVitest } from './test-runs.mjs'

const parts = []

if (await attempt(ensureInstalled)) {
  const isBuilt = await attempt(ensureWebBuilt)
  // Benchmarks need the browser, but have no time to install it.
  const canBrowse = await attempt(async () => {
    process.env.CHROMIUM_PATH = await ensureChromium()
  })
  await attempt(ensureNginx)
  const older = findOlderPostgres()
  // Feature SQL runs on the older PostgreSQL only; the newer one accepts the same.
  const here = older ? ['unit', 'http', 'database', 'race', 'process'] : []
  // Each run uses another time zone, because no answer may depend on the machine's.
  await attempt(async () => parts.push(await runVitest(here, { TZ: 'Asia/Seoul' })))
  if (isBuilt && canBrowse) await attempt(async () => parts.push(await runPlaywright()))
  await attempt(() => runOnOlderPostgres(older))
}
finish(parts)

/** A part that cannot start counts as one failure; the rest still runs. */
async function attempt(work) {
  try {
    await work()
    return true
  } catch (error) {
    console.error(error.message)
    parts.push({ passed: 0, failed: 1 })
    return false
  }
}

async function runOnOlderPostgres(found) {
  if (!found) {
    console.log(
      'No PostgreSQL 15 or newer is installed beside the embedded one: its second run and the test of TLS are left out',
    )
    return
  }
  console.log(`On PostgreSQL ${found.version}`)
  const server = await startOlderPostgres(found.bin)
  try {
    const env = { TEST_DATABASE_URL: server.url, TZ: 'America/Los_Angeles' }
    parts.push(await runVitest(['sql', 'database', 'race'], env))
  } finally {
    await server.stop()
  }
}
