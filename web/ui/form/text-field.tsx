import type { ComponentProps } from 'react'
import { FieldFrame, type FieldProps } from '../field.tsx'

export const TextField = ({
  label,
  name,
  error,
  hint,
  optional,
  required,
  ...area
}: FieldProps & ComponentProps<'textarea'>) => (
  <FieldFrame label={label} name={name} error={error} hint={hint} optional={optional} required={required}>
    {(wired) => <textarea {...area} {...wired} className="field__control" data-tall />}
  </FieldFrame>
)
