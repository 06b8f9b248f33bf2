import { useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { getAttention } from '../../../contract/admin/attention.ts'
import { listTours } from '../../../contract/reservation.ts'
import { call } from '../../api/client.ts'
import { hasEnded, wantedBy } from '../../api/arrival.ts'
import { isEdited } from '../../ui/form/form-values.ts'
import { LoginForm } from '../components/login/login-form.tsx'
import { noteAdmin } from '../components/known-admin.ts'
import { needsSetUp } from '../components/needs-set-up.ts'
import { PATHS } from '../../paths.ts'
import { Logo } from '../components/logo.tsx'
import { Page } from '../../ui/page.tsx'
import './login.css'

export default function AdminLoginScreen() {
  const [, navigate] = useLocation()
  const enter = ({ id }: { id: number }) => {
    noteAdmin(id)
    const { address, state } = wantedBy(id) ?? { address: PATHS.adminDashboard, state: null }
    navigate(address, { replace: true, state })
  }
  const [mustSetUp, setMustSetUp] = useState(false)
  useLivingSession(enter, () => setMustSetUp(true))
  return (
    <Page title="로그인 · 관리자 센터" width="full">
      <div className="admin-login">
        <div className="admin-login__box">
          <Logo />
          <h1 className="admin-login__title">관리자 센터</h1>
          <LoginForm key={String(mustSetUp)} hasEnded={hasEnded()} mustSetUp={mustSetUp} onSignedIn={enter} />
        </div>
      </div>
    </Page>
  )
}

/** True for somebody who has just pressed logout, whether or not the service has heard of it. */
const hasLeft = () => (history.state as { has_left?: boolean } | null)?.has_left === true

/** The cookie beside a session's that scripts may read. Without it a question would only be an error on the console. */
const hasSession = () => document.cookie.includes('csrftoken=')

/** Goes on where the browser's session is alive, by the same check as on every screen, unless somebody already types. */
function useLivingSession(enter: (admin: { id: number }) => void, setUp: () => void) {
  useEffect(() => {
    if (hasLeft() || !hasSession()) return undefined
    let isLeft = false
    const isNobodyHere = () => !isLeft && ![...document.forms].some(isEdited)
    const ask = async () => {
      try {
        const [{ admin }] = await Promise.all([call(getAttention, {}), call(listTours, { query: {} })])
        if (isNobodyHere()) enter(admin)
      } catch (failure) {
        if (needsSetUp(failure) && isNobodyHere()) setUp()
        // For every other reason the form is there.
      }
    }
    void ask()
    return () => {
      isLeft = true
    }
    // The question is asked once.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [])
}
