import type { ComponentProps, FormEvent } from 'react'
import { typePhone } from '../../../domain/phone.ts'
import { FieldFrame, type FieldProps } from '../field.tsx'
import { rewrite } from './rewrite.ts'

type Props = FieldProps &
  Omit<ComponentProps<'input'>, 'type' | 'defaultValue'> & {
    defaultValue?: string | number | undefined
  }

export function PhoneField({
  label,
  name,
  error,
  hint,
  optional,
  required,
  defaultValue,
  onInput,
  ...input
}: Props) {
  const format = (event: FormEvent<HTMLInputElement>) => {
    rewrite(event.currentTarget, typePhone)
    onInput?.(event as never)
  }
  return (
    <FieldFrame label={label} name={name} error={error} hint={hint} optional={optional} required={required}>
      {(wired) => (
        <input
          placeholder="010-1234-5678"
          autoComplete="tel-national"
          {...input}
          {...wired}
          className="field__control numerals"
          type="tel"
          defaultValue={typePhone(String(defaultValue ?? ''))}
          onInput={format}
        />
      )}
    </FieldFrame>
  )
}
