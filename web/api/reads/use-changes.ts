import { useEffect, useEffectEvent } from 'react'

// A change that a thousand phones hear of in the same moment is asked for over half a second.
const SPREAD_MS = 500

// The requests of the screen itself come first.
const AFTER_SCREEN_MS = 1_000

// The listening code did not load, as when the network was away for a moment.
const TRY_AGAIN_MS = 60_000

type Options = {
  /** For the few screens on walls: without the wait that spreads phones. */
  atOnce?: boolean
  /** The hash of what is shown of the topic: the service says nothing as long as there is nothing else. */
  shown?: () => string | undefined
}

/**
 * Calls back soon after the service says that a topic has changed, or may have while it could not be heard; with null
 * there is none to hear of. The listening code is fetched after the screen; without it the screen polls all the same.
 */
export function useChanges(
  topic: string | null,
  onChange: () => void,
  { atOnce = false, shown }: Options = {},
): void {
  const changed = useEffectEvent(onChange)
  const hash = useEffectEvent(() => shown?.())
  const wait = useEffectEvent(() => (atOnce ? 0 : Math.random() * SPREAD_MS))
  useEffect(() => {
    if (topic === null) return undefined
    let waiting: ReturnType<typeof setTimeout> | undefined
    const tell = () => {
      waiting ??= setTimeout(() => {
        waiting = undefined
        // A page that is shown again hears of everything anew.
        if (!document.hidden) changed()
      }, wait())
    }
    let leave: (() => void) | undefined
    let isOver = false
    const listen = async () => {
      const { join } = await import('./stream/change-stream.ts')
      if (!isOver) leave = join(topic, { tell, shown: () => hash() })
    }
    let later: ReturnType<typeof setTimeout> | undefined
    const begin = () =>
      void listen().catch(() => {
        if (!isOver) later = setTimeout(begin, TRY_AGAIN_MS)
      })
    if (atOnce) begin()
    else later = setTimeout(begin, AFTER_SCREEN_MS)
    return () => {
      isOver = true
      clearTimeout(later)
      clearTimeout(waiting)
      leave?.()
    }
  }, [topic, atOnce])
}

type Read = { refetch: () => Promise<unknown>; shownHash: () => string | undefined }

/** Makes the read that stands behind a topic anew, soon after there is another answer. */
export function useChangesOf(topic: string, { refetch, shownHash }: Read): void {
  useChanges(topic, () => void refetch(), { shown: shownHash })
}
