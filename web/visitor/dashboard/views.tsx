import type { Kind } from '../../paths.ts'
import { EmptyState } from '../../ui/page.tsx'
import { EarlyTime } from './by-time/early-time.tsx'
import { RequestedCard } from './requested-card.tsx'
import type { DayProps } from './use-day-choice.ts'
import type { DayView } from './ways.tsx'

// One chunk, loaded beside or after the dashboard.
export { default as ByTime } from './by-time/by-time.tsx'
export { default as NothingLeft } from './nothing-left.tsx'
export { Ways } from './ways.tsx'
export { default as Overview } from './overview/overview.tsx'

export const NoPlaces = ({ kind }: { kind: Kind }) => (
  <EmptyState
    title={
      kind === 'tour'
        ? '이 날짜에는 예약할 수 있는 투어가 없습니다'
        : '이 날짜에는 예약할 수 있는 미팅룸이 없습니다'
    }
  >
    다른 날짜를 선택해주세요.
  </EmptyState>
)

export const Above = ({ view, ...props }: DayProps & { view: DayView }) => (
  <>
    <RequestedCard {...props} />
    <EarlyTime {...props} anywhere={view !== 'by_time'} />
  </>
)
