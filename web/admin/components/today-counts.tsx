import type { DashboardStats } from '../../../contract/admin/dashboard.ts'
import { madridDate } from '../../../domain/madrid-time.ts'
import { useNow } from '../../browser/clock.ts'
import { figures } from '../../ui/figures.ts'
import { Counted } from './counted.tsx'

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
