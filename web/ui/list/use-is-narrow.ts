import { useSyncExternalStore } from 'react'

const query = matchMedia('(max-width: 639.98px)')

function subscribe(listener: () => void) {
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

/** The width at which tables become cards. */
export const useIsNarrow = (): boolean => useSyncExternalStore(subscribe, () => query.matches)
