import { useSyncExternalStore } from 'react'
import type { Instant } from '../../../domain/madrid-time.ts'
import { onForget } from '../../api/session.ts'
import { now } from '../../browser/clock.ts'

/** An approval that can be undone until then, on the service's clock. */
export type Undo = { text: string; until: Instant; undo: () => Promise<void> }

let undos: readonly Undo[] = []
const listeners = new Set<() => void>()

function change(next: readonly Undo[]) {
  undos = next
  for (const listener of listeners) listener()
}

const open = () => undos.filter(({ until }) => now() < until)

export const offerUndo = (undo: Undo): void => change([...open(), undo])

/** Undoes the latest approval that still can be undone. */
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

/** Forgets the approvals whose time is over. */
export const dropClosed = (): void => change(open())

/** The approvals that could be undone, the oldest first. Some of them may be over. */
export const useUndos = (): readonly Undo[] => useSyncExternalStore(subscribe, () => undos)

onForget(() => change([]))
