import { Link } from 'wouter'
import { PATHS } from '../../../paths.ts'
import { EmptyState } from '../../../ui/notice.tsx'
import { Page } from '../../../ui/page.tsx'

/** An address of the center where there is no screen: an old link, or one that was mistyped. */
export default function Elsewhere() {
  return (
    <Page title="없는 화면 · 관리자 센터" width="full">
      <div className="stack">
        <h1>없는 화면입니다</h1>
        <EmptyState title="이 주소에는 화면이 없습니다.">
          <p>주소를 확인하거나 위의 메뉴에서 화면을 골라주세요.</p>
          <div className="row" data-wrap>
            <Link to={PATHS.adminDashboard} className="button" data-kind="primary">
              대시보드
            </Link>
            <Link to={PATHS.adminReservation} className="button" data-kind="secondary">
              예약 관리
            </Link>
          </div>
        </EmptyState>
      </div>
    </Page>
  )
}
