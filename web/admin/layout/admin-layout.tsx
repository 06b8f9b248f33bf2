import { useEffect, useState, type ReactNode } from 'react'
import { Link, useLocation } from 'wouter'
import { listTours } from '../../../contract/reservation.ts'
import { getSettings } from '../../../contract/admin/settings.ts'
import { ApiError, call } from '../../api/client.ts'
import { PATHS } from '../../paths.ts'
import { useRead } from '../../api/reads/use-read.ts'
import { Icon } from '../../ui/icon.tsx'
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
  return (
    <>
      <AccessCheck key={path} />
      <Header />
      <RehearsalNote />
      {children}
    </>
  )
}

/** Leads to the login unless the service knows an administrator; asked again on every screen. */
function AccessCheck() {
  const [, navigate] = useLocation()
  useEffect(() => {
    let isLeft = false
    call(listTours, { query: {} }).catch((failure: unknown) => {
      if (isLeft) return
      // Without a session the login explains itself; anything else would look like a lost session.
      if (!(failure instanceof ApiError))
        adminToast.error('서버와 통신할 수 없습니다. 네트워크를 확인해주세요.')
      else if (failure.status !== 401) adminToast.error(failure.text)
      navigate(PATHS.adminLogin, { replace: true })
    })
    return () => {
      isLeft = true
    }
  }, [navigate])
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
        <Icon name={isOpen ? 'close' : 'menu'} />
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
