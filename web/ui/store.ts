import { useSyncExternalStore } from 'react'

/** A value outside React's tree that components follow. */
export function makeStore<Value>(value: Value) {
  const listeners = new Set<() => void>()
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }
  const get = () => value
  return {
    get,
    subscribe,
    set: (next: Value) => {
      value = next
      for (const listener of listeners) listener()
    },
    useValue: () => useSyncExternalStore(subscribe, get),
  }
}
