import type { ReactNode } from 'react'
import { Checkbox } from '../../ui/choice/checkbox.tsx'
import './plan-choice.css'
import type { Choice } from './use-choice.ts'

type Props<Id> = {
  legend: string
  items: readonly { id: Id; label: ReactNode }[]
  choice: Choice<Id>
}

export const PlanChoice = <Id extends string | number>({ legend, items, choice }: Props<Id>) => (
  <fieldset className="plan-choice">
    <legend className="strong">{legend}</legend>
    <Checkbox checked={choice.checked} onChange={choice.pressAll}>
      전체<span className="visually-hidden">{` ${legend}`}</span>
    </Checkbox>
    {items.map(({ id, label }) => (
      <Checkbox key={id} checked={choice.has(id)} onChange={() => choice.press(id)}>
        {label}
      </Checkbox>
    ))}
  </fieldset>
)
