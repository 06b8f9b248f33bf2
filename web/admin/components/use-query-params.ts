import { useLocation, useSearch } from 'wouter'

type Changes = Readonly<Record<string, string | number | undefined>>

/** The query of an address with some of its values changed; empty ones are left out. */
export function changedQuery(query: string, changes: Changes): string {
  const values = new URLSearchParams(query)
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined || value === '') values.delete(name)
    else values.set(name, String(value))
  }
  const text = String(values)
  return text && `?${text}`
}

/** A page number as an address gives it; anything else is the first. */
export function pageOf(value: string | null): number {
  const page = Number(value)
  return Number.isInteger(page) && page >= 1 && page <= 1_000_000 ? page : 1
}

/** The view of a list, kept in the address, so that it outlives a reload and the back button finds it. */
export function useQueryParams() {
  const query = useSearch()
  const [path, navigate] = useLocation()
  return {
    values: new URLSearchParams(query),
    /** Goes there. `replace`: not worth a step of the back button. */
    change: (changes: Changes, { replace = false } = {}) =>
      navigate(path + changedQuery(query, changes), { replace }),
  }
}
