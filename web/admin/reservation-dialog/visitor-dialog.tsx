import { useId, type FocusEvent } from 'react'
import type { Dashboard } from '../../../contract/admin/dashboard.ts'
import { MAX_LENGTH } from '../../../contract/field.ts'
import { editVisitor, partySizeText } from '../../../contract/admin/reservation-edits.ts'
import type { Reservation } from '../../../contract/reservation.ts'
import { formatPhone } from '../../../domain/phone.ts'
import { checkPartySize, TOUR_MAX_VISITORS } from '../../../domain/visitor.ts'
import { call } from '../../api/client.ts'
import { Field } from '../../ui/field.tsx'
import { useForm } from '../../ui/use-form.ts'
import { NumberField } from '../../ui/number-field.tsx'
import { failureText } from './decisions.ts'
import { CurrentValue, EditDialog } from '../components/edit-dialog.tsx'
import { useOvertaking } from './use-reservation-conflict.ts'

type Props = { reservation: Reservation; places: Pick<Dashboard, 'rooms'>; onClose: () => void }

const TEXTS = {
  VIP_TOUR: [
    ['company', '회사 · 방문 대표자'],
    ['name', '방문자 · 현장 담당자'],
  ],
  GROUP_MEETING: [
    ['title', '미팅명'],
    ['company', '상대 회사명'],
    ['name', '방문자 · 상대 미팅룸명'],
    ['manager_name', '현장 미팅 담당자명'],
  ],
} as const

const visitorOf = ({ visitor }: Reservation): Record<string, string | number> =>
  Object.fromEntries(Object.entries(visitor).map(([name, value]) => [`visitor.${name}`, value]))

/** Corrects who visits. */
export function VisitorDialog({ reservation, places, onClose }: Props) {
  const formId = useId()
  const { id, type } = reservation
  const max = maxVisitors(reservation, places)
  const { initial, expected_updated_at, others, told, save } = useOvertaking(reservation, visitorOf)
  const form = useForm({
    schema: editVisitor.body!,
    initial,
    complete: (typed) => ({ ...typed, type, expected_updated_at }),
    check: (body) => {
      const problem = body.type === 'VIP_TOUR' ? null : checkPartySize(body.visitor.count, max)
      return problem ? { 'visitor.count': partySizeText(problem, max) } : {}
    },
    submit: (body) =>
      save(
        () => call(editVisitor, { params: { id: String(id) }, body }),
        '방문자 정보 수정 중 오류가 발생했습니다.',
        onClose,
      ),
    failed: failureText,
  })
  const field = (name: string, unit = '') => ({
    ...form.field(`visitor.${name}`),
    hint: others[`visitor.${name}`] !== undefined && (
      <CurrentValue form={form} name={`visitor.${name}`} value={others[`visitor.${name}`]!} unit={unit} />
    ),
  })
  const phone = field('phone')
  return (
    <EditDialog title="방문자 정보 수정" formId={formId} form={form} told={told} onClose={onClose}>
      {TEXTS[type].map(([name, label], i) => (
        <Field
          {...field(name)}
          key={name}
          label={label}
          maxLength={MAX_LENGTH.name}
          autoComplete="off"
          data-autofocus={i === 0 || undefined}
        />
      ))}
      <Field
        {...phone}
        label="연락처"
        type="tel"
        className="numerals"
        autoComplete="off"
        hint={phone.hint || '하이픈을 포함해 입력해주세요. 예: 010-1234-5678, 02-123-4567'}
        onBlur={hyphenate}
      />
      <NumberField {...field('count', '명')} label={`방문 인원 (최대 ${max}명)`} min={1} max={max} />
    </EditDialog>
  )
}

/** The room's capacity of today counts; that of the booking only once the room is gone. */
function maxVisitors(reservation: Reservation, { rooms }: Props['places']): number {
  if (reservation.type === 'VIP_TOUR') return TOUR_MAX_VISITORS
  const { id, size } = reservation.room
  return rooms.find((room) => room.id === id)?.size ?? size
}

/** A mobile number typed in one go needs no hyphens; other numbers are grouped in several ways. */
function hyphenate({ currentTarget: input }: FocusEvent<HTMLInputElement>) {
  if (/^\d{11}$/.test(input.value)) input.value = formatPhone(input.value)
}
