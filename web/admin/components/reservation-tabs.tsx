import { useEffect, useRef } from 'react'
import { Link, useLocation } from 'wouter'
import type { Role } from '../../../domain/role.ts'
import { PATHS } from '../../paths.ts'
import { useMay } from './use-may.ts'
import '../../ui/choice/choice-bar.css'
import './reservation-tabs.css'

const VIEWS = [
  { to: PATHS.adminReservation, name: '시간표' },
  { to: PATHS.adminTimeline, name: '타임라인' },
  { to: PATHS.adminDaySheet, name: '데이 시트' },
  { to: PATHS.adminStatistics, name: '통계', role: 'manager' },
] satisfies { to: string; name: string; role?: Role }[]

export function ReservationViews() {
  const [path] = useLocation()
  const views = useRef<HTMLElement>(null)
  useEffect(() => {
    // On the narrowest phones the last tabs are beyond the edge.
    const here = views.current?.querySelector('[aria-current]')
    here?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [])
  return (
    <nav className="strip frame choice-bar reservation-views screen-only" aria-label="예약 보기" ref={views}>
      {VIEWS.filter(useMay()).map(({ to, name }) => (
        <Link
          key={to}
          to={to}
          className="choice-bar__choice reservation-views__view focus-inside"
          aria-current={path === to ? 'page' : undefined}
          data-selected={path === to || undefined}
        >
          {name}
        </Link>
      ))}
    </nav>
  )
}
