const GAP_MS = 250
const RETRY_MS = 1_000

/**
 * Runs at the first change, and once for those within `GAP_MS` after it. `act` never overlaps itself and is
 * retried after a failure.
 */
export function coalesce(act: () => Promise<void>) {
  let state: 'idle' | 'busy' | 'closed' = 'idle'
  let isDue = false
  let timer: NodeJS.Timeout | undefined

  async function run() {
    state = 'busy'
    isDue = false
    const failed = await act().then(
      () => false,
      () => true,
    )
    isDue ||= failed
    if (state === 'busy') timer = setTimeout(rest, failed ? RETRY_MS : GAP_MS)
  }

  function rest() {
    state = 'idle'
    if (isDue) void run()
  }

  function changed() {
    isDue = true
    if (state === 'idle') void run()
  }

  function close() {
    state = 'closed'
    clearTimeout(timer)
  }

  return { changed, close }
}
