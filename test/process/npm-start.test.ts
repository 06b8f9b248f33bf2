import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import {
  appendFileSync,
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { giveBlankCluster } from '../blank-cluster.ts'
import { FOR_NODE, makeDataDir } from '../server-process.ts'

const ROOT = join(import.meta.dirname, '../..')
const folder = makeDataDir()
const page = join(folder, 'web/index.html')
const modules = join(folder, 'node_modules')
const A_PACKAGE = 'fastify'

/** A checkout of its own with the same packages and server, and with a page that is built in a second. */
beforeAll(() => {
  for (const path of ['scripts', 'deploy', 'package.json', 'package-lock.json'])
    cpSync(join(ROOT, path), join(folder, path), { recursive: true })
  symlinkSync(join(ROOT, 'server'), join(folder, 'server'))
  mkdirSync(modules)
  for (const name of readdirSync(join(ROOT, 'node_modules')))
    symlinkSync(join(ROOT, 'node_modules', name), join(modules, name))
  mkdirSync(join(folder, 'web'))
  writeFileSync(page, '<p>1</p>')
  writeFileSync(
    join(folder, 'vite.config.ts'),
    "export default { root: 'web', build: { outDir: '../dist/web' } }",
  )
  // In place of the registry: it brings back what was taken away, and says so.
  mkdirSync(join(folder, 'npm'))
  writeFileSync(
    join(folder, 'npm/npm-cli.js'),
    `import { symlinkSync } from 'node:fs'
     symlinkSync('${join(ROOT, 'node_modules', A_PACKAGE)}', '${join(modules, A_PACKAGE)}')`,
  )
  chmodSync(folder, 0o711)
})
afterAll(() => rmSync(folder, { recursive: true }))

const running: Start[] = []
afterEach(async () => {
  for (const each of running.splice(0)) await each.kill()
})

type Start = { child: ChildProcess; output: () => string; exit: Promise<unknown>; kill: () => Promise<void> }

/** A start as of `npm start`, with a database of its own. */
async function start(name: string, flags: string[] = []): Promise<Start> {
  const dataDir = join(folder, name)
  if (!existsSync(dataDir)) {
    mkdirSync(dataDir)
    chmodSync(dataDir, 0o711)
    await giveBlankCluster(dataDir)
  }
  const child = spawn(process.execPath, [...flags, join(folder, 'scripts/start.mjs')], {
    env: {
      ...FOR_NODE,
      PATH: process.env['PATH'],
      npm_execpath: join(folder, 'npm/npm-cli.js'),
      PORT: '0',
      DEMO: '0',
      DATA_DIR: dataDir,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)))
  const exit = once(child, 'close')
  const kill = async () => {
    child.kill('SIGKILL')
    await exit
  }
  const started = { child, output: () => output, exit, kill }
  running.push(started)
  return started
}

async function isReady({ child, output }: Start) {
  const said = () => output().includes('Fairslot is ready.')
  await vi.waitUntil(() => said() || child.exitCode !== null, 120_000)
  expect(child.exitCode, output()).toBeNull()
}

/** One that does not run: all of its output. */
async function refusalOf(starting: Promise<Start>) {
  const { child, output, exit } = await starting
  await exit
  expect(child.exitCode).toBe(1)
  return output()
}

/** Looks at the links: other tests write into the packages. */
const stateOf = (path: string) =>
  readdirSync(join(folder, path)).map((name) => `${name} ${lstatSync(join(folder, path, name)).ctimeMs}`)

test('a start beside a running service changes neither its packages nor its screens, and says why in one sentence', async () => {
  const first = await start('one')
  await isReady(first)
  const before = [stateOf('node_modules'), stateOf('dist')]
  const lock = readFileSync(join(folder, 'package-lock.json'), 'utf8')

  appendFileSync(page, '<p>2</p>')
  expect(await refusalOf(start('two'))).toMatch(
    /^Fairslot runs from this folder \(process \d+\): stop it before its screens change\.\n$/,
  )
  writeFileSync(join(folder, 'package-lock.json'), lock.replaceAll('"version": "5.', '"version": "6.'))
  expect(await refusalOf(start('one'))).toMatch(
    /^Fairslot runs from this folder \(process \d+\): stop it before its packages change\.\n$/,
  )
  expect([stateOf('node_modules'), stateOf('dist')]).toEqual(before)

  writeFileSync(join(folder, 'package-lock.json'), lock)
  writeFileSync(page, '<p>1</p>')
  const second = await start('two')
  await isReady(second)

  // A crash leaves nothing that would refuse the next start.
  await Promise.all([first.kill(), second.kill()])
  appendFileSync(page, '<p>2</p>')
  await isReady(await start('one'))
}, 300_000)

test('a package whose files are gone is installed again', async () => {
  rmSync(join(modules, A_PACKAGE))
  const repaired = await start('one')
  await isReady(repaired)
  expect(repaired.output()).toContain('Installing the packages')
})

test('an older Node is refused in one sentence, before anything is installed', async () => {
  rmSync(join(modules, A_PACKAGE), { force: true })
  const older = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.18.3' } })`
  const refused = await refusalOf(start('one', ['--import', `data:text/javascript,${older}`]))
  expect(refused).toBe('Installing needs Node 20.19 or a newer 20, or 22.12 or newer: this is 20.18.3.\n')
  expect(existsSync(join(modules, A_PACKAGE))).toBe(false)
})
