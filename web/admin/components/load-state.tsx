import { useEffect, useState, type ReactNode } from 'react'
import { ApiError } from '../../api/client.ts'
import { adminToast } from '../../ui/toast.ts'
import { ErrorBanner } from '../../ui/list/error-banner.tsx'
import { ErrorState, Skeletons } from '../../ui/page.tsx'

export type Read<Data = unknown> = {
  data: Data
  error: Error | null
  isEnabled: boolean
  isPlaceholderData: boolean
  staleSince: string | null
  refetch: () => Promise<{ error: Error | null }>
}

type AllData<Reads extends Record<string, Read>> = {
  [Name in keyof Reads]: Exclude<Reads[Name]['data'], undefined>
}

type Options = {
  /** true: a banner above older data. false: a card if there is no data, and a toast. */
  isBanner?: boolean
  /** Reloaded with the rest, but not waited for. */
  beside?: readonly Read[]
}

/** Combines the reads of a screen: `data` when all have answered, `failure` for `LoadState`. */
export function useReads<Reads extends Record<string, Read>>(
  needed: Reads,
  failed: string | ((problem: Error) => string),
  { isBanner = false, beside = [] }: Options = {},
) {
  const [isReloading, setReloading] = useState(false)
  const reads = Object.values(needed)
  const titleOf = (problem: Error) => (typeof failed === 'string' ? failed : failed(problem))
  const problem = reads.find(({ data, error }) => isFailure(error) && (isBanner || data === undefined))?.error
  const title = problem ? titleOf(problem) : null
  const toast = isBanner ? null : title
  useEffect(() => {
    if (toast !== null) adminToast.error(toast)
  }, [toast])
  const reload = async () => {
    setReloading(true)
    const asked = [...reads, ...beside].filter(({ isEnabled }) => isEnabled)
    const answers = await Promise.all(asked.map(({ refetch }) => refetch()))
    setReloading(false)
    const again = answers.map(({ error }) => error).find(isFailure)
    if (again && !isBanner) adminToast.error(titleOf(again))
  }
  const staleSince = reads.find((read) => read.staleSince !== null)?.staleSince ?? null
  return {
    data: reads.every(({ data }) => data !== undefined)
      ? (Object.fromEntries(Object.entries(needed).map(([name, { data }]) => [name, data])) as AllData<Reads>)
      : undefined,
    failure: problem && title !== null ? { title, reason: reasonOf(problem), staleSince, isBanner } : null,
    staleSince,
    /** Shows older data until another page or search has answered. */
    isBusy: reads.some(({ isPlaceholderData }) => isPlaceholderData),
    isReloading,
    reload: () => void reload(),
  }
}

// The login screen handles 401.
const isFailure = (error: Error | null): error is Error =>
  error !== null && !(error instanceof ApiError && error.status === 401)

const reasonOf = (problem: Error) =>
  problem instanceof ApiError ? problem.text : '서버와 통신할 수 없습니다. 네트워크를 확인해주세요.'

type State = Pick<ReturnType<typeof useReads>, 'failure' | 'isReloading' | 'reload'>

type Props<Data> = {
  reads: State & { data: Data | undefined }
  skeleton?: ReactNode
  children: (data: Data) => ReactNode
}

export const LoadState = <Data,>({ reads, skeleton = <ListSkeleton />, children }: Props<Data>) => (
  <>
    <LoadFailure {...reads} />
    {reads.data !== undefined ? children(reads.data) : !reads.failure && skeleton}
  </>
)

export function LoadFailure({ failure, isReloading, reload }: State) {
  if (!failure) return null
  const { title, reason, staleSince, isBanner } = failure
  if (isBanner) {
    const text = staleSince === null ? reason : `${reason} ${staleSince} 기준 내용입니다.`
    return <ErrorBanner title={title} text={text} onRetry={reload} retrying={isReloading} />
  }
  return (
    <ErrorState title={title} onRetry={reload} retrying={isReloading}>
      {reason !== title && reason}
    </ErrorState>
  )
}

export const Loading = ({ gap, children }: { gap?: 8; children: ReactNode }) => (
  <div className="stack" data-gap={gap} aria-busy="true">
    <p className="visually-hidden">불러오는 중</p>
    {children}
  </div>
)

export const ListSkeleton = () => (
  <Loading gap={8}>
    <Skeletons count={6} shape="control" />
  </Loading>
)

export const CardSkeletons = ({ count }: { count: number }) => (
  <Loading>
    <Skeletons count={count} shape="card" />
  </Loading>
)
