import { Link } from 'wouter'
import { PATHS } from '../../paths.ts'
import { OwnSessions } from './own-sessions.tsx'
import './own-data.css'

/** Both late parts of the profile in one request. */
export default function LateProfile() {
  return (
    <>
      <OwnSessions />
      <section className="stack" data-gap="12" aria-labelledby="own-data">
        <h2 id="own-data">내 데이터</h2>
        <Link className="button" to={`${PATHS.profile}?data`}>
          내 데이터 보기
        </Link>
        <ul className="own-data">
          <li>
            <Link className="muted small tap-line" to={PATHS.privacy}>
              개인정보 안내
            </Link>
          </li>
          <li>
            <Link className="muted small tap-line" to={PATHS.eraseAccount}>
              계정 삭제
            </Link>
          </li>
        </ul>
      </section>
    </>
  )
}
