import type { FocusEvent } from 'react'
import type { Dashboard } from '../../../contract/admin/dashboard.ts'
import { MAX_LENGTH } from '../../../contract/field.ts'
import { editVisitor, partySizeText } from '../../../contract/admin/reservation-edits.ts'
import type { Reservation } from '../../../contract/reservation.ts'
import { editFieldsOf, type Visitor } from '../../../contract/visitor.ts'
import { formatPhone, nationalPhone } from '../../../domain/phone.ts'
import { checkPartySize, TOUR_MAX_VISITORS } from '../../../domain/booking.ts'
import { call } from '../../api/client.ts'
import { Field } from '../../ui/controls.tsx'
import { useForm } from '../../ui/form/form.tsx'
import { NumberField } from '../../ui/choice/number-field.tsx'
import { failureText } from './decide.ts'
import { EditDialog } from '../components/form-dialog.tsx'
import { fieldsWithCurrent } from '../components/edit-conflict.tsx'
import { useReservationEdit } from './use-reservation-edit.ts'

type Props = { reservation: Reservation; places: Pick<Dashboard, 'rooms'>; onClose: () => void }

const visitorFields = ({ visitor }: Reservation): Record<string, string | number> =>
  Object.fromEntries(Object.entries(visitor).map(([name, value]) => [`visitor.${name}`, value ?? '']))

/** Only a visitor without an account may have no phone, and no manager. */
const withoutEmpty = ({ phone, manager_name, ...rest }: Visitor, isGuest: boolean) => ({
  ...rest,
  phone: isGuest ? phone || null : phone,
  manager_name: isGuest ? manager_name : manager_name || undefined,
})

const FAILED = '방문자 정보 수정 중 오류가 발생했습니다.'

export function VisitorDialog({ reservation, places, onClose }: Props) {
  const { id, type } = reservation
  const max = maxVisitors(reservation, places)
  const isGuest = reservation.user === null
  const { opened, conflict, changeOf, save } = useReservationEdit(reservation, FAILED, onClose)
  const form = useForm({
    schema: editVisitor.body!,
    initial: visitorFields(opened),
    complete: (typed) => ({ ...typed, type, visitor: withoutEmpty(typed['visitor'] as Visitor, isGuest) }),
    check: (body) => {
      const problem = body.type === 'VIP_TOUR' ? null : checkPartySize(body.visitor.count, max)
      return problem ? { 'visitor.count': partySizeText(problem, max) } : {}
    },
    submit: (body) =>
      save(({ visitor }) => call(editVisitor, { params: { id }, body: { ...body, expected: { visitor } } })),
    failed: failureText,
  })
  const fieldOf = fieldsWithCurrent(form, changeOf)
  const field = (name: string, unit?: string, hint?: string) => fieldOf(`visitor.${name}`, unit, hint)
  return (
    <EditDialog title="방문자 정보 수정" form={form} conflict={conflict} onClose={onClose}>
      {editFieldsOf(type)
        .filter(({ kind }) => !kind)
        .map(({ field: name, label, missing }, i) => (
          <Field
            {...field(name)}
            key={name}
            label={label}
            optional={missing === undefined || (isGuest && name === 'manager_name')}
            maxLength={MAX_LENGTH.name}
            autoComplete="off"
            data-autofocus={i === 0 || undefined}
          />
        ))}
      <Field
        {...field('phone', '', '하이픈을 포함해 입력해주세요. 예: 010-1234-5678, 02-123-4567')}
        label="연락처"
        optional={isGuest}
        type="tel"
        className="numerals"
        autoComplete="off"
        onBlur={hyphenate}
      />
      <NumberField {...field('count', '명')} label={`방문 인원 (최대 ${max}명)`} max={max} />
    </EditDialog>
  )
}

/** The room's current capacity; the booked one if the room is deleted. */
function maxVisitors(reservation: Reservation, { rooms }: Props['places']): number {
  if (reservation.type === 'VIP_TOUR') return TOUR_MAX_VISITORS
  const { id, size } = reservation.room
  return rooms.find((room) => room.id === id)?.size ?? size
}

/** Only mobile numbers have a single way of grouping. */
function hyphenate({ currentTarget: input }: FocusEvent<HTMLInputElement>) {
  const phone = nationalPhone(input.value.trim())
  input.value = /^\d{11}$/.test(phone) ? formatPhone(phone) : phone
}
