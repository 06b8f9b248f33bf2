import { useEffect, useLayoutEffect, useRef, type ReactNode } from 'react'
import './page.css'
import { Button } from './controls.tsx'
import { Icon } from './icon.tsx'
import './notice.css'
import './skeleton.css'

type Props = {
  /** For the browser's tab and history. */
  title: string
  width?: 'narrow' | 'normal' | 'wide' | 'broad' | 'full'
  children: ReactNode
}

/** Resets scroll and focus after navigation, as a page load does. */
export function Page({ title, width = 'normal', children }: Props) {
  const ref = useRef<HTMLElement>(null)
  useEffect(() => {
    document.title = title
  }, [title])
  // Before effects of children, which may scroll.
  useLayoutEffect(() => {
    // Braces: newer browsers return a promise, which React would take for a cleanup.
    scrollTo(0, 0)
  }, [])
  useEffect(() => {
    // Keeps the focus of an autofocused field.
    if (document.activeElement === document.body) ref.current?.focus({ preventScroll: true })
  }, [])
  return (
    <main className="page" data-width={width} ref={ref} tabIndex={-1}>
      {children}
    </main>
  )
}

export const EmptyState = ({ title, children }: { title: ReactNode; children?: ReactNode }) => (
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

const ConnectionNote = ({ children }: { children: ReactNode }) => (
  <p className="live note small stale-note" role="status">
    {children}
  </p>
)

export const RetryNote = ({ shown }: { shown: boolean }) => (
  <ConnectionNote>{shown && '연결이 불안정해 다시 시도 중입니다'}</ConnectionNote>
)

export const StaleNote = ({ since }: { since: string | null }) => (
  <ConnectionNote>
    {since !== null && (
      <span>
        <span translate="no">{since}</span> 기준 · 연결되지 않아 다시 시도 중입니다
      </span>
    )}
  </ConnectionNote>
)

type Shape = 'text' | 'small' | 'title' | 'tap' | 'chip' | 'control' | 'cell' | 'card'

export const Skeleton = ({ shape = 'text', short = false }: { shape?: Shape; short?: boolean }) => (
  <span className="skeleton" data-shape={shape} data-short={short || undefined} aria-hidden="true" />
)

export const Skeletons = ({ count, shape }: { count: number; shape: Shape }) =>
  Array.from({ length: count }, (_, i) => <Skeleton key={i} shape={shape} />)

export const ScreenSkeleton = () => (
  <Page title="불러오는 중">
    <div className="stack" aria-busy="true">
      <p className="visually-hidden">불러오는 중</p>
      <Skeleton shape="title" short />
      <Skeletons count={2} shape="card" />
    </div>
  </Page>
)
