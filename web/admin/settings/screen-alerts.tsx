import { useState } from 'react'
import { changeScreenAlerts, listScreens, type ScreenAlerts } from '../../../contract/admin/screens.ts'
import { call } from '../../api/client.ts'
import { refresh } from '../../api/reads/use-read.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/choice/checkbox.tsx'
import { withToast } from '../components/with-toast.ts'

type Props = { alerts: ScreenAlerts; onEdit: () => void }

export const AlertsRow = ({ alerts, onEdit }: Props) => {
  const { alert_email, walls_off_from, walls_off_until } = alerts
  return (
    <div className="row" data-wrap>
      <AlertsBox alerts={alerts.alerts} />
      <span className="muted small numerals">
        {alert_email ?? '문의 이메일'}
        {walls_off_from !== null && ` · ${walls_off_from} ~ ${walls_off_until} 제외`}
      </span>
      <Button size="small" onClick={onEdit}>
        알림 설정
      </Button>
    </div>
  )
}

function AlertsBox({ alerts }: { alerts: boolean }) {
  const [wanted, setWanted] = useState<boolean | null>(null)
  const change = async (next: boolean) => {
    setWanted(next)
    try {
      await withToast(
        () => call(changeScreenAlerts, { body: { alerts: next } }),
        '알림 설정을 변경하지 못했습니다.',
      )
    } catch {
      // A toast has explained it; the box shows the stored value again.
    } finally {
      await refresh(listScreens)
      setWanted(null)
    }
  }
  return (
    <Checkbox
      checked={wanted ?? alerts}
      disabled={wanted !== null}
      onChange={(event) => void change(event.target.checked)}
    >
      화면이 10분 동안 응답하지 않으면 이메일로 알림
    </Checkbox>
  )
}
