import { madridDate } from '../../../domain/madrid-time.ts'
import type { NothingLeft as Why } from '../../../domain/times-left.ts'
import { EmptyState } from '../../ui/notice.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { usePart } from '../../ui/use-part.ts'
import type { NextFreeProps } from './next-free.tsx'

const loadNextFree = () => import('./next-free.tsx')

/** The news that a docent or room has no time left on this day, and the way on. */
export function NothingLeft({ why, ...props }: NextFreeProps & { why: Why }) {
  const NextFree = usePart(loadNextFree)
  return (
    <EmptyState title={titleOf(why, props.date === madridDate(props.now))}>
      {NextFree ? <NextFree {...props} /> : <Skeleton shape="control" />}
    </EmptyState>
  )
}

function titleOf(why: Why, isToday: boolean): string {
  if (why === 'over') return `${isToday ? '오늘' : '이 날짜'}의 시간이 모두 지났습니다`
  return why === 'taken' ? '모두 예약되었습니다' : '예약할 수 있는 시간이 없습니다'
}
