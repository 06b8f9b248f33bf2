import { useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { getAttention } from '../../../contract/admin/attention.ts'
import { listTours } from '../../../contract/reservation.ts'
import { call } from '../../api/client.ts'
import { hasEnded, wantedBy } from '../../api/arrival.ts'
import { isEdited } from '../../ui/form/form.tsx'
import { LoginForm } from '../components/login/login-form.tsx'
import { hasSession, noteAdmin, toDoOf, type ToDo } from '../components/use-may.ts'
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
  const [toDo, setToDo] = useState<ToDo | null>(null)
  useLivingSession(enter, setToDo)
  return (
    <Page title="로그인 · 관리자 센터" width="full">
      <div className="admin-login">
        <div className="stack admin-login__box">
          <Logo />
          <h1 className="admin-login__title">관리자 센터</h1>
          <LoginForm key={toDo} hasEnded={hasEnded()} toDo={toDo} onSignedIn={enter} />
        </div>
      </div>
    </Page>
  )
}

/** Logged out on purpose, whether or not the server knows. */
const hasLeft = () => (history.state as { has_left?: boolean } | null)?.has_left === true

/** A living session skips the login, unless something is being typed. */
function useLivingSession(enter: (admin: { id: number }) => void, mustDo: (toDo: ToDo) => void) {
  useEffect(() => {
    // Otherwise the check would only log a console error, or hide why single sign-on failed.
    if (hasLeft() || !hasSession() || location.search.includes('sso=')) return undefined
    let isLeft = false
    const isNobodyHere = () => !isLeft && ![...document.forms].some(isEdited)
    const ask = async () => {
      try {
        const [{ admin }] = await Promise.all([call(getAttention, {}), call(listTours, { query: {} })])
        if (isNobodyHere()) enter(admin)
      } catch (failure) {
        const toDo = toDoOf(failure)
        if (toDo && isNobodyHere()) mustDo(toDo)
      }
    }
    void ask()
    return () => {
      isLeft = true
    }
    // Asked once.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [])
}
