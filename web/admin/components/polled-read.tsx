import { useState } from 'react'
import type { CallInput, Endpoint } from '../../../contract/endpoint.ts'
import { ApiError } from '../../api/client.ts'
import { useRead } from '../../api/reads/use-read.ts'
import { ErrorBanner } from '../../ui/error-banner.tsx'

/**
 * What is read again and again. What another page or filter gave stays on screen, `isOther`, until this one has come; a
 * failure stays told until a read succeeds, also while it is tried again.
 */
export function usePolledRead<E extends Endpoint>(endpoint: E, input: CallInput<E>, poll: number) {
  const { data, error, isError, isPlaceholderData, isFetching, staleSince, refetch } = useRead(
    endpoint,
    input,
    {
      poll,
      keepPrevious: true,
    },
  )
  // A new try clears the query's own error, and what tells of it would flicker.
  const [problem, setProblem] = useState<Error | null>(null)
  const isAnswered = data !== undefined && !isPlaceholderData && !isError
  if (error && error !== problem) setProblem(error)
  if (isAnswered && problem) setProblem(null)
  return {
    data,
    isOther: isPlaceholderData,
    failure: problem && {
      problem,
      // What stands in from another page is not what was asked for.
      staleSince: isPlaceholderData ? null : staleSince,
      retrying: isFetching,
      retry: () => void refetch(),
    },
  }
}

type Failure = ReturnType<typeof usePolledRead>['failure']

/** Says above what is shown that it could not be loaded, and from when it is. */
export function LoadFailure({ title, failure }: { title: string; failure: Failure }) {
  if (!failure || isSignedOut(failure.problem)) return null
  const since = failure.staleSince && `${failure.staleSince} 기준 내용입니다.`
  const text = [reasonOf(failure.problem), since].filter(Boolean).join(' ')
  return <ErrorBanner title={title} text={text} onRetry={failure.retry} retrying={failure.retrying} />
}

const isSignedOut = (problem: Error) => problem instanceof ApiError && problem.status === 401

const reasonOf = (problem: Error) =>
  problem instanceof ApiError ? problem.text : '서버와 통신할 수 없습니다. 네트워크를 확인해주세요.'
