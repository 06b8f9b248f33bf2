// The size of each screen's first visit and its budget, for phones on a hall's Wi-Fi.
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { ensureWebBuilt } from './build-web.mjs'
import { root } from './run.mjs'

const built = join(root, 'dist/web')

/** Brotli-compressed scripts and styles in kB of 1000 bytes; fonts load later and do not count. */
const BUDGETS = [
  [/^\/$/, 85],
  [/^\/dashboard$/, 95],
  [/^\/display(\/|$)/, 90],
  [/^\/admin(\/|$)/, 130],
  [/^\/register$/, 88.2],
  // These include forms with their schemas and steps.
  [/^\/(reserve-|reservations\/change|profile\/erase)/, 115],
  // It includes the grid and the tier labels.
  [/^\/reservations$/, 97],
  [/^\//, 96],
]

/** Prints sizes and budgets, and the remedy if one is exceeded. */
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
Fetch what is not seen at once by lazy() of web/shell/lazy.tsx; look
whether an import has drawn in the schema library or another screen's parts (vite.config.ts groups what comes together);
do without a new package. The largest of its files:
  ${largest.join('\n  ')}`
}

/** Loaded screens, unlike toasts, that web/screens.ts does not name: they have neither budget nor address. */
function findUncounted(visits) {
  const manifest = readBuilt('.vite/manifest.json')
  const counted = new Set(visits.flatMap(([, files]) => files))
  const fetching = Object.values(manifest).filter(
    ({ isEntry, src }) => isEntry || src?.endsWith('/loaders.ts'),
  )
  return fetching
    .flatMap(({ dynamicImports = [] }) => dynamicImports)
    .filter((module) => /(?<!toasts)\.tsx$/.test(module) && !counted.has(manifest[module].file))
    .map(
      (module) => `
web/${module} is fetched as a screen, but no first visit counts it: name it in web/screens.ts.`,
    )
}
