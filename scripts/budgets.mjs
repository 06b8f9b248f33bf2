// The size of each screen's first visit, beside its budget: phones on a hall's Wi-Fi pay for every kilobyte.
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { ensureWebBuilt } from './build-web.mjs'
import { root } from './run.mjs'

const built = join(root, 'dist/web')

/** Scripts and styles, compressed with Brotli, in kB of 1000 bytes; fonts come later and do not count. */
const BUDGETS = [
  [/^\/$/, 85],
  [/^\/dashboard$/, 95],
  [/^\/display(\/|$)/, 90],
  [/^\/admin(\/|$)/, 130],
  [/^\/register$/, 88.2],
  // These have forms, the schemas behind them and the steps that lead to them.
  [/^\/(reserve-|profile\/erase)/, 115],
  // It has the parts of a grid along, and the labels of docents and rooms by tier.
  [/^\/reservations$/, 97],
  [/^\//, 96],
]

/** Compares the built files with the budgets, prints both, and names the remedy when one is exceeded. */
export async function checkBudgets() {
  await ensureWebBuilt()
  const visits = Object.entries(readBuilt('.vite/first-visits.json'))
  const rows = visits.map(([path, files]) => ({
    path,
    files,
    kilobytes: sizeOf(files),
    most: budgetOf(path),
  }))
  for (const { path, kilobytes, most } of rows)
    console.log(`  ${path.padEnd(24)} ${kilobytes.toFixed(1).padStart(6)} of ${String(most).padStart(3)} kB`)
  const problems = [
    ...rows.filter(({ kilobytes, most }) => kilobytes > most).map(tellExcess),
    ...findUncounted(visits),
  ]
  for (const problem of problems) console.error(problem)
  return problems.length === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
}

const readBuilt = (name) => JSON.parse(readFileSync(join(built, name), 'utf8'))

const budgetOf = (path) => BUDGETS.find(([pattern]) => pattern.test(path))[1]

const sizeOf = (files) => files.reduce((sum, file) => sum + compressedSize(file), 0) / 1000

function compressedSize(file) {
  const path = join(built, `${file}.br`)
  if (!existsSync(path))
    throw new Error(`${file} was not compressed by the build: web/vite/precompress.ts writes ${path}`)
  return statSync(path).size
}

function tellExcess({ path, files, kilobytes, most }) {
  const largest = files
    .map((file) => `${(compressedSize(file) / 1000).toFixed(1)} kB ${file}`)
    .sort((a, b) => parseFloat(b) - parseFloat(a))
    .slice(0, 6)
  return `
A first visit of ${path} loads ${kilobytes.toFixed(1)} kB, ${(kilobytes - most).toFixed(1)} kB more than its budget of ${most} kB.
Fetch what is not seen at once with import() when it is needed, as web/visitor/dashboard/upcoming-once.tsx does; look
whether an import has drawn in the schema library or another screen's parts (vite.config.ts groups what comes together);
do without a new package. The largest of its files:
  ${largest.join('\n  ')}`
}

/** A screen that routes.tsx or the loaders of a folder can fetch and web/screens.ts does not name would have no budget, and no address. */
function findUncounted(visits) {
  const manifest = readBuilt('.vite/manifest.json')
  const counted = new Set(visits.flatMap(([, files]) => files))
  const fetching = Object.values(manifest).filter(
    ({ isEntry, src }) => isEntry || src?.endsWith('/loaders.ts'),
  )
  return fetching
    .flatMap(({ dynamicImports = [] }) => dynamicImports)
    .filter((module) => !counted.has(manifest[module].file))
    .map(
      (module) => `
web/${module} is fetched as a screen, but no first visit counts it: name it in web/screens.ts.`,
    )
}
