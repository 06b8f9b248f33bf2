import { useState } from 'react'
import type { FieldProps } from '../../ui/controls.tsx'
import { TextField } from '../../ui/form/form.tsx'
import { figures } from '../../ui/figures.ts'
import './counted-text.css'

type Props = FieldProps & {
  defaultValue?: string | number | undefined
  max: number
  rows: number
  readOnly: boolean
  onBlank?: (isBlank: boolean) => void
}

export function CountedText({ max, hint, onBlank, ...field }: Props) {
  const [length, setLength] = useState(String(field.defaultValue ?? '').length)
  return (
    <TextField
      {...field}
      required
      maxLength={max}
      data-autofocus
      hint={
        <span className="row" data-spread>
          <span>{hint}</span>
          <span {...figures('counted-text__count')}>
            {length}/{max}
          </span>
        </span>
      }
      onInput={({ currentTarget: { value } }) => {
        setLength(value.length)
        onBlank?.(value.trim() === '')
      }}
    />
  )
}
