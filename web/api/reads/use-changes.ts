import { useEffect, useEffectEvent } from 'react'
import type { MemberTopic } from '../../../contract/topics.ts'
import { fetchUntilThere } from '../../browser/use-part.ts'

// Thousands of phones hear of a change at once.
const SPREAD_MS = 2_000

// The screen's own requests go first.
const AFTER_SCREEN_MS = 1_000

export const loadStream = () => import('./change-stream.ts')

type Options = {
  atOnce?: boolean
  /** The only read that shows the topic. The stream stays silent while its latest answer is current. */
  address?: string
}

/**
 * Calls back soon after a topic has or may have changed. The stream's code loads later; polling does not need
 * it.
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
      // A page gets all topics again when it becomes visible.
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

export const useChangesOf = (topic: MemberTopic, read: Read): void =>
  useChanges(topic, () => void read.refetch(), read)
