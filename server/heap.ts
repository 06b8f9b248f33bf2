import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** By so much of what is in use garbage may grow before it is collected. */
const GROWTH_PERCENT = 35

/** So many are refused in an overload, not in a moment's hiccup. */
const STORM = 1_000
const LOOK_MS = 10_000

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

/**
 * Collects once when an overload is over, which is when nobody was refused for ten seconds: with little to do V8 may keep
 * for minutes what it took then. `refused` counts all who were.
 */
export function collectAfterStorms(refused: () => number, collect = collectGarbage) {
  let collected = refused()
  let last = collected
  const timer = setInterval(() => {
    const now = refused()
    const isOver = now === last && now - collected >= STORM
    last = now
    if (!isOver) return
    collected = now
    collect()
  }, LOOK_MS)
  timer.unref()
}
