import { useState } from 'react'
import { checkedOf, type Selection } from '../components/use-selection.ts'

export type Choice<Id> = Omit<Selection<Id>, 'mark' | 'clear'>

/** Items added later are chosen too, if `isChosenAtFirst`. */
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
