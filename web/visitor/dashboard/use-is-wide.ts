import { useSyncExternalStore } from 'react'

const query = matchMedia('(min-width: 1024px)')

function subscribe(listener: () => void) {
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

export const isWide = (): boolean => query.matches

/** True from the width on at which all docents or rooms of a day stand side by side. */
export const useIsWide = (): boolean => useSyncExternalStore(subscribe, isWide)
