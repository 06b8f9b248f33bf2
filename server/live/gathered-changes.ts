/** Acts once for all changes of a moment. */
export type GatheredChanges = {
  /** Something has changed: acts soon, and once for all that changes until then. */
  changed(): void
  close(): void
}

type Pace = {
  /** How long others are waited for after a change, in milliseconds. */
  gatherMs: number
  /** How far apart two acts are at least, and while the process is busy. */
  apartMs: number
  busyApartMs: number
  isBusy: () => boolean
}

const AGAIN_MS = 1_000
// A busy process has calm moments too: of those that come between two looks nothing is known.
const LOOKS = 5

/**
 * One act after the other, so that a slow one is not overtaken by a newer one. An act makes many ask: while the process is
 * busy the first change is acted on as soon as ever, and those that follow it later. An act that fails is done again.
 */
export function gatherChanges(act: () => Promise<void>, pace: Pace): GatheredChanges {
  let isClosed = false
  let timer: NodeJS.Timeout | undefined
  let actedAt = -Infinity
  let isActing = false

  function wait(ms: number) {
    if (!isClosed) timer ??= setTimeout(() => void actInTurn(), ms)
  }

  async function actInTurn() {
    timer = undefined
    const now = performance.now()
    if (isActing || (now < actedAt + pace.busyApartMs && pace.isBusy())) return wait(pace.busyApartMs / LOOKS)
    actedAt = now
    isActing = true
    try {
      await act()
    } catch {
      wait(AGAIN_MS)
    }
    isActing = false
  }

  return {
    changed: () => wait(Math.max(pace.gatherMs, actedAt + pace.apartMs - performance.now())),
    close() {
      isClosed = true
      clearTimeout(timer)
    },
  }
}
