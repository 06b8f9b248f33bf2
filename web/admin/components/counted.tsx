import { Link } from 'wouter'
import type { DashboardStats } from '../../../contract/admin/dashboard.ts'
import { madridDate } from '../../../domain/madrid-time.ts'
import type { StatusFilter } from '../../../domain/reservation-filter.ts'
import { useNow } from '../../browser/clock.ts'
import { PATHS } from '../../paths.ts'
import { figures } from '../../ui/figures.ts'
import './counted.css'

type Props = {
  status: StatusFilter
  type?: 'tour' | 'meeting'
  date?: string | undefined
  /** Read out before the text. */
  of?: string
  text: string
  count: number
}

/** A figure that leads to the reservations that it counts. */
export const Counted = ({ status, type, date = 'all', of, text, count }: Props) => (
  <Link
    to={`${PATHS.adminReservation}?${String(new URLSearchParams({ date, ...(type && { type }), status }))}`}
    {...figures('counted')}
  >
    {of && <span className="visually-hidden">{of} </span>}
    {text} <span className="counted__count">{count.toLocaleString('ko')}</span>
  </Link>
)

export function TodayCounts({ stats }: { stats: DashboardStats | undefined }) {
  const date = madridDate(useNow(60_000))
  if (!stats) return null
  const today = { status: 'visits', date } as const
  return (
    <p {...figures()}>
      <Counted {...today} type="tour" text="오늘 방문 투어" count={stats.today_tours} /> ·{' '}
      <Counted {...today} type="meeting" of="오늘 방문" text="미팅" count={stats.today_meetings} />
    </p>
  )
}
