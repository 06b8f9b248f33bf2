const SHAPES = {
  back: 'M15 5l-7 7 7 7',
  close: 'M6 6l12 12M18 6L6 18',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  alert: 'M12 8v5M12 16.5v.01M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18Z',
  chevron: 'M6 9l6 6 6-6',
} as const

export type IconName = keyof typeof SHAPES

/** Decorative: never the only carrier of a meaning. */
export const Icon = ({ name }: { name: IconName }) => <Drawing shape={SHAPES[name]} />

export const Drawing = ({ shape }: { shape: string }) => (
  <svg className="icon" viewBox="0 0 24 24" aria-hidden="true" fill="none">
    <path d={shape} stroke="currentColor" strokeWidth="2" strokeLinecap="round" strokeLinejoin="round" />
  </svg>
)
