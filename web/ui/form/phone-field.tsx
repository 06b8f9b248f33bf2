import type { ComponentProps, FormEvent } from 'react'
import { formatPhone, phoneDigits } from '../../../domain/phone.ts'
import { FieldFrame, type FieldProps } from '../field.tsx'

type Props = FieldProps &
  Omit<ComponentProps<'input'>, 'type' | 'inputMode' | 'defaultValue'> & {
    defaultValue?: string | number | undefined
  }

/** A phone number, written 3-4-4 while it is typed; anything but digits is left out. */
export function PhoneField({
  label,
  name,
  error,
  hint,
  optional = false,
  defaultValue,
  onInput,
  ...input
}: Props) {
  const format = (event: FormEvent<HTMLInputElement>) => {
    reformat(event.currentTarget)
    onInput?.(event as never)
  }
  return (
    <FieldFrame label={label} name={name} error={error} hint={hint} optional={optional}>
      {(wired) => (
        <input
          placeholder="010-0000-0000"
          autoComplete="tel-national"
          {...input}
          {...wired}
          className="field__control numerals"
          type="tel"
          inputMode="numeric"
          defaultValue={formatPhone(String(defaultValue ?? ''))}
          onInput={format}
        />
      )}
    </FieldFrame>
  )
}

/** Writes the number anew and keeps the caret behind the digit it was behind. */
function reformat(input: HTMLInputElement) {
  const written = formatPhone(input.value)
  if (written === input.value) return
  const caret = input.selectionStart ?? input.value.length
  const digitsBefore = phoneDigits(input.value.slice(0, caret)).length
  input.value = written
  const at = caretAfter(written, digitsBefore)
  input.setSelectionRange(at, at)
}

function caretAfter(written: string, digits: number): number {
  let at = 0
  for (let seen = 0; at < written.length && seen < digits; at += 1) if (written[at] !== '-') seen += 1
  return at
}
