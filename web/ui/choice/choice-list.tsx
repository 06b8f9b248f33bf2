import type { ReactNode } from 'react'
import './choice-list.css'
import { Icon } from '../icon.tsx'

type Choice<Value> = {
  value: Value
  label: ReactNode
  /** The facts about it, or the reason why it cannot be chosen. */
  notes?: readonly string[]
  disabled?: boolean
}

type Props<Value> = {
  /** The subject of the choice, for assistive technology. */
  legend: string
  name: string
  choices: readonly Choice<Value>[]
  selected: Value | undefined
  /** Also hears of a press on what is selected already. */
  onSelect: (value: Value) => void
  /** Side by side, for short labels; else one below the other. */
  tiles?: boolean
}

/** One of a few, each as large as a thumb; the arrow keys move and choose. */
export const ChoiceList = <Value extends string | number>({
  legend,
  name,
  choices,
  selected,
  onSelect,
  tiles = false,
}: Props<Value>) => (
  <fieldset className="choice-list" data-tiles={tiles || undefined}>
    <legend className="visually-hidden">{legend}</legend>
    {choices.map(({ value, label, notes = [], disabled = false }) => (
      <label key={value} className="choice-list__choice">
        <input
          className="visually-hidden"
          type="radio"
          name={name}
          value={value}
          checked={value === selected}
          disabled={disabled}
          onChange={() => onSelect(value)}
          onClick={() => value === selected && onSelect(value)}
        />
        <span className="choice-list__body">
          <span className="choice-list__label">{label}</span>
          {notes.map((note) => (
            <span key={note} className="choice-list__note">
              {note}
            </span>
          ))}
          {value === selected && <Icon name="check" />}
        </span>
      </label>
    ))}
  </fieldset>
)
