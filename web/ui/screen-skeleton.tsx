import { Page } from './page.tsx'
import { Skeleton, Skeletons } from './read-state.tsx'

export const ScreenSkeleton = () => (
  <Page title="불러오는 중">
    <div className="stack" aria-busy="true">
      <p className="visually-hidden">불러오는 중</p>
      <Skeleton shape="title" short />
      <Skeletons count={2} shape="card" />
    </div>
  </Page>
)
