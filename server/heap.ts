// Benchmark row: memory
// 176 with it, 193 without.
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

const GROWTH_PERCENT = 35

/** By default V8 lets garbage grow to hundreds of megabytes on large machines. */
export function boundGarbage() {
  setFlagsFromString(`--heap-growing-percent=${GROWTH_PERCENT}`)
}

/** The bound applies from the first full collection on. */
export function collectGarbage() {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  collect()
}
