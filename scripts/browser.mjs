import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { root, run, runTool, step } from './run.mjs'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const applications = ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome']

/** The path of a Chromium that can show Korean; installs what is missing where it may. */
export async function ensureChromium() {
  const needed = [...(findChromium() ? [] : ['chromium']), ...(hasKoreanFont() ? [] : ['fonts-noto-cjk'])]
  if (needed.length > 0 && canUseApt())
    await step(`Installing ${needed.join(' and ')}`, () => aptInstall(needed))
  if (!findChromium()) {
    await step("Installing Playwright's Chromium", () =>
      runTool('playwright', ['install', 'chromium'], { quiet: true }),
    )
  }
  const path = findChromium()
  if (!path) throw new Error('No Chromium found: install one, or set CHROMIUM_PATH to it')
  if (!hasKoreanFont()) console.log('No Korean font found: pictures of the screens will lack their text')
  return path
}

function findChromium() {
  const folders = (process.env.PATH ?? '').split(delimiter)
  const installed = folders.flatMap((folder) => names.map((name) => join(folder, name)))
  const known = [process.env.CHROMIUM_PATH, ...installed, ...applications, playwrightChromium()]
  return known.find((path) => path && isExecutable(path))
}

function playwrightChromium() {
  const print = "console.log(require('playwright-core').chromium.executablePath())"
  return spawnSync(process.execPath, ['-e', print], { cwd: root, encoding: 'utf8' }).stdout?.trim()
}

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

function hasKoreanFont() {
  if (process.platform !== 'linux') return true
  return Boolean(spawnSync('fc-list', [':lang=ko'], { encoding: 'utf8' }).stdout?.trim())
}

const canUseApt = () => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')

async function aptInstall(packages) {
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  await run('apt-get', ['update'], { quiet: true, env })
  await run('apt-get', ['install', '-y', '--no-install-recommends', ...packages], { quiet: true, env })
}
