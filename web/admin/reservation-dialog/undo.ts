import { useSyncExternalStore } from 'react'
import type { Instant } from '../../../domain/madrid-time.ts'
import { onForget } from '../../api/session.ts'
import { now } from '../../browser/clock.ts'

/** `until` is server time. */
export type Undo = { text: string; until: Instant; undo: () => Promise<void> }

let undos: readonly Undo[] = []
const listeners = new Set<() => void>()

function change(next: readonly Undo[]) {
  undos = next
  for (const listener of listeners) listener()
}

const open = () => undos.filter(({ until }) => now() < until)

export const offerUndo = (undo: Undo): void => change([...open(), undo])

export function undoLatest(): void {
  const latest = open().at(-1)
  if (!latest) return
  change(open().slice(0, -1))
  void latest.undo()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

export const dropClosed = (): void => change(open())

/** Oldest first; some may have expired. */
export const useUndos = (): readonly Undo[] => useSyncExternalStore(subscribe, () => undos)

onForget(() => change([]))
