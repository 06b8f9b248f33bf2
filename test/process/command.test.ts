import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { buffer, text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readArchive } from '../../server/backup/archive.ts'
import { parseEnvironmentFile } from '../../server/cli/environment-file.ts'
import { findFreePorts } from '../nginx.ts'
import { makeDataDir } from '../server-process.ts'

const ROOT = join(import.meta.dirname, '../..')
const NOBODY = { uid: 65_534, gid: 65_534 }
const folder = makeDataDir()
const program = join(folder, 'program')
const command = join(folder, 'bin/fairslot')
const stateDir = join(folder, 'state')
const settings = join(folder, 'etc/env')
const root = join(folder, 'root')
const SECRET = `It's "all" $HOME \`date\` \\ of it # and = more`

/** The program with a unit of its own, and a link to its command. */
beforeAll(() => {
  for (const path of ['server', 'domain', 'contract', 'deploy', 'scripts', 'package.json'])
    cpSync(join(ROOT, path), join(program, path), { recursive: true })
  symlinkSync(join(ROOT, 'node_modules'), join(program, 'node_modules'))
  mkdirSync(join(folder, 'bin'))
  symlinkSync(join(program, 'deploy/fairslot'), command)
  mkdirSync(root, { mode: 0o700 })
  const unit = join(program, 'deploy/fairslot@.service')
  const others: [string, string][] = [
    ['/opt/fairslot/deploy', join(program, 'deploy')],
    ['/etc/fairslot/env', settings],
    ['/var/lib/fairslot', stateDir],
    ['/var/cache/fairslot', join(ROOT, '.cache/compiled')],
    ['User=fairslot', 'User=nobody'],
    ['Group=fairslot', 'Group=nogroup'],
  ]
  const changed = others.reduce(
    (unitText, [from, to]) => unitText.replaceAll(from, to),
    readFileSync(unit, 'utf8'),
  )
  writeFileSync(unit, changed)
})
afterAll(() => rmSync(folder, { recursive: true }))

type Options = { env?: Record<string, string>; user?: typeof NOBODY }

