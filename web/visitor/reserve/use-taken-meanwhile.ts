import { useState } from 'react'
import type { ChosenSlot } from '../../paths.ts'

const keyOf = (slots: readonly ChosenSlot[]) => slots.map(({ id }) => id).join(' ')

/**
 * What a booking form knows of a time that somebody else took while it was filled in. The refusal is about the time
 * that was asked for: once another one is chosen it is no longer said.
 */
export function useTakenMeanwhile(isGone: boolean, slots: readonly ChosenSlot[]) {
  const [asked, setAsked] = useState({ slots: '', count: 1 })
  const isSame = asked.slots === keyOf(slots)
  return {
    /** To be told at each sending, for how many visitors. */
    ask: (count: number) => setAsked({ slots: keyOf(slots), count }),
    /** For how many it was asked. */
    count: asked.count,
    isTaken: isGone && isSame,
    isMoved: isGone && !isSame,
  }
}
