// npm run check:release: tries fresh clones with common and too old Nodes and npms, packaged in the registry.
// Then tests on an older PostgreSQL, long tests, torture, newer packages. --without-tests leaves tests out.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseEnv } from 'node:util'
import { ensureChromium } from './browser.mjs'
import { ensureWebBuilt } from './build-web.mjs'
import { ensureInstalled, runNpm } from './install.mjs'
import { ensureNginx } from './nginx.mjs'
import { findNewer } from './packages.mjs'
import { root, run, step } from './run.mjs'
import { findOlderPostgres, startOlderPostgres } from './older-postgres.mjs'
import { finish, runPlaywright, runVitest } from './test-runs.mjs'

/** Node and its npm. Only the first pair, Debian 13's, runs the slow tests too. */
const MACHINES = [
  ['20.19.2', '9.2.0'],
  ['20.19.6', '10.8.2'],
  ['22.12.0', '10.9.0'],
  ['24.0.2', '11.3.0'],
]
const TOO_OLD = [
  ['18.20.8', '10.8.2'],
  ['22.11.0', '10.9.0'],
]
/** Variables added by this script's npm, except the registry. */
const SETTINGS_OF_NPM = /^(npm_(?!config_(registry|globalconfig|userconfig|cache)$)|NODE$)/i
/** Its tests fail on Nodes older than the project's. */
const NEEDS_OWN_NODE = 'server/database/passing-failures.test.ts'
const PATIENCE_MS = 900_000

const parts = []
const untried = []

await ensureInstalled()
const packageOfNode = readdirSync(join(root, 'node_modules')).find((name) =>
  existsSync(join(root, 'node_modules', name, 'bin/node')),
)
for (const machine of TOO_OLD) await onMachine(machine, refuses)
for (const machine of MACHINES) await onMachine(machine, works)
if (!process.argv.includes('--without-tests')) {
  await onOlderPostgres()
  // Its processes still run while the next release has already changed the tables.
  parts.push(await runVitest(['sql'], { LATER_SCHEMA: 'yes' }))
  await ensureNginx()
  await provideGenerators()
  parts.push(await runVitest(['release']))
  await ensureWebBuilt()
  process.env.CHROMIUM_PATH = await ensureChromium()
  parts.push(await runPlaywright('--grep=@release'))
  const { ok } = await step('torture', () => runNpm(['run', 'torture']))
  parts.push(ok ? { passed: 1, failed: 0 } : { passed: 0, failed: 1, names: ['torture'] })
}
for (const line of untried) console.log(`not tried: ${line}`)
for (const line of await findNewer()) console.log(`newer: ${line}`)
finish(parts)

