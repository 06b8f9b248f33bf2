import { inTime } from '../browser/in-time.ts'
import { takeServedBuild } from './served-build.ts'

const TRY_AGAIN_MS = 60_000

/**
 * Fetches a part that the wall can do without for a while, and starts it as soon as it comes; `start` and this answer how
 * to stop. A file that this part cannot do without may be missing for as long as the page lives (web/shell/load-part.ts): then
 * the page is loaded anew.
 */
export function startLater<Part>(load: () => Promise<Part>, start?: (part: Part) => () => void): () => void {
  let stop: (() => void) | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let isOver = false
  const begin = async (isFirst: boolean) => {
    const part = await inTime(load).catch(() => undefined)
    if (isOver) return
    if (part) {
      stop = start?.(part)
      return
    }
    if (!isFirst) void takeServedBuild(true)
    timer = setTimeout(() => void begin(false), TRY_AGAIN_MS)
  }
  void begin(true)
  return () => {
    isOver = true
    clearTimeout(timer)
    stop?.()
  }
}
