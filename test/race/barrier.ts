/**
 * A barrier for the control of a race between `count`: each waits at it after it has read, so that nobody goes on
 * before all of them have read. It can be used again as soon as they went on.
 */
export function makeBarrier(count: number): () => Promise<void> {
  let waiting: (() => void)[] = []
  return () =>
    new Promise((resolve) => {
      waiting.push(resolve)
      if (waiting.length < count) return
      for (const goOn of waiting) goOn()
      waiting = []
    })
}
