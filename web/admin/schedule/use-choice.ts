import { useState } from 'react'
import { checkedOf, type Checked } from '../components/use-selection.ts'

export type Choice<Id> = {
  /** The chosen ones of those that there are, in their order. */
  chosen: readonly Id[]
  checked: Checked
  has: (id: Id) => boolean
  press: (id: Id) => void
  /** All, or none when all are chosen. */
  pressAll: () => void
}

/** A choice that begins with most of a list, also of what is added to it meanwhile. */
export function useChoice<Id>(
  all: readonly Id[],
  isChosenAtFirst: (id: Id) => boolean = () => true,
): Choice<Id> {
  const [pressed, setPressed] = useState<ReadonlyMap<Id, boolean>>(new Map<Id, boolean>())
  const has = (id: Id) => pressed.get(id) ?? isChosenAtFirst(id)
  const chosen = all.filter(has)
  const checked = checkedOf(chosen.length, all.length)
  return {
    chosen,
    checked,
    has,
    press: (id) => setPressed(new Map(pressed).set(id, !has(id))),
    pressAll: () => setPressed(new Map(all.map((id) => [id, checked !== true]))),
  }
}
