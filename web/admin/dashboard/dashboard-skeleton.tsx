import { Skeleton, Skeletons } from '../../ui/skeleton.tsx'

/** The shape of the dashboard while its figures come. */
export const DashboardSkeleton = () => (
  <div className="stack" aria-busy="true">
    <p className="visually-hidden">불러오는 중</p>
    <div className="dashboard__skeleton-stats">
      <Skeletons count={4} shape="cell" />
    </div>
    <Skeleton shape="title" short />
    <Skeleton shape="control" />
    <div className="dashboard__skeleton-rows">
      <Skeletons count={8} shape="cell" />
    </div>
  </div>
)