/** Runs the steps in a fresh clone until one fails. */
async function onMachine([node, npm], steps) {
  const title = `Node ${node} with npm ${npm}`
  const found = [await provide(packageOfNode, node), await provide('npm', npm)]
  if (found.includes(undefined)) {
    untried.push(`${title}, which the registry does not give`)
    return
  }
  const folder = mkdtempSync(join(tmpdir(), 'fairslot-release-'))
  // As root, the database runs as another user, who needs access.
  chmodSync(folder, 0o711)
  try {
    const machine = { title, env: installTools(folder, ...found), clone: join(folder, 'clone') }
    await must(machine, 'git', ['clone', '--quiet', root, machine.clone], { cwd: folder })
    await steps(machine)
    parts.push({ passed: 1, failed: 0 })
  } catch (error) {
    console.error(`${title}: ${error.message}`)
    parts.push({ passed: 0, failed: 1, names: [`${title}: ${error.message}`] })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Runs the tests of statements, of the database and of races on the oldest supported PostgreSQL that is installed. */
async function onOlderPostgres() {
  const found = findOlderPostgres()
  if (!found) {
    untried.push('an older PostgreSQL: none is installed')
    return
  }
  const server = await startOlderPostgres(found.bin)
  try {
    const env = { TEST_DATABASE_URL: server.url, TZ: 'America/Los_Angeles' }
    parts.push(await runVitest(['sql', 'database', 'race'], env))
  } finally {
    await server.stop()
  }
}

async function provide(name, version) {
  const folder = join(root, '.cache/release', `${name}-${version}`)
  const path = join(folder, 'node_modules', name)
  const args = ['install', '--prefix', folder, '--no-save', '--ignore-scripts', '--loglevel=error']
  if (!existsSync(path)) await runNpm([...args, `${name}@${version}`], { silent: true })
  return existsSync(path) ? path : undefined
}

/** Of clients in test/release, whose versions test/release/clients/package.json has. */
async function provideGenerators() {
  const folder = join(root, '.cache/release/clients')
  mkdirSync(folder, { recursive: true })
  copyFileSync(join(root, 'test/release/clients/package.json'), join(folder, 'package.json'))
  const args = ['install', '--prefix', folder, '--no-package-lock', '--ignore-scripts', '--loglevel=error']
  const { ok } = await runNpm(args, { silent: true })
  if (!ok) untried.push('clients of two generators, which the registry does not give')
}

/** An environment with only these programs, without this script's npm. */
function installTools(folder, node, npm) {
  const bin = join(folder, 'bin')
  mkdirSync(bin)
  symlinkSync(join(node, 'bin/node'), join(bin, 'node'))
  const script = `#!/bin/sh\nexec "${bin}/node" "${npm}/bin/npm-cli.js" "$@"\n`
  writeFileSync(join(bin, 'npm'), script, { mode: 0o755 })
  const inherited = Object.keys(process.env).filter((name) => SETTINGS_OF_NPM.test(name))
  const without = Object.fromEntries(inherited.map((name) => [name, undefined]))
  return { ...without, PATH: [bin, '/usr/bin', '/bin'].join(delimiter), PORT: '0' }
}

async function must({ title, env, clone }, command, args, options) {
  const what = [command, ...args].join(' ')
  const { ok, output } = await step(`${title}: ${what}`, () =>
    run(command, args, { cwd: clone, quiet: true, env, ...options }),
  )
  if (!ok) throw new Error(`${what} has failed: its messages are above`)
  return output
}

async function refuses({ title, env, clone }) {
  const { ok, output } = await run('npm', ['start', '--silent'], { cwd: clone, silent: true, env })
  if (ok || !/^Installing needs Node [^\n]*\n$/.test(output)) throw new Error(`no refusal, but: ${output}`)
  if (existsSync(join(clone, 'node_modules'))) throw new Error('something was installed')
  console.log(`${title} is refused`)
}

async function works(machine) {
  const isWhole = machine.title.includes(MACHINES[0][0]) && !process.argv.includes('--without-tests')
  await runService(machine, 'npm start', [])
  const unit = readFileSync(join(machine.clone, 'deploy/fairslot@.service'), 'utf8')
  const commands = ['ExecStart', 'ExecStartPost'].map((name) =>
    new RegExp(`^${name}=(.*)$`, 'm').exec(unit)[1].replaceAll('/opt/fairslot', machine.clone),
  )
  await runService(machine, ...commands)
  // An interrupted or partial installation is repaired.
  rmSync(join(machine.clone, 'node_modules/@rolldown'), { recursive: true })
  await must(machine, 'npm', ['run', 'check', ...(isWhole ? [] : ['--', '--without-tests'])])
  await must(machine, 'npm', ['run', 'vitest', '--', 'run', NEEDS_OWN_NODE])
}

/** Starts a command, waits until the service is ready, runs another command, and sends Ctrl-C. */
async function runService({ title, env, clone }, line, beside) {
  const [command, ...args] = line.split(' ')
  await step(`${title}: ${line}`, async () => {
    const runtime = parseEnv(readFileSync(join(clone, 'deploy/runtime.env'), 'utf8'))
    const child = spawn(command, args, {
      cwd: clone,
      env: { ...process.env, ...runtime, ...env },
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
    const exit = once(child, 'close')
    const deadline = performance.now() + PATIENCE_MS
    const urlOf = () => /Visitors +(http:\S+?)\/\n/.exec(output)?.[1]
    while (!urlOf() && child.exitCode === null && performance.now() < deadline) await sleep(100)
    const url = urlOf()
    if (!url) throw new Error(`${line} did not become ready:\n${output}`)
    const { status } = await fetch(`${url}/readyz`)
    if (typeof beside === 'string') {
      const [waiting, ...words] = beside
        .replace('http://${HOST}:%i', url)
        .replace('$MAINPID', child.pid)
        .split(' ')
      const { ok } = await run(waiting, words, { cwd: clone, quiet: true })
      if (!ok) throw new Error(`${beside} has failed`)
    }
    process.kill(-Number(child.pid), 'SIGINT')
    await exit
    if (status !== 200) throw new Error(`${line} answered ${status}`)
    if (await fetch(url).then(Boolean, () => false)) throw new Error(`${line} left a server behind`)
  })
}
