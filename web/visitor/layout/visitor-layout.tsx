import { useState, type ReactNode } from 'react'
import { Link, useLocation } from 'wouter'
import { useMember } from '../components/use-member.ts'
import { PATHS } from '../../paths.ts'
import { storedMember } from '../../api/session.ts'
import { lazy, LATER, usePreload } from '../../shell/lazy.tsx'
import { AlertDialog, SignOutDialog } from '../components/late-dialogs.ts'
import { NavIcon, type NavIconName } from './nav-icon.tsx'
import './visitor-layout.css'

// Few need it: a tab that is opened anew.
const Arriving = lazy(() => import('../components/arriving.tsx'))

const LateFrame = lazy(() => import('../components/late-frame.tsx'), LATER)

/** The frame of every screen of a signed-in member: the guard before it and the navigation below it. */
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
      <nav className="visitor__nav" aria-label="메뉴">
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
  /** As long as names are: cut off rather than broken. */
  isName?: boolean
  children: string
}

function NavLink({ to, also = [], icon, isName = false, children }: NavLinkProps) {
  const [path] = useLocation()
  const isHere = path === to || also.includes(path)
  return (
    <Link to={to} className="visitor__item" aria-current={isHere ? 'page' : undefined}>
      <NavIcon name={icon} />
      <span className="visitor__label" data-name={isName || undefined}>
        {children}
      </span>
    </Link>
  )
}
