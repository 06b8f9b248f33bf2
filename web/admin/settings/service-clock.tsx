import { koreanDate, madridDate, madridTime } from '../../../domain/madrid-time.ts'
import { useNow } from '../../browser/clock.ts'
import './service-clock.css'

/** The clock that every rule, mail and board follows, and a warning while it is a rehearsal's. */
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
    </section>
  )
}
