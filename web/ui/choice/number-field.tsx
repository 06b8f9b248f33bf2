import { useRef } from 'react'
import { FieldFrame, type ControlProps } from '../controls.tsx'
import { Drawing } from '../icon.tsx'
import './number-field.css'

const MINUS = 'M5 12h14'

type Props = ControlProps<'input'> & { max: number }

export function NumberField({ max, ...field }: Props) {
  const ref = useRef<HTMLInputElement>(null)
  const step = (by: 1 | -1) => () => {
    const field = ref.current
    if (!field) return
    const from = Number.isNaN(field.valueAsNumber) ? 1 - by : field.valueAsNumber
    field.value = String(Math.min(max, Math.max(1, from + by)))
    field.dispatchEvent(new Event('input', { bubbles: true }))
  }
  return (
    <FieldFrame {...field}>
      {(control) => (
        <div className="number-field">
          <button type="button" className="number-field__step" aria-label="하나 줄이기" onClick={step(-1)}>
            <Drawing shape={MINUS} />
          </button>
          <input
            {...control}
            ref={ref}
            className="field__control numerals"
            type="number"
            inputMode="numeric"
            min={1}
            max={max}
            step={1}
          />
          <button type="button" className="number-field__step" aria-label="하나 늘리기" onClick={step(1)}>
            <Drawing shape={`${MINUS}M12 5v14`} />
          </button>
        </div>
      )}
    </FieldFrame>
  )
}
