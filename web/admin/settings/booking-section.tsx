import { bookingSettings, MAX_CLOSES_MINUTES } from '../../../contract/admin/settings.ts'
import { AUTO_APPROVE_TEXT } from '../../../contract/text/field-changes.ts'
import { AUTO_APPROVE } from '../../../domain/booking.ts'
import { instantOf, isoInMadrid } from '../../../domain/madrid-time.ts'
import { Field, SelectField } from '../../ui/controls.tsx'
import { CurrentChoice } from '../components/edit-conflict.tsx'
import { SettingsForm, wholeNumber } from './settings-form.tsx'

export default function BookingSection() {
  return (
    <SettingsForm
      section={bookingSettings}
      title="예약 접수"
      name="예약 접수 설정"
      object="예약 접수 설정을"
      intro={
        <p className="muted">
          회원이 화면에서 신청하는 예약에 적용됩니다. 관리자의 현장 예약과 예약 변경은 제한하지 않습니다.
        </p>
      }
      complete={({ booking_opens_at: typed, ...rest }) => ({
        ...rest,
        booking_opens_at: instant(typed as string),
      })}
    >
      {({ from, changeOf, field }) => (
        <>
          <Field
            label="예약 시작"
            type="datetime-local"
            optional
            {...field('booking_opens_at')}
            defaultValue={from.booking_opens_at?.slice(0, 16)}
            hint="마드리드 시각입니다. 그때까지는 예약과 자리 대기를 할 수 없습니다. 비워 두면 바로 시작됩니다."
          />
          <CurrentChoice change={changeOf('booking_opens_at')} />
          <Field
            label="예약 마감 (분)"
            {...wholeNumber(0, MAX_CLOSES_MINUTES)}
            {...field(
              'booking_closes_minutes',
              '분',
              '시작하기 몇 분 전에 마감할지 정합니다. 마감되면 그 시간의 자리 대기도 끝나며 회원에게 메일로 안내합니다. 0이면 시작할 때까지 예약할 수 있습니다.',
            )}
          />
          <SelectField
            label="자동 승인"
            {...field('auto_approve')}
            hint="선택한 등급의 신청은 바로 승인되고 승인 메일이 발송됩니다. 자동으로 승인된 예약은 ‘되돌리기’로 취소할 수 없습니다."
          >
            {AUTO_APPROVE.map((rule) => (
              <option key={rule} value={rule}>
                {AUTO_APPROVE_TEXT[rule]}
              </option>
            ))}
          </SelectField>
          <CurrentChoice change={changeOf('auto_approve')} />
        </>
      )}
    </SettingsForm>
  )
}

/** The server refuses a time that does not exist. */
function instant(typed: string): string | null {
  const [date = '', time] = typed.split('T')
  const at = time ? instantOf(date, time) : null
  return at === null ? typed || null : isoInMadrid(at)
}
