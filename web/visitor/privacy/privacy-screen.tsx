import { getPrivacyNotice } from '../../../contract/privacy.ts'
import { Link } from 'wouter'
import { PATHS } from '../../paths.ts'
import { useRead } from '../../api/reads/use-read.ts'
import { ReadError, Skeletons, Page } from '../../ui/page.tsx'
import './privacy.css'

export default function PrivacyScreen() {
  const notice = useRead(getPrivacyNotice, {})
  return (
    <Page title="개인정보 안내 · 투어·미팅룸 예약">
      <div className="stack" data-gap="24">
        <header className="stack" data-gap="4">
          <h1>개인정보 안내</h1>
          {notice.data && (
            <p className="muted" translate="no">
              {notice.data.event_name}
            </p>
          )}
        </header>
        {notice.data ? (
          <div className="privacy stack">
            {notice.data.text.split(/\n{2,}/).map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
          </div>
        ) : notice.isError ? (
          <ReadError title="개인정보 안내를 불러오는데 실패했습니다." read={notice} />
        ) : (
          <Skeletons count={4} shape="card" />
        )}
        <Link className="button" to={PATHS.login}>
          돌아가기
        </Link>
      </div>
    </Page>
  )
}
