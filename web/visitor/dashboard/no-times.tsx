import { EmptyState } from '../../ui/notice.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

/** Stands for the way on from a day without times until its code is there; where it cannot be had, it says the fact alone. */
export const NoTimes = ({ isFailed }: { isFailed: boolean }) =>
  isFailed ? <EmptyState title="예약할 수 있는 시간이 없습니다" /> : <Skeleton shape="card" />
