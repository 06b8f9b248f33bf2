import { useEffect, useState, type ReactNode } from 'react'
import { Link, useLocation, useRouter } from 'wouter'
import { navigate } from 'wouter/use-browser-location'
import { adminLogout } from '../../../contract/admin/login.ts'
import type { Role } from '../../../domain/role.ts'
import { ApiError, call, onSignedOut } from '../../api/client.ts'
import { leaveAdmin, useMay } from '../components/use-may.ts'
import { searched } from '../components/search-store.ts'
import { Logo } from '../components/logo.tsx'
import { storeOnDevice } from '../../browser/session-storage.ts'
import { PATHS } from '../../paths.ts'
import { Button } from '../../ui/controls.tsx'
import { figures } from '../../ui/figures.ts'
import { Drawing } from '../../ui/icon.tsx'
import { ToolIcon } from '../../ui/list/tool-icon.tsx'
import { adminToast } from '../../ui/toast.ts'
import './admin-layout.css'

export const SCREENS = [
  { to: PATHS.adminDashboard, name: '대시보드' },
  { to: PATHS.adminSchedule, name: '일정 관리', role: 'manager' },
  { to: PATHS.adminReservation, name: '예약 관리' },
  { to: PATHS.adminArrivals, name: '도착 확인' },
  { to: PATHS.adminUsers, name: '회원 관리', role: 'manager' },
  { to: PATHS.adminSettings, name: '설정' },
] satisfies { to: string; name: string; role?: Role }[]

const MENU = 'admin-menu'
export const ATTENTION = 'admin-attention'

const NO_ARRIVALS = 'no-arrivals'

/** Remembered across visits, so that the menu does not change while loading. */
function useRemembered(hasArrivals: boolean | undefined): boolean {
  useEffect(() => {
    if (hasArrivals !== undefined) storeOnDevice(NO_ARRIVALS, hasArrivals ? '' : 'yes')
  }, [hasArrivals])
  return hasArrivals ?? !localStorage.getItem(NO_ARRIVALS)
}

type HeaderProps = {
  /** Undefined until the server has answered. */
  hasArrivals: boolean | undefined
  count: number
  /** `fold` closes the menu when a link is followed. */
  children: (fold: () => void) => ReactNode
}

export function Header({ count, hasArrivals, children }: HeaderProps) {
  const isOffered = useRemembered(hasArrivals)
  const may = useMay()
  const [path] = useLocation()
  const [isOpen, setOpen] = useState(false)
  const fold = () => setOpen(false)
  return (
    <header className="admin-layout">
      <Link to={PATHS.adminDashboard} className="admin-layout__home" aria-label="Fairslot 관리자 센터">
        <Logo />
      </Link>
      <button
        type="button"
        className="tap muted admin-layout__search"
        aria-label="전체 검색"
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        title="전체 검색 (Ctrl K)"
        onClick={() => searched.set('')}
      >
        <ToolIcon name="search" />
      </button>
      <button
        type="button"
        className="admin-layout__toggle"
        aria-expanded={isOpen}
        aria-controls={MENU}
        aria-label={isOpen ? '메뉴 닫기' : '메뉴 열기'}
        aria-describedby={ATTENTION}
        onClick={() => setOpen(!isOpen)}
      >
        {count > 0 && <span {...figures('small strong attention__count')}>{count}</span>}
        <Drawing shape={isOpen ? 'M6 6l12 12M18 6L6 18' : 'M4 7h16M4 12h16M4 17h16'} />
      </button>
      <div className="row admin-layout__menu" data-wrap data-spread id={MENU} data-open={isOpen || undefined}>
        <nav className="admin-layout__nav" aria-label="관리자 메뉴">
          {SCREENS.filter(may)
            .filter(({ to }) => isOffered || to !== PATHS.adminArrivals)
            .map(({ to, name }) => (
              <Link
                key={to}
                to={to}
                className="muted admin-layout__link focus-inside"
                aria-current={path === to || path.startsWith(`${to}/`) ? 'page' : undefined}
                onClick={fold}
              >
                {name}
              </Link>
            ))}
        </nav>
        {children(fold)}
        <SignOutButton />
      </div>
    </header>
  )
}

/** Leads to the login even if the call fails. Unsaved input is asked about first. */
function SignOutButton() {
  const { aroundNav } = useRouter()
  const [pending, setPending] = useState(false)
  const signOut = async () => {
    setPending(true)
    let state: object | null = null
    // The logout refuses reads that are still running; the session has not expired.
    const whenEnded = onSignedOut(() => {})
    try {
      await call(adminLogout, {})
    } catch (failure) {
      // 401: the session has ended already. Otherwise it is still alive, and the administrator must know.
      if (!(failure instanceof ApiError && failure.status === 401)) {
        adminToast.error('로그아웃에 실패했습니다. 다시 로그인한 뒤 로그아웃해주세요.')
        // Stops the login from continuing the living session.
        state = { has_left: true }
      }
    }
    onSignedOut(whenEnded)
    leaveAdmin()
    navigate(PATHS.adminLogin, { replace: true, state })
  }
  return (
    <Button
      kind="quiet-danger"
      size="small"
      pending={pending}
      onClick={() => aroundNav(() => void signOut(), PATHS.adminLogin)}
    >
      로그아웃
    </Button>
  )
}
