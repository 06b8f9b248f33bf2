import { useEffect, useState } from 'react'
import { useSearchParams } from 'wouter'
import { ROOMS, TOURS, type SlotKind } from './slot-kind.ts'

/** Also opened by a link with `?plan=tour` or `?plan=room`. */
export function useAskForPlan(): (kind: SlotKind) => void {
  const [, setSearch] = useSearchParams()
  return (kind) =>
    setSearch((before) => ({ ...Object.fromEntries(before), plan: kind.type }), { replace: true })
}

/**
 * Removed from the address at once, so that back and reload do not open it again. The tab of its slots opens below.
 */
export function useAskedPlan(): { kind: SlotKind | null; close: () => void } {
  const [search, setSearch] = useSearchParams()
  const [kind, setKind] = useState<SlotKind | null>(null)
  const asked = [TOURS, ROOMS].find(({ type }) => type === search.get('plan'))
  if (asked && kind !== asked) setKind(asked)
  useEffect(() => {
    if (!asked) return
    const tab = `${asked.type}-slots`
    setSearch(
      (before) => {
        const { plan: _, ...rest } = Object.fromEntries(before)
        // Filters of another tab do not apply.
        return rest['tab'] === tab ? rest : { tab }
      },
      { replace: true },
    )
  }, [asked, setSearch])
  return { kind, close: () => setKind(null) }
}
