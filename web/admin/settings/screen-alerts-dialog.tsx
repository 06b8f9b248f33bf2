import { changeScreenAlerts, listScreens, type ScreenAlerts } from '../../../contract/admin/screens.ts'
import { call } from '../../api/client.ts'
import { refresh } from '../../api/reads/use-read.ts'
import { Field } from '../../ui/controls.tsx'
import { useForm } from '../../ui/form/form.tsx'
import { adminToast } from '../../ui/toast.ts'
import { EditDialog } from '../components/form-dialog.tsx'
import { fieldsWithCurrent, useEditConflict } from '../components/edit-conflict.tsx'
import { failureText } from '../components/with-toast.ts'

const formOf = ({ alert_email, walls_off_from, walls_off_until }: ScreenAlerts) => ({
  alert_email,
  walls_off_from,
  walls_off_until,
})

export default function ScreenAlertsDialog({ from, onClose }: { from: ScreenAlerts; onClose: () => void }) {
  const { conflict, changeOf, attempt } = useEditConflict(formOf(from), async () =>
    formOf(await call(listScreens, {})),
  )
  const form = useForm({
    schema: changeScreenAlerts.body!,
    initial: from,
    complete: (typed) =>
      Object.fromEntries(Object.entries(typed).map(([name, value]) => [name, value || null])),
    submit: async (body) => {
      const saved = await attempt((expected) => call(changeScreenAlerts, { body: { ...body, expected } }))
      if (!saved) return
      adminToast.success(saved.message)
      await refresh(listScreens)
      onClose()
    },
    failed: (failure) => failureText(failure, '화면 알림 설정 저장에 실패했습니다.'),
  })
  const field = fieldsWithCurrent(form, changeOf)
  return (
    <EditDialog title="화면 알림" {...{ form, conflict, onClose }}>
      <Field
        label="알림 받을 이메일"
        type="email"
        optional
        maxLength={254}
        autoComplete="off"
        {...field('alert_email', '', '비워 두면 문의 이메일로 보냅니다.')}
      />
      <div className="settings__hours">
        <Field label="화면을 끄는 시각" type="time" optional {...field('walls_off_from')} />
        <Field label="화면을 켜는 시각" type="time" optional {...field('walls_off_until')} />
      </div>
      <p className="muted small">
        이 시간에는 알리지 않습니다. 화면을 켜는 시각이 지나도 10분 동안 응답이 없는 화면은 그때 알립니다.
        자정을 넘길 수 있습니다(마드리드 시각).
      </p>
    </EditDialog>
  )
}