function begin(args: string[], { env = {}, user }: Options = {}) {
  return spawn(command, args, {
    cwd: root,
    env: { PATH: process.env['PATH'], ...env },
    ...user,
    ...(user && { cwd: '/' }),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

async function run(args: string[], options?: Options) {
  const child = begin(args, options)
  const [output, problem] = await Promise.all([
    buffer(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ])
  return { code: child.exitCode, output: output.toString(), bytes: output, problem }
}

test('"fairslot" lists what an owner can do, and refuses what it does not know', async () => {
  for (const asked of [['help'], ['--help'], [], ['doctor', '--help'], ['start', '--help']]) {
    const { code, output } = await run(asked)
    expect(code).toBe(0)
    const names = new Set(output.match(/(?<=^fairslot )\S+/gm))
    const all = ['status', 'doctor', 'backup', 'restore', 'admin', 'new-event', 'rehearse', 'start', 'help']
    expect([...names]).toEqual(all)
  }
  const unknown = await run(['destroy'])
  expect(unknown).toMatchObject({ code: 1, output: '' })
  expect(unknown.problem).toMatch(/^There is no command destroy\./)
})

test('a command explains itself as it was called', async () => {
  expect((await run(['restore'])).problem).toBe('fairslot restore FILE [--replace]\n')
  const two = await run(['restore', 'a.tar.gz', 'b.tar.gz'])
  expect(two.problem).toBe('Nothing was restored: name one file, not 2.\n')
  const byNpm = await run(['restore'], { env: { npm_lifecycle_event: 'restore' } })
  expect(byNpm.problem).toBe('npm run restore -- FILE [--replace]\n')
})

test('without settings of a service, as in a container, a command has its own and makes no database', async () => {
  const nowhere = join(folder, 'nowhere')
  const env = { DATA_DIR: nowhere }
  for (const args of [
    ['backup', join(folder, 'x.tar.gz')],
    ['backup', '-'],
    ['admin', 'list'],
    ['new-event', '--yes'],
    ['rehearse', '2026-11-24T09:00'],
  ]) {
    const { code, output, problem } = await run(args, { env })
    expect({ code, output: output.replace(/^Copying the event.*\n/, '') }).toEqual({ code: 1, output: '' })
    expect(problem).toMatch(
      /There is no database in \S+: set DATA_DIR or DATABASE_URL as for the server\.\n$/,
    )
  }
  expect(existsSync(join(nowhere, 'postgres'))).toBe(false)
  expect(readdirSync(folder).filter((name) => name.startsWith('x.tar'))).toEqual([])
})

test('settings are read as systemd reads them', () => {
  const lines = [
    String.raw`A=plain # no comment, "quotes" and $HOME stay   `,
    `; a comment`,
    `  # another \\`,
    `B = 'single "$x" \\ #' `,
    'C="double \\"quoted\\" \\$x \\\\ \\x `"  \'joined\'',
    `D=over \\`,
    `two lines`,
    `E=`,
    `F="two`,
    `lines\\`,
    ` joined"`,
    `export G=1`,
    String.raw`H=a\ b\\c\ `,
    `no assignment`,
    `=nothing`,
    `A2=last`,
  ]
  const expected = {
    A: 'plain # no comment, "quotes" and $HOME stay',
    B: 'single "$x" \\ #',
    C: 'double "quoted" $x \\ \\x `joined',
    D: 'over two lines',
    E: '',
    F: 'two\nlines joined',
    H: 'a b\\c ',
    A2: 'last',
  }
  expect(parseEnvironmentFile(lines.join('\n'))).toEqual(expected)
  expect(parseEnvironmentFile('A=1\r\nB="2"\r\n\r\nC=3')).toEqual({ A: '1', B: '2', C: '3' })
})

const setpriv = spawnSync('setpriv', ['--version']).status === 0
const isReachable = () =>
  spawnSync(join(program, 'scripts/node'), ['--version'], { ...NOBODY, cwd: '/' }).status === 0

// It changes the user, which only root can, and another user must be able to read the packages.
describe.skipIf(process.getuid?.() !== 0 || !setpriv)(
  'root beside a service with settings and a user',
  () => {
    const file = join(root, 'event.tar.gz')
    const caller = {
      env: { SECRET: 'x'.repeat(40), DATABASE_URL: 'postgres://127.0.0.1:1/x', LOG_LEVEL: 'no' },
    }

    beforeAll(async () => {
      expect(isReachable(), 'another user can run the program').toBe(true)
      mkdirSync(join(folder, 'etc'), { mode: 0o700 })
      const [port] = await findFreePorts(1)
      const quoted = SECRET.replaceAll(/["\\`$]/g, '\\$&')
      const content = `# Settings\nSECRET="${quoted}"\r\nPORT=${port}\nDEMO=1\nADMIN_PASSWORD='Seen # by nobody'\n`
      writeFileSync(settings, content, { mode: 0o600 })
    })

    let service: ReturnType<typeof begin> | undefined
    afterAll(async () => {
      if (service?.exitCode !== null) return
      service.kill('SIGTERM')
      await once(service, 'close')
    })

    const strangers = () =>
      spawnSync('find', [stateDir, '!', '-user', 'nobody'], { encoding: 'utf8' }).stdout.trim()

    test('somebody else is asked to use sudo', async () => {
      const { code, problem } = await run(['admin', 'list'], { user: NOBODY })
      expect({ code, problem }).toEqual({
        code: 1,
        problem: `Only root can use the settings in ${settings}: sudo fairslot admin list\n`,
      })
    })

    test('a backup of nothing leaves neither a file nor a database', async () => {
      const { code, problem } = await run(['backup', 'event.tar.gz'], caller)
      expect({ code, problem }).toEqual({ code: 1, problem: expect.stringContaining('There is no database') })
      expect(readdirSync(root)).toEqual([])
      expect(existsSync(stateDir)).toBe(false)
    })

    test('commands use its settings and user, and the files of the caller', async () => {
      service = begin(['start'], caller)
      const said = text(service.stdout)
      void text(service.stderr)
      const list = async () => (await run(['admin', 'list'], caller)).output
      await expect.poll(list, { timeout: 60_000 }).toContain('admin   never logged in')

      const written = await run(['backup', 'event.tar.gz'], caller)
      expect(written).toMatchObject({
        code: 0,
        problem: expect.stringMatching(/Written to event\.tar\.gz\.\n$/),
      })
      expect(statSync(file)).toMatchObject({ uid: 0, mode: 0o100600 })
      const again = await run(['backup', 'event.tar.gz'], caller)
      expect(again).toMatchObject({ code: 1, problem: expect.stringContaining('already exists') })
      const streamed = await run(['backup', '-'], caller)
      writeFileSync(join(root, 'streamed.tar.gz'), streamed.bytes)
      const checked = await run(['backup', '--check', 'streamed.tar.gz'], caller)
      expect(checked).toMatchObject({ code: 0, problem: expect.stringContaining('complete and undamaged') })
      let secret = ''
      for await (const { name, content } of readArchive(file)) {
        const contents = await text(content)
        if (name === 'secret') secret = contents.trim()
      }
      expect(secret).toBe(SECRET)
      service.kill('SIGTERM')
      await once(service, 'close')
      expect(await said).toContain('Fairslot is ready')
      expect(strangers()).toBe('')

      writeFileSync(join(root, 'cut.tar.gz'), streamed.bytes.subarray(0, -9))
      const cut = await run(['restore', 'cut.tar.gz'], caller)
      expect(cut).toMatchObject({
        code: 1,
        problem: expect.stringMatching(/: The backup cannot .* truncated\.\n$/),
      })
      expect((await run(['restore', 'none.tar.gz'], caller)).problem).toBe('There is no file none.tar.gz.\n')
      const kept = await run(['restore', 'event.tar.gz'], caller)
      expect(kept).toMatchObject({ code: 1, problem: expect.stringContaining('not empty') })
      rmSync(stateDir, { recursive: true })
      const restored = await run(['restore', 'event.tar.gz'], caller)
      expect(restored).toMatchObject({ code: 0, problem: '', output: expect.stringContaining('Restored.') })
      expect(strangers()).toBe('')
    })

    test('a backup that is stopped leaves no file', async () => {
      const stopped = begin(['backup', 'stopped.tar.gz'], caller)
      const isBegun = () => readdirSync(root).some((name) => name.startsWith('stopped'))
      await expect.poll(isBegun, { timeout: 20_000 }).toBe(true)
      stopped.kill('SIGTERM')
      await once(stopped, 'close')
      expect(stopped.exitCode).toBe(1)
      expect(readdirSync(root).filter((name) => name.startsWith('stopped'))).toEqual([])
    })
  },
)
