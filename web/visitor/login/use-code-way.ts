import { useState } from 'react'
import { readStored, storeForSession } from '../../browser/session-storage.ts'

/** The field beside the code; without a code, the number of failures. */
export type Way = 'phone' | 'email' | number
export type GoTo = (way: Way) => void

/** In session storage, because people leave to read their mail. */
export function useCodeWay(): [Way, GoTo] {
  const [way, setWay] = useState(() => (readStored('login_way') ?? 0) as Way)
  const goTo = (next: Way) => {
    storeForSession('login_way', JSON.stringify(next))
    setWay(next)
  }
  return [way, goTo]
}
