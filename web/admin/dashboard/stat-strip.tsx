import type { DashboardStats } from '../../../contract/admin/dashboard.ts'
import { Badge, type BadgeTone } from '../../ui/list/badge.tsx'
import './stat-strip.css'

export const StatStrip = ({ stats }: { stats: DashboardStats }) => (
  <ul className="stat-strip" aria-label="예약 현황">
    <Stat tone="waiting" name="대기 중" tours={stats.pending_tours} meetings={stats.pending_meetings} />
    <Stat
      tone="cancel-requested"
      name="취소 요청"
      tours={stats.cancel_requested_tours}
      meetings={stats.cancel_requested_meetings}
    />
    <Stat tone="approved" name="오늘" tours={stats.today_tours} meetings={stats.today_meetings} />
    <Stat tone="ended" name="종료" tours={stats.completed_tours} meetings={stats.completed_meetings} />
  </ul>
)

type StatProps = { tone: BadgeTone; name: string; tours: number; meetings: number }

const Stat = ({ tone, name, tours, meetings }: StatProps) => (
  <li className="stat-strip__stat">
    <Badge tone={tone}>{name}</Badge>
    <dl className="stat-strip__figures">
      <Figure of="투어" count={tours} />
      <Figure of="미팅" count={meetings} />
    </dl>
  </li>
)

const Figure = ({ of, count }: { of: string; count: number }) => (
  <div>
    <dt className="muted small">{of}</dt>
    <dd className="stat-strip__count numerals">{count.toLocaleString('ko')}</dd>
  </div>
)
