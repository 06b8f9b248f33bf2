// npm test: everything, on the embedded PostgreSQL and in a real browser.
import { ensureChromium } from './browser.mjs'
import { ensureWebBuilt } from './build-web.mjs'
import { ensureInstalled } from './install.mjs'
import { ensureNginx } from './nginx.mjs'
import { finish, runPlaywright, runVitest } from './test-runs.mjs'

const parts = []

if (await attempt(ensureInstalled)) {
  const isBuilt = await attempt(ensureWebBuilt)
  // Benchmarks need the browser, but have no time to install it.
  const canBrowse = await attempt(async () => {
    process.env.CHROMIUM_PATH = await ensureChromium()
  })
  await attempt(ensureNginx)
  // npm run check prints the targets. No answer may depend on the machine's own time zone.
  await attempt(async () => parts.push(await runVitest(['!targets', '!release'], { TZ: 'Asia/Seoul' })))
  if (isBuilt && canBrowse)
    await attempt(async () => parts.push(await runPlaywright('--grep-invert=@release')))
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
