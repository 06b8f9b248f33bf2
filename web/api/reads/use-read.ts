import { hashKey, keepPreviousData, QueryClient, useQuery } from '@tanstack/react-query'
import { useEffect, useState, useEffectEvent } from 'react'
import type { CallInput, Endpoint, ResponseOf } from '../../../contract/endpoint.ts'
import { madridTime } from '../../../domain/madrid-time.ts'
import { abortReads, addressOf, ApiError, call } from '../client.ts'
import { storeAnswer, readStoredAnswer } from './answer-storage.ts'
import { onServiceClock } from '../../browser/clock.ts'
import { hasUserId, onForget } from '../session.ts'
import { jitter } from '../../browser/jitter.ts'
import type { MemberTopic } from '../../../contract/topics.ts'
import { fetchUntilThere } from '../../browser/use-part.ts'

export const POLL_MS = 30_000

// If the service asks for a longer wait, the next poll is the retry.
const MAX_WAIT_MS = 10_000
// Older data is marked as stale after this wait.
const SLOW_MS = 4_000

const askedWait = (error: Error | null) => (error instanceof ApiError ? (error.retryAfter ?? 0) * 1_000 : 0)

const mayPass = (error: Error) =>
  !(error instanceof ApiError) || error.status >= 500 || (error.status === 429 && error.retryAfter !== null)

/** Never sooner than the service asks. */
export const pauseAfter = (error: Error | null, poll: number): number => Math.max(poll, askedWait(error))

// Keeps phones from polling in step.
const PACE = 1 - Math.random() / 10

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // navigator.onLine is wrong in many halls: always try.
      networkMode: 'always',
      // Handled below.
      refetchOnReconnect: false,
      staleTime: 5_000,
      retry: (failures, error) => failures < 2 && mayPass(error) && askedWait(error) <= MAX_WAIT_MS,
      retryDelay: (failures, error) => Math.max(jitter(1_000 * 2 ** failures, 0.25), askedWait(error)),
    },
  },
})

queryClient.getQueryCache().subscribe((event) => {
  if (event.type !== 'updated' || event.action.type !== 'success') return
  const { queryHash, state, meta } = event.query
  if (meta?.['isKept']) storeAnswer(queryHash, state.data, state.dataUpdatedAt)
})

let isLeaving = false

export function stopReading(): void {
  isLeaving = true
  void queryClient.cancelQueries()
  abortReads()
}

onForget(() => {
  queryClient.clear()
  isLeaving = false
})

// Restart reads that hang on a dead network. React Query's listener misses `online` if the page was opened
// offline.
globalThis.addEventListener?.('online', () => {
  const onScreen = { type: 'active', stale: true } as const
  void queryClient
    .cancelQueries(onScreen)
    .then(() => queryClient.refetchQueries(onScreen, { cancelRefetch: false }))
})

// Unmounting screens may still read after a logout.
const isForNobody = ({ audience }: Endpoint) => audience === 'member' && (isLeaving || !hasUserId())

const read: typeof call = (endpoint, input) =>
  isForNobody(endpoint) ? new Promise(() => {}) : call(endpoint, input)

type ReadOptions = {
  poll?: number
  enabled?: boolean
  /** Shows the previous input's answer meanwhile. */
  keepPrevious?: boolean
  /** Contains other people's data: never stored on the device. */
  isSecret?: boolean
}

/**
 * `staleSince` is the time (`HH:MM`) of data that could not be refreshed. `isRetrying`: no data yet, and the
 * first try failed or is slow. `isSettled`: answered, failed or slow.
 */
export function useRead<E extends Endpoint>(endpoint: E, input: CallInput<E>, options: ReadOptions = {}) {
  const queryKey = [endpoint.path, input]
  const question = hashKey(queryKey)
  const isKept = endpoint.audience !== 'admin' && !options.isSecret
  const kept = () => (isKept ? readStoredAnswer<ResponseOf<E>>(question) : undefined)
  const query = useQuery<ResponseOf<E>>({
    queryKey,
    queryFn: () => read(endpoint, input),
    // Constant until the next answer, because another value restarts the timer.
    refetchInterval: ({ state }) => (options.poll ? pauseAfter(state.error, options.poll * PACE) : false),
    enabled: options.enabled ?? true,
    ...(options.keepPrevious && { placeholderData: keepPreviousData }),
    initialData: () => kept()?.data,
    initialDataUpdatedAt: () => kept()?.at,
    // A stored answer is shown, but always refetched.
    refetchOnMount: ({ state }) => (state.dataUpdateCount === 0 ? 'always' : true),
    meta: { isKept },
  })
  // A placeholder is another input's data.
  const hasData = query.data !== undefined && !query.isPlaceholderData
  const error = useLastError(question, query.error, !hasData && query.isFetching)
  const isSlow = useSlow(query.isFetching)
  const isError = error !== null
  const isFailing = isError || query.failureCount > 0 || isSlow
  // During a retry React Query would show the placeholder again.
  const isPlaceholderData = query.isPlaceholderData && !isError
  return {
    ...query,
    data: hasData || isPlaceholderData ? query.data : undefined,
    isPlaceholderData,
    error,
    isError,
    staleSince: hasData && isFailing ? madridTime(onServiceClock(query.dataUpdatedAt)) : null,
    isRetrying: !hasData && !isError && isFailing,
    isSettled: hasData || isFailing,
    address: addressOf(endpoint, input),
  }
}

/** Reads again every half minute. */
export const usePolled: typeof useRead = (endpoint, input, options) =>
  useRead(endpoint, input, { ...options, poll: POLL_MS })

/** Keeps the error, and so the retry button, during a retry. */
function useLastError(question: string, error: Error | null, isTryingAgain: boolean): Error | null {
  const [last, setLast] = useState({ question, error })
  if (error !== null && error !== last.error) setLast({ question, error })
  return error ?? (isTryingAgain && last.question === question ? last.error : null)
}

function useSlow(isFetching: boolean): boolean {
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    if (!isFetching) return undefined
    const timer = setTimeout(setSlow, SLOW_MS, true)
    return () => {
      clearTimeout(timer)
      setSlow(false)
    }
  }, [isFetching])
  return isSlow
}

/** Cancels running reads, whose older answers would undo the change. */
export async function patchCache<E extends Endpoint>(
  { path }: E,
  change: (shown: ResponseOf<E>) => ResponseOf<E>,
) {
  const queryKey = [path]
  await queryClient.cancelQueries({ queryKey })
  queryClient.setQueriesData<ResponseOf<E>>({ queryKey }, (shown) => shown && change(shown))
}

export async function refresh(...endpoints: readonly Endpoint[]) {
  await Promise.all(endpoints.map(({ path }) => queryClient.invalidateQueries({ queryKey: [path] })))
}

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
