import { Skeleton, Skeletons } from '../../ui/page.tsx'
import { beginsWithOverview } from './use-views.ts'

export const DashboardSkeleton = () => (
  <div className="stack" aria-busy="true">
    <p className="visually-hidden">불러오는 중</p>
    <div className="strip date-chips">
      <Skeletons count={4} shape="chip" />
    </div>
    <div className="tabs">
      <div className="tabs__head">
        <div className="strip frame tabs__list">
          <Skeleton shape="tap" short />
        </div>
      </div>
      <div className="tabs__panel">{beginsWithOverview() ? <OverviewSkeleton /> : <PlaceSkeleton />}</div>
    </div>
  </div>
)

export const OverviewSkeleton = () => (
  <div className="slot-picker stack" aria-busy="true">
    <Skeletons count={6} shape="cell" />
  </div>
)

export const PlaceSkeleton = () => (
  <div className="dashboard" aria-busy="true">
    <div className="place-picker stack" data-gap="8">
      <div className="field">
        <Skeleton shape="control" />
      </div>
      <Skeleton shape="small" short />
    </div>
    <div className="slot-picker">
      <div className="slot-grid">
        <Skeletons count={20} shape="cell" />
      </div>
    </div>
  </div>
)
