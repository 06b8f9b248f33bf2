import { EmptyState, Skeleton } from '../../ui/page.tsx'

/** Placeholder for `NoPlaces`, or a plain message if that cannot be loaded. */
export const NoTimes = ({ isFailed }: { isFailed: boolean }) =>
  isFailed ? <EmptyState title="예약할 수 있는 시간이 없습니다" /> : <Skeleton shape="card" />
