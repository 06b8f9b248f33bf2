export const amount = (number: number, unit: string): string => `${number.toLocaleString('ko')}${unit}`

/** As in `회원 12명, 예약 29건`, without zero amounts. */
export const amountsText = (amounts: readonly (readonly [number, string, string])[]): string =>
  amounts
    .filter(([number]) => number > 0)
    .map(([number, what, unit]) => `${what} ${amount(number, unit)}`)
    .join(', ')
