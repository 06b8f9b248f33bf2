/**
 * The date of several, ascending, that somebody wants to see: the wanted one while the event has it; else today, the next
 * date of the event, or its last one.
 */
export const dateToShow = (
  dates: readonly string[],
  today: string,
  wanted?: string | null,
): string | undefined =>
  dates.find((date) => date === wanted) ?? dates.find((date) => date >= today) ?? dates.at(-1)
