const HOUR = 60
const DAY = 24 * HOUR

/** In the two largest units: `45분`, `3시간 20분`, `2일 5시간`. */
export function durationText(minutes: number): string {
  if (minutes < 1) return '1분 미만'
  const parts = [
    [Math.floor(minutes / DAY), '일'],
    [Math.floor((minutes % DAY) / HOUR), '시간'],
    [minutes % HOUR, '분'],
  ] as const
  const first = parts.findIndex(([number]) => number > 0)
  return parts
    .slice(first, first + 2)
    .filter(([number]) => number > 0)
    .map(([number, unit]) => `${number}${unit}`)
    .join(' ')
}
