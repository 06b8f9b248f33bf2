import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { Icon } from './icon.tsx'
import './notice.css'
import './skeleton.css'

export const EmptyState = ({ title, children }: { title: string; children?: ReactNode }) => (
  <div className="notice">
    <p className="notice__title">{title}</p>
    {children && <div className="notice__text">{children}</div>}
  </div>
)

export const ErrorState = ({
  title,
  onRetry,
  retrying = false,
  children,
}: {
  title: string
  onRetry: () => void
  retrying?: boolean
  children?: ReactNode
}) => (
  <div className="notice" role="alert">
    <Icon name="alert" />
    <p className="notice__title">{title}</p>
    {children && <div className="notice__text">{children}</div>}
    <Button onClick={onRetry} pending={retrying}>
      다시 시도
    </Button>
  </div>
)

type ReadErrorProps = { title: string; read: { isFetching: boolean; refetch: () => unknown } }

export const ReadError = ({ title, read }: ReadErrorProps) => (
  <ErrorState title={title} onRetry={() => void read.refetch()} retrying={read.isFetching} />
)

const ConnectionNote = ({ text }: { text: string | false }) => (
  <p className="live note small stale-note" role="status">
    {text}
  </p>
)

export const RetryNote = ({ shown }: { shown: boolean }) => (
  <ConnectionNote text={shown && '연결이 불안정해 다시 시도 중입니다'} />
)

export const StaleNote = ({ since }: { since: string | null }) => (
  <ConnectionNote text={since !== null && `${since} 기준 · 연결되지 않아 다시 시도 중입니다`} />
)

type Shape = 'text' | 'small' | 'title' | 'tap' | 'chip' | 'control' | 'cell' | 'card'

export const Skeleton = ({ shape = 'text', short = false }: { shape?: Shape; short?: boolean }) => (
  <span className="skeleton" data-shape={shape} data-short={short || undefined} aria-hidden="true" />
)

export const Skeletons = ({ count, shape }: { count: number; shape: Shape }) =>
  Array.from({ length: count }, (_, i) => <Skeleton key={i} shape={shape} />)
