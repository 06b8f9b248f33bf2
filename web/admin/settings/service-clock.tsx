import { koreanDate, madridDate, madridTime } from '../../../domain/madrid-time.ts'
import { useNow } from '../../browser/clock.ts'
import { getAttention } from '../../../contract/admin/attention.ts'
import { useRead } from '../../api/reads/use-read.ts'
import './service-clock.css'

export function ServiceClock({ isRehearsal }: { isRehearsal: boolean }) {
  const now = useNow(60_000)
  return (
    <section className="card stack" data-gap="12" aria-labelledby="service-clock">
      <h2 id="service-clock">서비스 시각</h2>
      <p className="settings__clock numerals">
        {koreanDate(madridDate(now))} {madridTime(now)}
      </p>
      <p className="muted small">
        마드리드 현지 시각입니다. 예약 가능 여부, 안내 메일, 현황판이 모두 이 시각을 따릅니다.
      </p>
      {isRehearsal && (
        <div className="settings__notice">
          <p className="strong">리허설 시계로 운영 중입니다.</p>
          <p>
            실제 시각이 아니라 서버를 시작할 때 정한 시각(CLOCK_START)부터 흐릅니다. 실제 행사에서는 이 설정
            없이 서버를 다시 시작해주세요.
          </p>
        </div>
      )}
      <LastBackup />
    </section>
  )
}

function LastBackup() {
  const backup = useRead(getAttention, {}).data?.backup
  if (!backup) return null
  const at = backup.succeeded_at && Date.parse(backup.succeeded_at)
  return (
    <div className={backup.overdue_hours > 0 ? 'settings__notice' : undefined}>
      <p className="strong numerals">
        마지막 자동 백업: {at ? `${koreanDate(madridDate(at))} ${madridTime(at)}` : '아직 없음'}
      </p>
      {backup.overdue_hours > 0 && (
        <p>
          새 백업이 {backup.overdue_hours}시간째 없습니다. 서버의 로그에서 이유를 확인해주세요. 한 시간마다
          다시 시도합니다.
        </p>
      )}
    </div>
  )
}
