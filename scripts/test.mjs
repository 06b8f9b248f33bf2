// npm test: everything, on the embedded PostgreSQL and in a real browser.
import { ensureChromium } from './browser.mjs'
import { ensureWebBuilt } from './build-web.mjs'
import { ensureInstalled } from './install.mjs'
import { ensureNginx } from './nginx.mjs'
import { finish, runPlaywright, runVitest } from './test-runs.mjs'

const parts = []

if (await attempt(ensureInstalled)) {
  const isBuilt = await attempt(ensureWebBuilt)
  // A benchmark opens a browser too, and has no minutes to install one.
  const canBrowse = await attempt(async () => {
    process.env.CHROMIUM_PATH = await ensureChromium()
  })
  await attempt(ensureNginx)
  // No answer may depend on the machine's own time zone.
  await attempt(async () => parts.push(await runVitest([], { TZ: 'Asia/Seoul' })))
  if (isBuilt && canBrowse) await attempt(async () => parts.push(await runPlaywright()))
}
finish(parts)

/** A part that cannot even be tried counts as one failure, and the rest still runs. */
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
