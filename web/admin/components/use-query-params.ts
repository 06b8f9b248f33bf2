import { useSearchParams } from 'wouter'
import { queryText, type Values } from '../../api/client.ts'

/** Anything but a page number is the first page. */
export const pageOf = (value: string | null): number =>
  /^[1-9]\d{0,5}$/.test(value ?? '') ? Number(value) : 1

/** View state in the address, so that reload and back button keep it. */
export function useQueryParams() {
  const [values, setValues] = useSearchParams()
  return {
    values,
    /** Empty values are removed. `replace` adds no step to the history. */
    change: (changes: Values, options?: { replace: boolean }) =>
      setValues((now) => queryText({ ...Object.fromEntries(now), ...changes }), options),
  }
}

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
