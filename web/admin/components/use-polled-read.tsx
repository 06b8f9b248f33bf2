import { useEffect, useState, type ReactNode } from 'react'
import type { CallInput, Endpoint } from '../../../contract/endpoint.ts'
import { ApiError } from '../../api/client.ts'
import { POLL_MS, useRead } from '../../api/reads/use-read.ts'
import { ErrorState } from '../../ui/notice.tsx'
import { Skeletons } from '../../ui/skeleton.tsx'
import { adminToast } from '../../ui/toast.ts'

const isSignedOut = (error: Error) => error instanceof ApiError && error.status === 401

/** A list that is asked for again while it is shown; `failed` is said when it cannot be had. */
export function useList<E extends Endpoint>(endpoint: E, input: CallInput<E>, failed: string) {
  const { data, error, refetch, staleSince } = useRead(endpoint, input, { poll: POLL_MS })
  const [retrying, setRetrying] = useState(false)
  // A new try clears the query's own error, and the card with the retry would flicker.
  const [problem, setProblem] = useState<Error | null>(null)
  if (error && error !== problem) setProblem(error)
  if (problem && !error && data !== undefined) setProblem(null)
  const hasFailed = problem !== null && data === undefined && !isSignedOut(problem)
  useEffect(() => {
    if (hasFailed) adminToast.error(failed)
  }, [hasFailed, failed])
  const retry = async () => {
    setRetrying(true)
    const again = await refetch()
    setRetrying(false)
    if (again.error && !isSignedOut(again.error)) adminToast.error(failed)
  }
  return { data, problem, failed, staleSince, retry: () => void retry(), retrying }
}

type List = Pick<ReturnType<typeof useList>, 'problem' | 'failed' | 'retry' | 'retrying'>

type GapProps = {
  list: List
  /** The shape of what is coming, when it is not rows. */
  children?: ReactNode
}

/** What stands in for a list that is not there: its shape while it comes, the retry when it could not be had. */
export function ListGap({ list, children }: GapProps) {
  if (list.problem)
    return (
      <ErrorState title={list.failed} onRetry={list.retry} retrying={list.retrying}>
        {list.problem instanceof ApiError
          ? list.problem.text
          : '서버와 통신할 수 없습니다. 네트워크를 확인해주세요.'}
      </ErrorState>
    )
  return (
    <div className="stack" data-gap="8" aria-busy="true">
      <p className="visually-hidden">불러오는 중</p>
      {children ?? <Skeletons count={6} shape="control" />}
    </div>
  )
}
