import type { FormEvent } from 'react'
import { typePhone } from '../../../domain/phone.ts'
import { FieldFrame, type ControlProps } from '../controls.tsx'
import { rewrite } from './rewrite.ts'

type Props = Omit<ControlProps<'input'>, 'defaultValue'> & { defaultValue?: string | number | undefined }

export function PhoneField({ defaultValue, onInput, ...field }: Props) {
  const format = (event: FormEvent<HTMLInputElement>) => {
    rewrite(event.currentTarget, typePhone)
    onInput?.(event as never)
  }
  return (
    <FieldFrame placeholder="010-1234-5678" autoComplete="tel-national" {...field}>
      {(control) => (
        <input
          {...control}
          className="field__control numerals"
          type="tel"
          defaultValue={typePhone(String(defaultValue ?? ''))}
          onInput={format}
        />
      )}
    </FieldFrame>
  )
}
