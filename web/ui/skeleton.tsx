import './skeleton.css'

type Shape = 'text' | 'small' | 'title' | 'tap' | 'chip' | 'control' | 'cell' | 'card'

export const Skeleton = ({ shape = 'text', short = false }: { shape?: Shape; short?: boolean }) => (
  <span className="skeleton" data-shape={shape} data-short={short || undefined} aria-hidden="true" />
)

export const Skeletons = ({ count, shape }: { count: number; shape: Shape }) =>
  Array.from({ length: count }, (_, i) => <Skeleton key={i} shape={shape} />)
