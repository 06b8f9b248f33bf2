import type { ReactNode } from 'react'
import './choice-list.css'
import { Icon } from '../icon.tsx'

type Choice<Value> = {
  value: Value
  label: ReactNode
  notes?: readonly string[]
  disabled?: boolean
}

type Props<Value> = {
  legend: string
  name: string
  choices: readonly Choice<Value>[]
  selected: Value | undefined
  /** Also called for the selected choice. */
  onSelect: (value: Value) => void
  tiles?: boolean
}

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
          <span className="choice-list__label" translate="no">
            {label}
          </span>
          {notes.map((note) => (
            <span key={note} className="choice-list__note" translate={/\d/.test(note) ? 'no' : 'yes'}>
              {note}
            </span>
          ))}
          {value === selected && <Icon name="check" />}
        </span>
      </label>
    ))}
  </fieldset>
)
