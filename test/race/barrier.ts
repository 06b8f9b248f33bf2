/** For the control of a race: `count` participants wait until all of them have read. Reusable. */
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
