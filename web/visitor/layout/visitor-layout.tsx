import { useState, type ReactNode } from 'react'
import { Link, useLocation } from 'wouter'
import { useMember } from '../components/use-member.ts'
import { PATHS } from '../../paths.ts'
import { storedMember } from '../../api/session.ts'
import { lazy, LATER, usePreload } from '../../shell/lazy.tsx'
import { AlertDialog, SignOutDialog } from '../components/late-dialogs.ts'
import { NavIcon, type NavIconName } from './nav-icon.tsx'
import './visitor-layout.css'

// Only needed in new tabs.
const Arriving = lazy(() => import('../components/arriving.tsx'))

const LateFrame = lazy(() => import('../components/late-frame.tsx'), LATER)

export default function VisitorLayout({ children }: { children: ReactNode }) {
  const [, setKnown] = useState(false)
  return storedMember() ? <SignedIn>{children}</SignedIn> : <Arriving onKnown={() => setKnown(true)} />
}

function SignedIn({ children }: { children: ReactNode }) {
  usePreload([AlertDialog, SignOutDialog])
  const member = useMember()
  const [leaving, setLeaving] = useState(false)
  return (
    <div className="visitor">
      <nav className="visitor__nav screen-only" aria-label="메뉴">
        <NavLink to={PATHS.dashboard} also={[PATHS.reserveTour, PATHS.reserveRoom]} icon="calendar">
          예약하기
        </NavLink>
        <NavLink to={PATHS.reservations} icon="list">
          예약내역
        </NavLink>
        <NavLink to={PATHS.profile} icon="person" isName>
          {member.name}
        </NavLink>
        <button type="button" className="visitor__item" onClick={() => setLeaving(true)}>
          <NavIcon name="leave" />
          <span className="visitor__label">로그아웃</span>
        </button>
      </nav>
      {children}
      <LateFrame />
      {leaving && <SignOutDialog onClose={() => setLeaving(false)} />}
    </div>
  )
}

type NavLinkProps = {
  to: string
  also?: readonly string[]
  icon: NavIconName
  /** Truncates long names. */
  isName?: boolean
  children: string
}

function NavLink({ to, also = [], icon, isName = false, children }: NavLinkProps) {
  const [path] = useLocation()
  const isHere = path === to || also.includes(path)
  return (
    <Link to={to} className="visitor__item" aria-current={isHere ? 'page' : undefined}>
      <NavIcon name={icon} />
      <span className="visitor__label" data-name={isName || undefined} translate={isName ? 'no' : undefined}>
        {children}
      </span>
    </Link>
  )
}
