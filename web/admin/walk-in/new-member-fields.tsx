import { useEffect, useRef, useState } from 'react'
import type { Member } from '../../../contract/member.ts'
import { Button, Field, type FieldProps } from '../../ui/controls.tsx'
import { PhoneField } from '../../ui/form/phone-field.tsx'
import { write } from './use-walk-in-form.ts'
import { isMemberPhone } from '../../../domain/phone.ts'
import { listMembers } from '../../../contract/admin/members.ts'
import { useMay } from '../components/use-may.ts'
import { useMembers } from '../components/use-members.ts'
import { useSettled } from '../components/use-settled.ts'

type Wired = Pick<FieldProps, 'name' | 'error'> & { defaultValue: string | number | undefined }

export type Newcomer = Pick<Member, 'name' | 'phone' | 'company_name'> & { email: string }

type Props = {
  field: (name: string) => Wired
  /** The search text, for the field that it fits. */
  searched: string
  /** Hidden fields keep what was typed. */
  isShown: boolean
  /** Whenever a field is left. */
  onTyped: (newcomer: Newcomer) => void
  /** The phone or e-mail belongs to a member. */
  onKnown: (member: Member) => void
  onBack: () => void
}

export function NewMemberFields({ field, searched, isShown, onTyped, onKnown, onBack }: Props) {
  const fields = useRef<HTMLFieldSetElement>(null)
  const [typed, setTyped] = useState({ phone: '', email: '' })
  const known = { phone: useKnownMember('phone', typed.phone), email: useKnownMember('email', typed.email) }
  useEffect(() => {
    if (!isShown) return
    takeOver(fields.current, searched)
    firstEmpty(fields.current)?.focus()
  }, [isShown, searched])
  const offered = (which: 'phone' | 'email') =>
    known[which] && <Known member={known[which]} onChoose={() => onKnown(known[which]!)} />
  const of = (name: string) => ({
    ...field(`new_member.${name}`),
    onInput: () => setTyped(newcomerIn(fields.current)),
    onBlur: () => onTyped(newcomerIn(fields.current)),
  })
  return (
    <fieldset ref={fields} className="free-time__fields walk-in__visitor" hidden={!isShown}>
      <legend className="strong">새 회원</legend>
      <Field label="이름" autoComplete="off" maxLength={100} {...of('name')} />
      <PhoneField label="전화번호" autoComplete="off" hint={offered('phone')} {...of('phone')} />
      <Field
        label="이메일"
        type="email"
        autoComplete="off"
        maxLength={254}
        hint={offered('email')}
        {...of('email')}
      />
      <Field label="회사명" autoComplete="off" maxLength={100} {...of('company_name')} />
      <Field label="직책" autoComplete="off" maxLength={100} {...of('position')} />
      <div>
        <Button size="small" onClick={onBack}>
          가입된 회원에서 선택
        </Button>
      </div>
    </fieldset>
  )
}

const inputs = (fields: HTMLFieldSetElement | null) =>
  [...(fields?.elements ?? [])].filter((each) => each instanceof HTMLInputElement)

/** Only into an empty field. */
function takeOver(fields: HTMLFieldSetElement | null, searched: string) {
  const digits = searched.replaceAll(/\D/g, '')
  const name = searched.includes('@') ? 'email' : digits.length >= 7 ? 'phone' : digits ? null : 'name'
  const field = inputs(fields).find((each) => each.name === `new_member.${name}`)
  if (field?.value === '') write(field, searched)
}

const firstEmpty = (fields: HTMLFieldSetElement | null) =>
  inputs(fields).find(({ value }) => value === '') ?? inputs(fields)[0]

function newcomerIn(fields: HTMLFieldSetElement | null): Newcomer {
  const valueOf = (name: string) =>
    inputs(fields).find((each) => each.name === `new_member.${name}`)?.value ?? ''
  return {
    name: valueOf('name'),
    phone: valueOf('phone'),
    email: valueOf('email'),
    company_name: valueOf('company_name'),
  }
}

const Known = ({ member, onChoose }: { member: Member; onChoose: () => void }) => (
  <span className="walk-in__known" role="status">
    <span>{`이미 가입된 회원입니다: ${member.name} (${member.company_name})`}</span>
    <button type="button" className="member-picker__retry" onClick={onChoose}>
      이 회원으로 예약
    </button>
  </span>
)

const isWhole = { phone: isMemberPhone, email: (text: string) => /.@.+\../.test(text) }

/** Once the phone or e-mail is complete. */
function useKnownMember(field: 'phone' | 'email', typed: string): Member | undefined {
  const settled = useSettled(typed.trim().toLowerCase())
  const may = useMay()
  const { data } = useMembers({ search: settled }, { enabled: may(listMembers) && isWhole[field](settled) })
  return settled === typed.trim().toLowerCase()
    ? data?.results.find((each) => each[field] === settled)
    : undefined
}
