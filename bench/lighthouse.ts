// Lighthouse's verdict on the screens that visitors see first. Run by scripts/lighthouse.mjs, which knows where
// Lighthouse and Chromium are. Every visit is a first one: an empty cache, a simulated phone on slow 4G.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { SAMPLE_LOGIN } from '../server/sample-event/sample-event.ts'
import { makeDataDir, startServer } from '../test/server-process.ts'

const SCREENS = [
  { path: '/', goal: 98 },
  { path: '/dashboard', goal: 95 },
  { path: '/reservations', goal: 95 },
]
const MORNING = '2026-11-20T09:05:00+01:00'
const FLAGS = [
  '--no-sandbox',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

const [folder, chromium, runsAsked = '3'] = process.argv.slice(2)
if (!folder || !chromium) throw new Error('Run node scripts/lighthouse.mjs instead')
const runs = Number(runsAsked)
if (!(runs >= 1)) throw new Error('The number of runs must be 1 or more')

type Page = {
  goto(url: string): Promise<unknown>
  evaluate<Input>(act: (input: Input) => unknown, input: Input): Promise<unknown>
}
type Browser = {
  createBrowserContext(): Promise<{ newPage(): Promise<Page>; close(): Promise<void> }>
  close(): Promise<void>
}
type Report = {
  categories: Record<string, { score: number | null; auditRefs: { id: string }[] }>
  audits: Record<string, { score: number | null; title: string; numericValue?: number }>
  environment: { benchmarkIndex: number }
}
type Lighthouse = (url: string, flags: object, config: undefined, page: Page) => Promise<{ lhr: Report }>

const load = async <Module>(path: string) =>
  ((await import(pathToFileURL(join(folder, 'node_modules', path)).href)) as { default: Module }).default
const lighthouse = await load<Lighthouse>('lighthouse/core/index.js')
const puppeteer = await load<{ launch(options: object): Promise<Browser> }>(
  'puppeteer-core/lib/puppeteer/puppeteer-core.js',
)

const dataDir = makeDataDir()
const server = await startServer({ DATA_DIR: dataDir, CLOCK_START: MORNING })
const browser = await puppeteer.launch({ executablePath: chromium, headless: true, args: FLAGS })
try {
  const reports = new Map<string, Report[]>(SCREENS.map(({ path }) => [path, []]))
  // One after the other and not three of each, so that a busy moment of the machine does not fall on one screen alone.
  for (let run = 0; run < runs; run += 1)
    for (const { path } of SCREENS) reports.get(path)!.push(await measureWhole(path))
  print(reports)
} finally {
  await browser.close()
  await server.stop()
  rmSync(dataDir, { recursive: true })
}

/** On a machine that is too busy a page may not even be painted in time; that says nothing of the page. */
async function measureWhole(path: string): Promise<Report> {
  for (let tries = 1; tries <= 3; tries += 1) {
    const report = await measure(path)
    if (typeof report.categories['performance']?.score === 'number') return report
    console.error(`  ${path}: no result, tried ${tries} of 3 times`)
  }
  throw new Error(`Lighthouse could not measure ${path}`)
}

async function measure(path: string): Promise<Report> {
  const visitor = await browser.createBrowserContext()
  try {
    const page = await visitor.newPage()
    // A page without any of the app's files, so that they are fetched in the visit that is measured.
    await page.goto(`${server.url}/healthz`)
    if (path !== '/') await page.evaluate(signIn, SAMPLE_LOGIN)
    const flags = { disableStorageReset: true, logLevel: 'error' }
    const { lhr } = await lighthouse(server.url + path, flags, undefined, page)
    return lhr
  } finally {
    await visitor.close()
  }
}

/** Runs in the browser. */
async function signIn(login: object) {
  const answer = await fetch('/api/user/login/', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(login),
  })
  const { user_data } = (await answer.json()) as { user_data: { id: number } }
  const { sessionStorage } = globalThis as unknown as {
    sessionStorage: { setItem(key: string, value: string): void }
  }
  sessionStorage.setItem('user_id', String(user_data.id))
  sessionStorage.setItem('user_data', JSON.stringify(user_data))
}

function print(reports: Map<string, Report[]>) {
  console.log(
    `\nLighthouse on a simulated phone, median of ${runs}. The machine's own speed (benchmark index) moves the blocking\n` +
      'time and so the performance: below about 1500, or with a wide spread, something else was running.\n',
  )
  console.log(
    'screen          performance (least to most, goal)  accessibility  best practices    FCP    LCP  blocking  shift  index',
  )
  for (const { path, goal } of SCREENS) {
    const all = reports.get(path)!
    const scores = all.map((report) => score(report, 'performance'))
    const range = `${median(scores)} (${Math.min(...scores)} to ${Math.max(...scores)}, ${goal})`
    const seconds = (audit: string) => `${(value(all, audit) / 1000).toFixed(1)} s`.padStart(7)
    console.log(
      path.padEnd(16) +
        range.padEnd(35) +
        lowest(all, 'accessibility').padEnd(15) +
        lowest(all, 'best-practices').padEnd(14) +
        seconds('first-contentful-paint') +
        seconds('largest-contentful-paint') +
        `${value(all, 'total-blocking-time').toFixed(0)} ms`.padStart(10) +
        value(all, 'cumulative-layout-shift').toFixed(3).padStart(7) +
        median(all.map(({ environment }) => environment.benchmarkIndex))
          .toFixed(0)
          .padStart(7),
    )
    tellFailures(path, all)
  }
}

function score(report: Report, category: string): number {
  return Math.round((report.categories[category]?.score ?? 0) * 100)
}

function lowest(all: Report[], category: string): string {
  return String(Math.min(...all.map((one) => score(one, category))))
}

function value(all: Report[], audit: string): number {
  return median(all.map(({ audits }) => audits[audit]?.numericValue ?? 0))
}

function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return (sorted[Math.floor((sorted.length - 1) / 2)]! + sorted[Math.ceil((sorted.length - 1) / 2)]!) / 2
}

/** Scores that do not vary must be full: each failed check of accessibility and best practices is a failure. */
function tellFailures(path: string, all: Report[]) {
  const failed = all.flatMap(({ categories, audits }) =>
    ['accessibility', 'best-practices']
      .flatMap((category) => categories[category]?.auditRefs ?? [])
      .filter(({ id }) => audits[id]?.score === 0)
      .map(({ id }) => `${id}: ${audits[id]!.title}`),
  )
  for (const text of new Set(failed)) console.error(`  ${path} fails ${text}`)
  if (failed.length > 0) process.exitCode = 1
}
