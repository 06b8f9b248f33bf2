import type { ComponentProps, FormEvent } from 'react'
import { formatPhone, typePhone } from '../../../domain/phone.ts'
import { FieldFrame, type FieldProps } from '../field.tsx'
import { rewrite } from './rewrite.ts'

type Props = FieldProps &
  Omit<ComponentProps<'input'>, 'type' | 'defaultValue'> & {
    defaultValue?: string | number | undefined
  }

/**
 * A phone number, written 3-4-4 while it is typed or pasted, and as in Korea when it begins with +82. A key too many is
 * not taken; of what is pasted or filled in nothing is cut, so that what is wrong with it is told.
 */
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
    const isKey = (event.nativeEvent as InputEvent).data?.length === 1
    rewrite(event.currentTarget, isKey ? typePhone : formatPhone)
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
          defaultValue={formatPhone(String(defaultValue ?? ''))}
          onInput={format}
        />
      )}
    </FieldFrame>
  )
}
