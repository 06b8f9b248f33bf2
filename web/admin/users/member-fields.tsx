import type { ReactNode } from 'react'
import { Field, type FieldProps } from '../../ui/controls.tsx'
import { PhoneField } from '../../ui/form/phone-field.tsx'

type Wired = Pick<FieldProps, 'name' | 'error'> & {
  defaultValue: string | number | undefined
  hint?: ReactNode
}

export const MemberFields = ({ field }: { field: (name: string) => Wired }) => (
  <>
    <Field label="이름" required maxLength={100} autoComplete="off" {...field('name')} />
    <Field label="이메일" type="email" required maxLength={254} autoComplete="off" {...field('email')} />
    <PhoneField label="전화번호" required autoComplete="off" {...field('phone')} />
    <Field label="회사명" required maxLength={100} autoComplete="off" {...field('company_name')} />
    <Field label="직책" required maxLength={100} autoComplete="off" {...field('position')} />
  </>
)
