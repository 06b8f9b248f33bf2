import { keepPreviousData, QueryClient, useQuery } from '@tanstack/react-query'
import type { CallInput, Endpoint, ResponseOf } from '../contract/endpoint.ts'
import { madridTime } from '../domain/madrid-time.ts'
import { ApiError, call } from './api.ts'
import { onServiceClock } from './now.ts'
import { onForget } from './session.ts'

/** How often lists and schedules are asked for again. */
export const POLL_MS = 30_000

const mayPass = (error: Error) => !(error instanceof ApiError) || error.status >= 500

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // navigator.onLine is wrong in many halls: always try, and say plainly when nobody answers.
      networkMode: 'always',
      refetchOnReconnect: true,
      staleTime: 5_000,
      retry: (failures, error) => failures < 2 && mayPass(error),
      // Spread, so that a thousand phones do not come back in the same second.
      retryDelay: (failures) => 1_000 * 2 ** failures * (0.75 + Math.random() / 2),
    },
  },
})

onForget(() => queryClient.clear())

type ReadOptions = {
  poll?: number
  enabled?: boolean
  /** What another input gave stays on screen until this one is answered: the pages of a list. */
  keepPrevious?: boolean
}

/**
 * What a GET answers, as server state shared by all screens that ask the same. Old data stays when a later call fails;
 * `staleSince` is then the wall time (`HH:MM`) that the data is from, else null.
 */
export function useRead<E extends Endpoint>(endpoint: E, input: CallInput<E>, options: ReadOptions = {}) {
  const query = useQuery<ResponseOf<E>>({
    queryKey: [endpoint.path, input],
    queryFn: () => call(endpoint, input),
    refetchInterval: options.poll ?? false,
    enabled: options.enabled ?? true,
    ...(options.keepPrevious && { placeholderData: keepPreviousData }),
  })
  const isStale = query.isError && query.data !== undefined
  return { ...query, staleSince: isStale ? madridTime(onServiceClock(query.dataUpdatedAt)) : null }
}

/** Asks again for what these reads show, whatever their input. */
export async function refresh(...endpoints: readonly Endpoint[]): Promise<void> {
  await Promise.all(endpoints.map(({ path }) => queryClient.invalidateQueries({ queryKey: [path] })))
}
