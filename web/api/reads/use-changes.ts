import { useEffect, useEffectEvent } from 'react'
import type { MemberTopic } from '../../../contract/topics.ts'
import { fetchUntilThere } from '../../browser/use-part.ts'

// A thousand phones hear of a change at once and read it over two seconds.
const SPREAD_MS = 2_000

// The requests of the screen itself come first.
const AFTER_SCREEN_MS = 1_000

export const loadStream = () => import('./change-stream.ts')

type Options = {
  /** For administrators, walls and open forms: without the wait that spreads phones. */
  atOnce?: boolean
  /** The address of the read whose answer is all that is shown of the topic: nothing is said while that is the latest. */
  address?: string
}

/**
 * Calls back soon after the service says that a topic has changed, or may have while it could not be heard; with null
 * there is none to hear of. The listening code is fetched after the screen; without it the screen polls all the same.
 */
export function useChanges(
  topic: string | null,
  onChange: () => void,
  { atOnce = false, address }: Options = {},
): void {
  const changed = useEffectEvent(onChange)
  useEffect(() => {
    if (topic === null) return undefined
    let waiting: ReturnType<typeof setTimeout> | undefined
    const ask = () => {
      waiting = undefined
      // A page that is shown again hears of everything anew.
      if (!document.hidden) changed()
    }
    const tell = () => {
      waiting ??= setTimeout(ask, atOnce ? 0 : Math.random() * SPREAD_MS)
    }
    let leave: (() => void) | undefined
    const listen = ({ join }: Awaited<ReturnType<typeof loadStream>>) => {
      leave = join(topic, { tell, address })
    }
    const stop = fetchUntilThere(loadStream, listen, { afterMs: atOnce ? undefined : AFTER_SCREEN_MS })
    return () => {
      stop()
      clearTimeout(waiting)
      leave?.()
    }
  }, [topic, atOnce, address])
}

type Read = { refetch: () => Promise<unknown>; address: string; atOnce?: boolean }

/** Makes the read that stands behind a topic anew, soon after there is another answer. */
export const useChangesOf = (topic: MemberTopic, read: Read): void =>
  useChanges(topic, () => void read.refetch(), read)
