import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { runTool } from './run.mjs'

/** A part that crashes before its report counts as one failure. */
async function count(runInto, read) {
  const folder = mkdtempSync(join(tmpdir(), 'fairslot-report-'))
  const file = join(folder, 'report.json')
  try {
    const { ok } = await runInto(file)
    const counts = readCounts(file, read)
    const isBroken = !ok || counts.passed + counts.failed === 0
    return isBroken && counts.failed === 0 ? { ...counts, failed: 1 } : counts
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function readCounts(file, read) {
  try {
    return read(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return { passed: 0, failed: 0, names: [] }
  }
}

export function runVitest(projects, env = {}) {
  const chosen = projects.map((name) => `--project=${name}`)
  return count(
    (file) =>
      runTool(
        'vitest',
        ['run', ...chosen, '--reporter=default', '--reporter=json', `--outputFile.json=${file}`],
        { env },
      ),
    (report) => ({
      passed: report.numPassedTests,
      failed: report.numFailedTests + filesThatDidNotRun(report).length,
      names: [
        ...report.testResults.flatMap(({ assertionResults }) =>
          assertionResults.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName),
        ),
        ...filesThatDidNotRun(report).map(({ name }) => name),
      ],
    }),
  )
}

const filesThatDidNotRun = ({ testResults }) =>
  testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0)

export function runPlaywright(choice) {
  return count(
    (file) =>
      runTool('playwright', ['test', choice, '--reporter=list,json'], {
        env: { PLAYWRIGHT_JSON_OUTPUT_FILE: file },
      }),
    ({ stats, suites }) => ({
      passed: stats.expected + stats.flaky,
      failed: stats.unexpected,
      names: suites.flatMap((suite) => specsThat(suite, 'unexpected')),
      unsteady: suites.flatMap((suite) => specsThat(suite, 'flaky')),
    }),
  )
}

/** Specs with this result: `unexpected` failed, `flaky` needed a retry. */
const specsThat = ({ specs, suites = [] }, ended) => [
  ...specs.flatMap(({ file, title, tests }) =>
    tests
      .filter(({ status }) => status === ended)
      .map(
        ({ projectName, results }) => `${projectName} ${file}: ${title}${reasonOf(results[0]?.errors ?? [])}`,
      ),
  ),
  ...suites.flatMap((suite) => specsThat(suite, ended)),
]

/** First attempt's errors in one line; the stored trace is the second attempt's, which may have passed. */
const reasonOf = (errors) =>
  errors
    .map(({ message = '', location }) => {
      const lines = stripVTControlCharacters(message).split('\n')
      const told = lines.filter((line, i) => i === 0 || /^\s*(Locator|Expected|Received)\b/.test(line))
      const said = told.map((line) => line.trim().replaceAll(/\s+/g, ' ').slice(0, 200)).join(', ')
      return ` (line ${location?.line ?? '?'}: ${said})`
    })
    .join('')

/** The last line, for other programs, and the matching exit code. */
export function finish(parts) {
  const passed = parts.reduce((sum, part) => sum + part.passed, 0)
  const failed = parts.reduce((sum, part) => sum + part.failed, 0)
  // Repeats failures, because long output follows them.
  for (const name of parts.flatMap(({ unsteady = [] }) => unsteady)) console.log(`second try: ${name}`)
  for (const name of parts.flatMap(({ names = [] }) => names)) console.log(`failed: ${name}`)
  console.log(`${passed} passed, ${failed} failed`)
  process.exitCode = failed === 0 ? 0 : 1
}
