/** Where a key leads in a grid of `count` cells, or null when it is no key for moving. */
export function stepFrom(key: string, at: number, count: number, columns: number): number | null {
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  const steps: Readonly<Record<string, number>> = {
    ArrowRight: 1,
    ArrowLeft: -1,
    ArrowDown: columns,
    ArrowUp: -columns,
  }
  const step = steps[key]
  if (step === undefined) return null
  const next = at + step
  return next >= 0 && next < count ? next : at
}
