// npm test: everything, in a real browser, on the embedded PostgreSQL and on an older one where there is one.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ensureChromium } from './browser.mjs'
import { ensureWebBuilt } from './build-web.mjs'
import { ensureInstalled } from './install.mjs'
import { findOlderPostgres, startOlderPostgres } from './older-postgres.mjs'
import { root } from './run.mjs'
import { finish, runPlaywright, runVitest } from './test-runs.mjs'

const parts = []

try {
  await ensureInstalled()
  const env = { CHROMIUM_PATH: await ensureChromium() }
  await ensureWebBuilt()
  parts.push(await runVitest([], env))
  if (existsSync(join(root, 'playwright.config.ts'))) parts.push(await runPlaywright(env))
  parts.push(...(await runOnOlderPostgres(env)))
} catch (error) {
  console.error(error.message)
  parts.push({ passed: 0, failed: 1 })
}
finish(parts)

async function runOnOlderPostgres(env) {
  const found = findOlderPostgres()
  if (!found) {
    console.log('No PostgreSQL 15 or newer is installed beside the embedded one: its second run is left out')
    return []
  }
  console.log(`Once more, on PostgreSQL ${found.version}`)
  const server = await startOlderPostgres(found.bin)
  try {
    return [await runVitest(['http', 'race'], { ...env, TEST_DATABASE_URL: server.url })]
  } finally {
    await server.stop()
  }
}
