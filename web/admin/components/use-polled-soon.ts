import { useEffect, useEffectEvent, useState } from 'react'
import type { CallInput, Endpoint, ResponseOf } from '../../../contract/endpoint.ts'
import { POLL_MS, refresh, useRead } from '../../api/reads/use-read.ts'
import { SOON_MS } from './resend-mail.ts'

/** Polls often while the answer waits for something, then refreshes `refreshed` at once. */
export function usePolledSoon<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  waits: (answer: ResponseOf<E> | undefined) => boolean | undefined,
  refreshed: readonly Endpoint[],
  keepPrevious = false,
) {
  const [isSoon, setSoon] = useState(false)
  const read = useRead(endpoint, input, { poll: isSoon ? SOON_MS : POLL_MS, keepPrevious })
  const isWaiting = waits(read.data) ?? false
  if (isWaiting !== isSoon) setSoon(isWaiting)
  const settled = useEffectEvent(() => refresh(...refreshed))
  useEffect(() => (isWaiting ? () => void settled() : undefined), [isWaiting])
  return read
}
