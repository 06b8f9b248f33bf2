import { Loading } from '../components/load-state.tsx'
import { Skeleton, Skeletons } from '../../ui/skeleton.tsx'

export const DashboardSkeleton = () => (
  <Loading>
    <div className="dashboard__skeleton-stats">
      <Skeletons count={4} shape="cell" />
    </div>
    <Skeleton shape="title" short />
    <Skeleton shape="control" />
    <div className="dashboard__skeleton-rows">
      <Skeletons count={8} shape="cell" />
    </div>
  </Loading>
)
