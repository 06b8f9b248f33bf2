import { hashKey, keepPreviousData, QueryClient, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { CallInput, Endpoint, ResponseOf } from '../../../contract/endpoint.ts'
import { madridTime } from '../../../domain/madrid-time.ts'
import { abortReads, addressOf, ApiError, call } from '../client.ts'
import { storeAnswer, readStoredAnswer } from './answer-storage.ts'
import { onServiceClock } from '../../browser/clock.ts'
import { hasUserId, onForget } from '../session.ts'
import { jitter } from '../../browser/jitter.ts'

/** How often lists and schedules are asked for again. */
export const POLL_MS = 30_000

// Nobody looks at a skeleton for longer; a service that wants more time is asked with the next poll.
const MAX_WAIT_MS = 10_000
// An answer that takes longer than this is as good as none to a user who reads older data until it comes.
const SLOW_MS = 4_000

const askedWait = (error: Error | null) => (error instanceof ApiError ? (error.retryAfter ?? 0) * 1_000 : 0)

const mayPass = (error: Error) =>
  !(error instanceof ApiError) || error.status >= 500 || (error.status === 429 && error.retryAfter !== null)

/** How long until a read is made again: never before the service wants it. */
export const pauseAfter = (error: Error | null, poll: number): number => Math.max(poll, askedWait(error))

// Up to a tenth sooner, so that phones do not keep in step.
const PACE = 1 - Math.random() / 10

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // navigator.onLine is wrong in many halls: always try, and say plainly when nobody answers.
      networkMode: 'always',
      // Done below, more thoroughly.
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

/** Stops all reads, present and later, for a member who is about to sign out. */
export function stopReading(): void {
  isLeaving = true
  void queryClient.cancelQueries()
  abortReads()
}

onForget(() => {
  queryClient.clear()
  isLeaving = false
})

// A request from before may hang on the dead network, and a wait for the next try has lost its reason.
// Not by the library's own watch, which hears nothing when the page was opened without a network.
globalThis.addEventListener?.('online', () => {
  const onScreen = { type: 'active', stale: true } as const
  void queryClient
    .cancelQueries(onScreen)
    .then(() => queryClient.refetchQueries(onScreen, { cancelRefetch: false }))
})

// A screen may want to read once more while it is taken away after a logout.
const isForNobody = ({ audience }: Endpoint) => audience === 'member' && (isLeaving || !hasUserId())

/** Makes one read; one that nobody waits for any more is never answered. */
const read: typeof call = (endpoint, input) =>
  isForNobody(endpoint) ? new Promise(() => {}) : call(endpoint, input)

type ReadOptions = {
  poll?: number
  enabled?: boolean
  /** The answer to another input stays on screen until this one is answered: the pages of a list. */
  keepPrevious?: boolean
  /** Other people's names and numbers: never kept on the device. */
  isSecret?: boolean
}

/**
 * A GET's answer, as server state shared by all screens that ask the same. Old data stays when a later call fails,
 * and a member's also over a reload; `staleSince` is then the wall time (`HH:MM`) that the data is from, else null.
 * `isPlaceholderData`: it is another input's, kept until this one is answered or has failed.
 * `isRetrying`: nothing is there yet, and the first try has failed or takes long.
 */
export function useRead<E extends Endpoint>(endpoint: E, input: CallInput<E>, options: ReadOptions = {}) {
  const queryKey = [endpoint.path, input]
  const question = hashKey(queryKey)
  // An administrator's answers are never kept on the device.
  const isKept = endpoint.audience !== 'admin' && !options.isSecret
  const kept = () => (isKept ? readStoredAnswer<ResponseOf<E>>(question) : undefined)
  const query = useQuery<ResponseOf<E>>({
    queryKey,
    queryFn: () => read(endpoint, input),
    // The same until the next answer, or every rendering would begin a new wait.
    refetchInterval: ({ state }) => (options.poll ? pauseAfter(state.error, options.poll * PACE) : false),
    enabled: options.enabled ?? true,
    ...(options.keepPrevious && { placeholderData: keepPreviousData }),
    initialData: () => kept()?.data,
    initialDataUpdatedAt: () => kept()?.at,
    // The kept answer is shown, and never taken for an answer to this page.
    refetchOnMount: ({ state }) => (state.dataUpdateCount === 0 ? 'always' : true),
    meta: { isKept },
  })
  // The answer to another input says nothing of this one: neither that it was answered nor from when it is.
  const hasData = query.data !== undefined && !query.isPlaceholderData
  const error = useLastError(question, query.error, !hasData && query.isFetching)
  const isSlow = useSlow(query.isFetching)
  const isError = error !== null
  const isFailing = isError || query.failureCount > 0 || isSlow
  // While it is tried again the library would show the other input's once more.
  const isPlaceholderData = query.isPlaceholderData && !isError
  return {
    ...query,
    data: hasData || isPlaceholderData ? query.data : undefined,
    isPlaceholderData,
    error,
    isError,
    staleSince: hasData && isFailing ? madridTime(onServiceClock(query.dataUpdatedAt)) : null,
    isRetrying: !hasData && !isError && isFailing,
    address: addressOf(endpoint, input),
  }
}

/** The error, also while it is tried again: a user who reads it, or is about to press the retry, keeps it. */
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

/**
 * Shows at once what a write has made of an answer, whatever was asked for; an answer that is still on its way from before
 * must not undo that.
 */
export async function patchCache<E extends Endpoint>(
  { path }: E,
  change: (shown: ResponseOf<E>) => ResponseOf<E>,
): Promise<void> {
  const queryKey = [path]
  await queryClient.cancelQueries({ queryKey })
  queryClient.setQueriesData<ResponseOf<E>>({ queryKey }, (shown) => shown && change(shown))
}

/** Asks again for what these reads show, whatever their input. */
export async function refresh(...endpoints: readonly Endpoint[]): Promise<void> {
  await Promise.all(endpoints.map(({ path }) => queryClient.invalidateQueries({ queryKey: [path] })))
}
