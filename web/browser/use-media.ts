import { useCallback, useSyncExternalStore } from 'react'

export function useMedia(query: MediaQueryList): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      query.addEventListener('change', listener)
      return () => query.removeEventListener('change', listener)
    },
    [query],
  )
  return useSyncExternalStore(subscribe, () => query.matches)
}
