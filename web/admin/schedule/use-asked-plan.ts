import { useEffect, useState } from 'react'
import { useSearchParams } from 'wouter'
import { ROOMS, TOURS, type SlotKind } from './slot-kind.ts'

/** Asks for the dialog that makes slots for many, as a link with `?plan=tour` or `?plan=room` does. */
export function useAskForPlan(): (kind: SlotKind) => void {
  const [, setSearch] = useSearchParams()
  return (kind) =>
    setSearch((before) => ({ ...Object.fromEntries(before), plan: kind.type }), { replace: true })
}

/**
 * The plan that an address asks for. It leaves the address as soon as it is open, so that neither the back button nor
 * a reload opens it again, and the tab beneath it becomes that of its slots.
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
        // A filter of another tab means nothing on this one.
        return rest['tab'] === tab ? rest : { tab }
      },
      { replace: true },
    )
  }, [asked, setSearch])
  return { kind, close: () => setKind(null) }
}
