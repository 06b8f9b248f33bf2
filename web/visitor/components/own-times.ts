import type { ReactNode } from 'react'
import { part } from './part.tsx'

/** The times of a grid that have to do with the member who looks at it. */
export type OwnTimes = {
  /** Those that their own live reservations hold. */
  slots: ReadonlySet<number>
  /**
   * The member's place in the line for a taken time; 0 where they could wait for it, undefined where they cannot.
   * `mayWait`: they may book there.
   */
  lineOf: (slot: number, mayWait: boolean) => number | undefined
  /** The words in the cell of a taken time for a place in its line. */
  lineWords?: (line: number) => ReactNode
  /** Asks whether to wait for these times of the grid, one of which at least is taken. */
  ask?: (slot_ids: readonly number[]) => void
}

export const NO_OWN_TIMES: OwnTimes = { slots: new Set(), lineOf: () => undefined }

/** Tells them when the screen stands: what they follow from would weigh on the first grid. */
export const TellOwnTimes = part(() => import('./own-times/tell-own-times.tsx'), true)
