import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react'
import { Link, useLocation } from 'wouter'
import { listTours } from '../../../contract/reservation.ts'
import { getSettings } from '../../../contract/admin/settings.ts'
import { ApiError, call } from '../../api/client.ts'
import { isRefusal, wantThis } from '../../api/session.ts'
import { noteAdmin } from '../components/note-admin.ts'
import { PATHS } from '../../paths.ts'
import { useRead } from '../../api/reads/use-read.ts'
import { Drawing } from '../../ui/icon.tsx'
import { Logo } from '../components/logo.tsx'
import { adminToast } from '../../ui/toast.ts'
import './admin-layout.css'
import { SignOutButton } from './sign-out-button.tsx'

const SCREENS = [
  { to: PATHS.adminDashboard, name: '대시보드' },
  { to: PATHS.adminSchedule, name: '일정 관리' },
  { to: PATHS.adminReservation, name: '예약 관리' },
  { to: PATHS.adminUsers, name: '회원 관리' },
  { to: PATHS.adminSettings, name: '설정' },
] as const

const MENU = 'admin-menu'

/** The frame of every administrator screen: the check that one may be here, and the header. */
export default function AdminLayout({ children }: { children: ReactNode }) {
  const [path] = useLocation()
  const wasAdmitted = useRef(false)
  return (
    <>
      <AccessCheck key={path} wasAdmitted={wasAdmitted} />
      <Header />
      <RehearsalNote />
      {children}
    </>
  )
}

const CHECK_AGAIN_MS = 10_000

/**
 * Leads to the login unless the service knows an administrator; asked again on every screen. Once admitted, only the
 * answer that nobody is signed in leads there: a service that has a bad moment is asked again, quietly.
 */
function AccessCheck({ wasAdmitted }: { wasAdmitted: RefObject<boolean> }) {
  const [, navigate] = useLocation()
  useEffect(() => {
    let isLeft = false
    let timer: ReturnType<typeof setTimeout>
    const refused = (failure: unknown) => {
      // Without a session the way has led to the login already.
      if (isLeft || (failure instanceof ApiError && failure.status === 401)) return
      if (wasAdmitted.current && !isRefusal(failure)) {
        timer = setTimeout(check, CHECK_AGAIN_MS)
        return
      }
      // Said, because it would look like a lost session.
      adminToast.error(
        failure instanceof ApiError ? failure.text : '서버와 통신할 수 없습니다. 네트워크를 확인해주세요.',
      )
      navigate(PATHS.adminLogin, { replace: true, state: wantThis(null) })
    }
    const admitted = () => {
      wasAdmitted.current = true
      noteAdmin()
    }
    const check = () => void call(listTours, { query: {} }).then(admitted, refused)
    check()
    return () => {
      isLeft = true
      clearTimeout(timer)
    }
  }, [navigate, wasAdmitted])
  return null
}

/** An administrator who works on a rehearsal clock must not take the screens for those of the show. */
function RehearsalNote() {
  const { data } = useRead(getSettings, {})
  if (!data?.rehearsal) return null
  return (
    <aside className="admin-layout__rehearsal" aria-label="리허설 안내">
      리허설 중입니다. 서비스의 시계가 실제 시각과 다릅니다.
    </aside>
  )
}

function Header() {
  const [path] = useLocation()
  const [isOpen, setOpen] = useState(false)
  return (
    <header className="admin-layout">
      <Link to={PATHS.adminDashboard} className="admin-layout__home" aria-label="Fairslot 관리자 센터">
        <Logo />
      </Link>
      <button
        type="button"
        className="admin-layout__toggle"
        aria-expanded={isOpen}
        aria-controls={MENU}
        aria-label={isOpen ? '메뉴 닫기' : '메뉴 열기'}
        onClick={() => setOpen(!isOpen)}
      >
        <Drawing shape={isOpen ? 'M6 6l12 12M18 6L6 18' : 'M4 7h16M4 12h16M4 17h16'} />
      </button>
      <div className="admin-layout__menu" id={MENU} data-open={isOpen || undefined}>
        <nav className="admin-layout__nav" aria-label="관리자 메뉴">
          {SCREENS.map(({ to, name }) => (
            <Link
              key={to}
              to={to}
              className="admin-layout__link"
              aria-current={path === to || path.startsWith(`${to}/`) ? 'page' : undefined}
              onClick={() => setOpen(false)}
            >
              {name}
            </Link>
          ))}
        </nav>
        <SignOutButton />
      </div>
    </header>
  )
}
