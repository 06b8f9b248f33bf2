import type { Setup } from '../../../../contract/admin/setup.ts'
import { instantOf, isoInMadrid } from '../../../../domain/madrid-time.ts'

/** How a show is rehearsed, and whether this is one. */
export function RehearsalHelp({ facts: { next_date, rehearsal } }: { facts: Setup }) {
  const opening = next_date && instantOf(next_date, '09:00')
  return (
    <section className="checklist__rehearsal" aria-labelledby="rehearsal-help">
      <h3 id="rehearsal-help">리허설</h3>
      <p>
        {rehearsal ? (
          <strong>지금은 리허설입니다. 실제 행사 전에 CLOCK_START 없이 서버를 다시 시작해주세요.</strong>
        ) : (
          '지금은 실제 시각으로 운영 중입니다.'
        )}
      </p>
      <p className="muted small">
        서버를 <code>CLOCK_START={opening ? isoInMadrid(opening) : '2026-11-20T09:00:00+01:00'}</code> 설정과
        함께 시작하면 서비스의 시계가 그 시각부터 흘러, 행사 당일의 예약·승인·현황판을 미리 해볼 수 있습니다.
        메일은 리허설에서도 실제로 발송됩니다.
      </p>
    </section>
  )
}
