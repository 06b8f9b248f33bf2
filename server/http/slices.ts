// A refusal is a write of some dozens of microseconds. Ten thousand in one turn of the event loop would keep everybody else in
// that turn waiting for half a second, `/healthz` among them.
const SLICE_MS = 5
// More than there are connections: where it is requests that come faster, many on each, they are refused as they are read.
const MAX_WAITING = 20_000

/** Does pieces of work soon: in slices, between which the process reads requests and answers others. */
export function makeSlices(): (work: () => void) => void {
  let waiting: (() => void)[] = []
  let done = 0

  function doSome() {
    const end = performance.now() + SLICE_MS
    while (done < waiting.length) {
      waiting[done]!()
      done += 1
      if (performance.now() >= end) {
        setImmediate(doSome)
        return
      }
    }
    waiting = []
    done = 0
  }

  return (work) => {
    if (waiting.length >= MAX_WAITING) work()
    else if (waiting.push(work) === 1) setImmediate(doSome)
  }
}
