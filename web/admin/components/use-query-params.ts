import { useLocation, useSearch } from 'wouter'

type Changes = Readonly<Record<string, string | number | undefined>>

/** Empty values are removed from the query. */
export function changedQuery(query: string, changes: Changes): string {
  const values = new URLSearchParams(query)
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined || value === '') values.delete(name)
    else values.set(name, String(value))
  }
  const text = String(values)
  return text && `?${text}`
}

/** Anything but a page number is the first page. */
export function pageOf(value: string | null): number {
  const page = Number(value)
  return Number.isInteger(page) && page >= 1 && page <= 1_000_000 ? page : 1
}

/** View state in the address, so that reload and back button keep it. */
export function useQueryParams() {
  const query = useSearch()
  const [path, navigate] = useLocation()
  return {
    values: new URLSearchParams(query),
    /** `replace` adds no step to the history. */
    change: (changes: Changes, { replace = false } = {}) =>
      navigate(path + changedQuery(query, changes), { replace }),
  }
}
