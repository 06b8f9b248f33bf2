// npm run check: all checks without a browser; continues after a failure.
// --without-tests omits the tests that npm test runs.
import { stripVTControlCharacters } from 'node:util'
import { checkBudgets } from './budgets.mjs'
import { ensureInstalled } from './install.mjs'
import { checkAdvisories, checkLicences } from './packages.mjs'
import { runTool, secondsSince } from './run.mjs'
import { finish, runVitest } from './test-runs.mjs'

const gates = [
  ['types', 'tsc', '--noEmit', '--project', 'tsconfig.json'],
  ['types of the web app', 'tsc', '--noEmit', '--project', 'web/tsconfig.json'],
  ['types of the service worker', 'tsc', '--noEmit', '--project', 'web/worker/tsconfig.json'],
  ['lint', 'oxlint', '--type-aware', '--deny-warnings'],
  ['format', 'oxfmt', '--check'],
  ['dead code', 'knip'],
]

const parts = []
const lines = []

const timed = async (title, work) => {
  const begin = performance.now()
  const part = await work()
  const result = part.skipped ? 'skipped' : part.failed === 0 ? 'passed' : 'FAILED'
  lines.push(`${result}  ${title} (${part.skipped ?? secondsSince(begin)})`)
  parts.push({ names: part.failed === 0 ? [] : [title], ...part })
}

try {
  await ensureInstalled()
  for (const [title, tool, ...args] of gates) await timed(title, () => runGate(tool, args))
  await timed('budgets of the web app', checkBudgets)
  await timed('targets of the code', checkTargets)
  await timed('licences of the packages', checkLicences)
  await timed('known holes of the packages', checkAdvisories)
  if (!process.argv.includes('--without-tests'))
    await timed('tests of rules, routes and queries', () => runVitest(['unit', 'http', 'sql', 'database']))
} catch (error) {
  console.error(error.message)
  parts.push({ passed: 0, failed: 1 })
}
console.log(lines.join('\n'))
finish(parts)

/** Prints the size of the code today beside its limits and targets. */
async function checkTargets() {
  const gate = await runGate('vitest', ['run', '--project=targets'])
  const figures = stripVTControlCharacters(gate.output).match(/^.+: \d+.*, limit .*$/gm) ?? []
  for (const figure of figures) console.log(figure.replace(/^(.+): /, (_, name) => name.padEnd(50)))
  return gate
}

async function runGate(tool, args) {
  const { ok, output } = await runTool(tool, args, { quiet: true })
  return { passed: Number(ok), failed: Number(!ok), output }
}
