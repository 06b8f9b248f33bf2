import type { ReactNode } from 'react'
import { ErrorBanner } from '../../ui/list/error-banner.tsx'
import { ErrorState } from '../../ui/notice.tsx'
import { Skeletons } from '../../ui/skeleton.tsx'
import type { useReads } from './use-reads.ts'

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

const ListSkeleton = () => (
  <Loading gap={8}>
    <Skeletons count={6} shape="control" />
  </Loading>
)

export const CardSkeletons = ({ count }: { count: number }) => (
  <Loading>
    <Skeletons count={count} shape="card" />
  </Loading>
)
