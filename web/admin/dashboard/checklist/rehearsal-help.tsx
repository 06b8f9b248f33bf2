import type { Setup } from '../../../../contract/admin/setup.ts'

export function RehearsalHelp({ facts: { next_date, rehearsal } }: { facts: Setup }) {
  return (
    <section className="checklist__rehearsal" aria-labelledby="rehearsal-help">
      <h3 id="rehearsal-help">리허설</h3>
      <p>
        {rehearsal ? (
          <strong>지금은 리허설입니다. 실제 행사의 서버는 CLOCK_START 없이 시작해주세요.</strong>
        ) : (
          '지금은 실제 시각으로 운영 중입니다.'
        )}
      </p>
      <p className="muted small">
        <code>npm run rehearse -- {next_date ?? '2026-11-20'}T09:00</code> 명령은 행사의 복사본을 만들어 그
        시각부터 흐르는 시계로 실행합니다. 행사 당일의 예약·승인·현황판을 실제 데이터를 건드리지 않고 미리
        해볼 수 있으며, 메일은 발송되지 않습니다.
      </p>
    </section>
  )
}
