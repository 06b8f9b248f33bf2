import { Skeleton, Skeletons } from '../../ui/skeleton.tsx'

/** The dashboard's shape before the days of the event are known. */
export const DashboardSkeleton = () => (
  <div className="stack" aria-busy="true">
    <p className="visually-hidden">불러오는 중</p>
    <Skeleton shape="control" />
    <Skeleton shape="control" />
    <PlaceSkeleton />
  </div>
)

/** The shape of a docent's or room's day. */
export const PlaceSkeleton = () => (
  <div className="dashboard" aria-busy="true">
    <div className="stack" data-gap="12">
      <Skeleton shape="control" />
      <Skeleton short />
    </div>
    <div className="slot-grid">
      <Skeletons count={20} shape="cell" />
    </div>
  </div>
)
