import { MAX_LENGTH } from '../../contract/field.ts'
import { fieldsOf } from '../../contract/visitor.ts'
import { TOUR_MAX_VISITORS } from '../../domain/booking.ts'
import { Field, type FieldProps } from '../ui/controls.tsx'
import { TextField } from '../ui/form/form.tsx'
import { NumberField } from '../ui/choice/number-field.tsx'
import { PhoneField } from '../ui/form/phone-field.tsx'

type Wired = Pick<FieldProps, 'name' | 'error'> & { defaultValue: string | number | undefined }
type Props = {
  field: (name: string) => Wired
  /** The room of a meeting; null for a tour. */
  room: { size: number } | null
  /** Autofill only when users enter their own data. */
  isOwn: boolean
}

/** Fields for visitor, head count and note. */
export function VisitorFields({ field, room, isOwn }: Props) {
  const max = room?.size ?? TOUR_MAX_VISITORS
  const fills = (what: string) => (isOwn ? what : 'off')
  return (
    <>
      {fieldsOf(room ? 'GROUP_MEETING' : 'VIP_TOUR')
        .filter(({ kind }) => !kind)
        .map(({ field: name, label, missing, autoComplete }) => (
          <Field
            key={name}
            label={label}
            optional={missing === undefined}
            autoComplete={autoComplete && fills(autoComplete)}
            {...field(`visitor.${name}`)}
          />
        ))}
      <PhoneField label="연락처" autoComplete={fills('tel-national')} {...field('visitor.phone')} />
      <NumberField
        label="방문 인원"
        hint={<span translate="no">{`최대 ${max}명`}</span>}
        max={max}
        {...field('visitor.count')}
      />
      <TextField label="요청 사항" optional maxLength={MAX_LENGTH.note} {...field('note')} />
    </>
  )
}
