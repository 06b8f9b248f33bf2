/** `wanted`, else the next date from `today`, else the last. */
export const dateToShow = (
  dates: readonly string[],
  today: string,
  wanted?: string | null,
): string | undefined =>
  dates.find((date) => date === wanted) ?? dates.find((date) => date >= today) ?? dates.at(-1)
