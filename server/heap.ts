// Benchmark row: memory
// 176 with it, 193 without.
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** By so much of what is in use garbage may grow before it is collected. */
const GROWTH_PERCENT = 35

/** Bounds garbage by what is in use. Left alone V8 lets it grow to hundreds of megabytes on a computer with much memory. */
export function boundGarbage() {
  setFlagsFromString(`--heap-growing-percent=${GROWTH_PERCENT}`)
}

/** Collects at once, as after the start: the bound holds from the first whole collection on. */
export function collectGarbage() {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  collect()
}
