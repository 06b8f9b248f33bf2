import { useId, type ReactNode } from 'react'
import './choice-bar.css'

type Choice<Id extends string> = { id: Id; label: ReactNode }

type Props<Id extends string> = {
  label: string
  choices: readonly Choice<Id>[]
  chosen: Id
  onChoose: (id: Id) => void
}

export function ChoiceBar<Id extends string>({ label, choices, chosen, onChoose }: Props<Id>) {
  const name = useId()
  return (
    <fieldset className="strip frame choice-bar">
      <legend className="visually-hidden">{label}</legend>
      {choices.map(({ id, label: text }) => (
        <label key={id} className="choice-bar__choice" data-selected={id === chosen || undefined}>
          <input
            type="radio"
            className="choice-bar__radio"
            name={name}
            value={id}
            checked={id === chosen}
            onChange={() => onChoose(id)}
          />
          <span>{text}</span>
        </label>
      ))}
    </fieldset>
  )
}
