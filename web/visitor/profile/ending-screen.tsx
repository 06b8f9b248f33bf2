import { useState } from 'react'
import { Link } from 'wouter'
import { endSessionsByLink, SESSIONS_LINK_TEXT } from '../../../contract/sessions.ts'
import { ApiError, call } from '../../api/client.ts'
import { PATHS } from '../../paths.ts'
import { LATER, lazy } from '../../shell/lazy.tsx'
import { Button } from '../../ui/controls.tsx'
import { FormError } from '../../ui/form/form.tsx'
import { Page } from '../../ui/page.tsx'

const EventName = lazy(() => import('../components/event-name.tsx'), LATER)

/** Behind the fragment, which no server or proxy logs. */
const tokenIn = (hash: string) => decodeURIComponent(hash.slice(1))

/** Opening the page changes nothing: mail programs open links too. */
export default function EndSessionsScreen() {
  const [token] = useState(() => tokenIn(location.hash))
  const [state, setState] = useState<'asked' | 'pending' | 'done'>('asked')
  const [error, setError] = useState<string | null>(token === '' ? SESSIONS_LINK_TEXT : null)
  const end = async () => {
    setState('pending')
    setError(null)
    try {
      await call(endSessionsByLink, { body: { token } })
      setState('done')
    } catch (failure) {
      setError(failure instanceof ApiError ? failure.text : '네트워크를 확인한 뒤 다시 눌러주세요.')
      setState('asked')
    }
  }
  return (
    <Page title="모든 기기에서 로그아웃 · 투어·미팅룸 예약" width="narrow">
      <div className="stack" data-gap="24">
        <header className="tap-line">
          <EventName />
        </header>
        <h1>모든 기기에서 로그아웃</h1>
        <p role="status">
          {state === 'done'
            ? '모든 기기에서 로그아웃했습니다. 캘린더 구독과 휴대폰 알림도 해지되었습니다.'
            : '직접 로그인하지 않은 기기가 있다면 아래 버튼을 눌러주세요. 캘린더 구독과 휴대폰 알림도 함께 해지되고, 예약은 그대로 유지됩니다.'}
        </p>
        <FormError text={error} />
        {state === 'done' ? (
          <Link to={PATHS.login} className="button" data-kind="primary">
            로그인 화면으로 가기
          </Link>
        ) : (
          <Button kind="danger" onClick={end} pending={state === 'pending'} disabled={token === ''} wide>
            모든 기기에서 로그아웃
          </Button>
        )}
      </div>
    </Page>
  )
}
