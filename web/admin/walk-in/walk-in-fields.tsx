import { useId } from 'react'
import { NOTE_MAX } from '../../../contract/booking.ts'
import { tierOf, type TierFlags } from '../../../domain/tier.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Field, TextField, type FieldProps } from '../../ui/field.tsx'
import { NumberField } from '../../ui/number-field.tsx'
import { PhoneField } from '../../ui/phone-field.tsx'

type Wired = Pick<FieldProps, 'name' | 'error'> & { defaultValue: string | number | undefined }
type Props = { field: (name: string) => Wired; isRoom: boolean; max: number }

/** Who visits, in the words of the visitor's own form. */
export const VisitorFields = ({ field, isRoom, max }: Props) => (
  <fieldset className="walk-in__visitor">
    <legend className="strong">방문자</legend>
    {isRoom && <Field label="미팅명" {...field('visitor.title')} />}
    <Field label="회사명" autoComplete="off" {...field('visitor.company')} />
    <Field label="방문자명" autoComplete="off" {...field('visitor.name')} />
    {isRoom && <Field label="현장 미팅 담당자명" {...field('visitor.manager_name')} />}
    <PhoneField label="연락처" {...field('visitor.phone')} autoComplete="off" />
    <NumberField label="방문 인원" hint={`최대 ${max}명`} min={1} max={max} {...field('visitor.count')} />
    <div className="walk-in__note">
      <TextField label="요청 사항" optional maxLength={NOTE_MAX} {...field('note')} />
    </div>
  </fieldset>
)

type OverruleProps = { member: TierFlags; place: TierFlags; error: string | undefined }

/** The member's tier is too low: says so, and asks to let them in all the same. */
export function OverruleField({ member, place, error }: OverruleProps) {
  const id = useId()
  const tier = tierOf(member)
  return (
    <div className="walk-in__overrule" role="group" aria-label="등급 제한">
      <p>
        {tierOf(place)} 전용입니다. 선택한 회원은 {tier === 'normal' ? '일반' : tier} 회원입니다.
      </p>
      <Checkbox
        name="overrule_tier"
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? id : undefined}
      >
        이번 예약에만 등급 제한을 적용하지 않습니다. 이력에 기록됩니다.
      </Checkbox>
      {error && (
        <p className="field__error" id={id}>
          {error}
        </p>
      )}
    </div>
  )
}
