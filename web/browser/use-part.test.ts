import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fetchUntilThere } from './use-part.ts'

let network: EventTarget
let seconds: number
beforeEach(() => {
  vi.useFakeTimers()
  seconds = 0
  setInterval(() => (seconds += 1), 1_000)
  // Between two seconds, so that no attempt falls on one.
  vi.advanceTimersByTime(500)
  network = new EventTarget()
  vi.stubGlobal('addEventListener', network.addEventListener.bind(network))
  vi.stubGlobal('removeEventListener', network.removeEventListener.bind(network))
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** A part that the network loses so often; `asked` holds the second of each attempt. */
function partAfter(losses: number) {
  const asked: number[] = []
  const load = async () => {
    asked.push(seconds)
    if (asked.length <= losses) throw new Error('lost')
    return 'part'
  }
  return { asked, load }
}

test('a part that was lost is fetched again, less and less often, until it comes', async () => {
  const { asked, load } = partAfter(7)
  const come: string[] = []
  fetchUntilThere(load, (part) => come.push(part))
  await vi.advanceTimersByTimeAsync(600_000)
  expect(asked).toEqual([0, 3, 9, 21, 45, 93, 153, 213])
  expect(come).toEqual(['part'])
})

test('it is fetched at once when the network is back, and never again when it is there', async () => {
  const { asked, load } = partAfter(1)
  fetchUntilThere(load, () => {})
  await vi.advanceTimersByTimeAsync(1_000)
  network.dispatchEvent(new Event('online'))
  await vi.advanceTimersByTimeAsync(600_000)
  network.dispatchEvent(new Event('online'))
  expect(asked).toEqual([0, 1])
})

test('a part that is lost again and again is said to be missing', async () => {
  const missing = vi.fn<() => void>()
  fetchUntilThere(partAfter(1).load, () => {}, { onMissing: missing })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(missing).not.toHaveBeenCalled()
  fetchUntilThere(partAfter(2).load, () => {}, { onMissing: missing })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(missing).toHaveBeenCalledOnce()
})

test('an attempt that brings nothing for two minutes has failed', async () => {
  const failures: unknown[] = []
  const stop = fetchUntilThere(
    () => new Promise(() => {}),
    () => {},
    { onFailure: (failure) => failures.push(failure) },
  )
  await vi.advanceTimersByTimeAsync(119_000)
  expect(failures).toHaveLength(0)
  await vi.advanceTimersByTimeAsync(2_000)
  expect(failures).toHaveLength(1)
  stop()
})

test('a screen that is left stops asking', async () => {
  const { asked, load } = partAfter(Infinity)
  const stop = fetchUntilThere(load, () => {})
  // Before the first attempt has failed.
  stop()
  await vi.advanceTimersByTimeAsync(600_000)
  expect(asked).toEqual([0])
})
