import { spawnSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { aptInstall, canUseApt, updateApt } from './apt.mjs'
import { root, runTool, step } from './run.mjs'

/** Headless Chromium needs two thirds of the CPU, which limits the tests. */
const SHELL = 'chromium-headless-shell'
const names = [SHELL, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const applications = ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome']

/** The path of a Chromium with Korean fonts; installs missing parts where permitted. */
export async function ensureChromium() {
  if (canUseApt()) await installMissing()
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

async function installMissing() {
  const isNeeded = !findChromium() || !hasKoreanFont()
  if (isNeeded) await updateApt()
  // Some systems lack it; the full browser works as well.
  if (!process.env.CHROMIUM_PATH && !findInstalled([SHELL]) && isOffered(SHELL)) await aptInstall(SHELL)
  if (!findChromium()) await aptInstall('chromium')
  if (!hasKoreanFont()) await aptInstall('fonts-noto-cjk')
}

const isOffered = (name) => spawnSync('apt-cache', ['show', name]).status === 0

const findChromium = () =>
  process.env.CHROMIUM_PATH ||
  findInstalled(names) ||
  [...applications, playwrightChromium()].find(isExecutable)

const findInstalled = (wanted) => pathsOf(wanted).find(isExecutable)

function pathsOf(wanted) {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return wanted.flatMap((name) => folders.map((folder) => join(folder, name)))
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
