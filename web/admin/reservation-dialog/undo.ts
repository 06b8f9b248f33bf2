import type { Instant } from '../../../domain/madrid-time.ts'
import { onForget } from '../../api/session.ts'
import { now } from '../../browser/clock.ts'
import { makeStore } from '../../ui/store.ts'

/** `until` is server time. */
export type Undo = { text: string; until: Instant; undo: () => Promise<void> }

const undos = makeStore<readonly Undo[]>([])

const open = () => undos.get().filter(({ until }) => now() < until)

export const offerUndo = (undo: Undo): void => undos.set([...open(), undo])

export function undoLatest(): void {
  const latest = open().at(-1)
  if (!latest) return
  undos.set(open().slice(0, -1))
  void latest.undo()
}

export const dropClosed = (): void => undos.set(open())

/** Oldest first; some may have expired. */
export const useUndos = undos.useValue

onForget(() => undos.set([]))
