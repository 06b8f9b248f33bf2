import type { FormEvent } from 'react'
import { bareCode, CODE_LENGTH } from '../../../../domain/verification-code.ts'
import { Field, type FieldProps } from '../../../ui/controls.tsx'
import { rewrite } from '../../../ui/form/rewrite.ts'
import './code-field.css'

type Props = Omit<FieldProps, 'label'> & { defaultValue?: string | number | undefined }

export const CodeField = (field: Props) => (
  <Field
    label="인증번호"
    className="code-field"
    autoComplete="one-time-code"
    autoCapitalize="characters"
    autoCorrect="off"
    spellCheck={false}
    ref={focus}
    onInput={cut}
    {...field}
  />
)

const focus = (input: HTMLInputElement | null) => input?.focus()

/** `maxLength` would cut a pasted code before its spaces are removed. */
const cut = ({ currentTarget }: FormEvent<HTMLInputElement>) =>
  rewrite(currentTarget, (typed) => bareCode(typed).slice(0, CODE_LENGTH))
