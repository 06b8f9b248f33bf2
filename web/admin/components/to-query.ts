type Filter = string | number | null | undefined
type Query<Filters> = {
  [Name in keyof Filters]?: Filters[Name] extends number | null | undefined
    ? string
    : NonNullable<Filters[Name]>
}

/** Leaves out what is empty or `all`. */
export const toQuery = <Filters extends Readonly<Record<string, Filter>>>(filters: Filters) =>
  Object.fromEntries(
    Object.entries(filters).flatMap(([name, value]) =>
      value && value !== 'all' ? [[name, String(value)]] : [],
    ),
  ) as Query<Filters>
