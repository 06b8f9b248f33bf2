import { Link } from 'wouter'
import { BOOKING_PATHS, type DashboardState, type Kind } from '../../paths.ts'
import './ways.css'

export type DayView = 'single' | 'overview' | 'by_time'

type Props = {
  kind: Kind
  date: string
  isWide: boolean
  view: DayView
  choose: (view: DayView) => void
  /** Moves the focus to the times, because the pressed button goes with its view. */
  lead: (to: DashboardState) => void
}

/** The other ways to choose, in one place of each view. */
export function Ways({ kind, date, isWide, view, choose, lead }: Props) {
  const other = isWide ? 'overview' : 'by_time'
  const next = view === 'single' ? other : 'single'
  const labels = {
    overview: '한눈에 보기',
    by_time: '시간 먼저',
    single: isWide ? '하나씩 보기' : kind === 'tour' ? '도슨트 먼저' : '미팅룸 먼저',
  }
  return (
    <nav className="muted small ways" aria-label="다른 방법으로 선택">
      <button
        type="button"
        onClick={() => {
          lead({})
          choose(next)
        }}
      >
        {labels[next]}
      </button>
      <Link to={`${BOOKING_PATHS[kind]}?date=${date}`}>단계별로</Link>
    </nav>
  )
}
