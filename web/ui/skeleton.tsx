import './skeleton.css'

type Shape = 'text' | 'small' | 'title' | 'tap' | 'chip' | 'control' | 'cell' | 'card'

/** A grey stand-in of the shape of what is coming. `short` is half as wide. */
export const Skeleton = ({ shape = 'text', short = false }: { shape?: Shape; short?: boolean }) => (
  <span className="skeleton" data-shape={shape} data-short={short || undefined} aria-hidden="true" />
)

/** A stand-in `count` times. */
export const Skeletons = ({ count, shape }: { count: number; shape: Shape }) =>
  Array.from({ length: count }, (_, i) => <Skeleton key={i} shape={shape} />)
