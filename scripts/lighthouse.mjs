// Lighthouse scores of the visitors' first screens, on the production build with the sample event.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ensureChromium } from './browser.mjs'
import { ensureWebBuilt } from './build-web.mjs'
import { ensureInstalled, runNpm } from './install.mjs'
import { root, runTool, step } from './run.mjs'

// Not a dependency: 176 MB for this command only.
const VERSION = '13.5.0'
const folder = join(root, '.cache', `lighthouse-${VERSION}`)
const lighthouse = join(folder, 'node_modules/lighthouse/core/index.js')

try {
  await ensureInstalled()
  await ensureWebBuilt()
  await ensureLighthouse()
  const chromium = await ensureChromium()
  const { ok } = await runTool('node', ['bench/lighthouse.ts', folder, chromium, ...process.argv.slice(2)])
  process.exitCode = ok ? 0 : 1
} catch (error) {
  console.error(error.message)
  process.exitCode = 1
}

async function ensureLighthouse() {
  if (existsSync(lighthouse)) return
  const args = [
    'install',
    '--prefix',
    folder,
    '--no-save',
    '--ignore-scripts',
    '--loglevel=error',
    '--no-progress',
  ]
  const { ok } = await step(`Installing Lighthouse ${VERSION} into .cache`, () =>
    runNpm([...args, `lighthouse@${VERSION}`]),
  )
  if (!ok || !existsSync(lighthouse))
    throw new Error('Lighthouse could not be installed: the messages are above')
}
