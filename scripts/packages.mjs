// The packages that people run: under which licences they come, and with which known holes.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runNpm } from './install.mjs'
import { root } from './run.mjs'

/** Licences that ask for no more than to be named: the product stays MIT. */
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

/** Compares the licence of every package that is not for development alone with those above. */
export function checkLicences() {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  const refused = findRefused(packages)
  for (const { name, licence } of refused)
    console.error(`${name} is under ${licence}, which scripts/packages.mjs does not list: read it first.`)
  return refused.length === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
}

/** The packages of a lock file, in use or installed for it, whose licence gives no choice of an allowed one. */
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

/**
 * Asks the registry for high and critical findings, of which docs/advisories.json explains those that do not matter. Many
 * registries answer no such question: then it is said that nobody has looked.
 */
export async function checkAdvisories() {
  const explained = JSON.parse(readFileSync(join(root, 'docs/advisories.json'), 'utf8'))
  const { output } = await runNpm(
    ['audit', '--omit=dev', '--json', '--loglevel=silent', '--fetch-retries=0', '--fetch-timeout=10000'],
    { silent: true },
  )
  const findings = findHoles(readJson(output), explained)
  if (!findings) return { passed: 0, failed: 0, skipped: 'the registry answers no audit' }
  for (const { id, title, name } of findings)
    console.error(
      `${name}: ${title} (${id}). Update it, or say in docs/advisories.json why it does not matter.`,
    )
  return findings.length === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
}

/** The high and critical findings of an audit that nothing explains; undefined when there was no audit. */
export function findHoles(audit, explained) {
  if (!audit?.vulnerabilities) return undefined
  return Object.values(audit.vulnerabilities)
    .flatMap(({ name, via }) => via.filter((one) => typeof one === 'object').map((one) => ({ ...one, name })))
    .filter(({ severity }) => severity === 'high' || severity === 'critical')
    .map(({ name, title, url }) => ({ name, title, id: url.split('/').at(-1) }))
    .filter(({ id }) => !(id in explained))
}

function readJson(text) {
  try {
    return JSON.parse(text.slice(text.indexOf('{')))
  } catch {
    return undefined
  }
}
