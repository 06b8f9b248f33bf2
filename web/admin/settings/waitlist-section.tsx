import { waitlistSettings } from '../../../contract/admin/settings.ts'
import { Field } from '../../ui/controls.tsx'
import { SettingsForm, wholeNumber } from './settings-form.tsx'
import { figures } from '../../ui/figures.ts'

export default function WaitlistSection() {
  return (
    <SettingsForm
      section={waitlistSettings}
      title="자리 대기"
      name="자리 대기 설정"
      object="자리 대기 설정을"
      intro={
        <p className="muted">
          이미 예약된 시간에 회원이 신청서를 미리 내고 기다립니다. 자리가 나면 VVIP, VIP, 일반 순으로, 같은
          등급에서는 먼저 기다린 순서로 예약이 신청됩니다. 승인은 다른 예약과 같습니다.
        </p>
      }
    >
      {({ stored: { waiting }, field }) => (
        <>
          <Field
            label="회원 한 명의 자리 대기 한도"
            {...wholeNumber(0, 99)}
            {...field(
              'max_waitlist_entries',
              '건',
              '한 번에 기다릴 수 있는 최대 건수입니다. 0으로 저장하면 자리 대기를 받지 않으며, 이미 기다리는 회원은 그대로 순서를 지킵니다.',
            )}
          />
          <p {...figures()}>
            {waiting > 0 ? `지금 자리 대기가 ${waiting}건 있습니다.` : '지금은 자리 대기가 없습니다.'}
          </p>
        </>
      )}
    </SettingsForm>
  )
}
