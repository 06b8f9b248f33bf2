import { type ComponentType } from 'react'
import { lazy, usePreload } from '../../shell/lazy.tsx'
import { Page } from '../../ui/page.tsx'
import { ListSkeleton } from '../components/load-state.tsx'
import { TodaysChange } from '../rearrange/todays-change.tsx'
import { Tabs } from '../../ui/panel/tabs.tsx'
import { TABS, usePlan, useTab, type TabId } from './address.ts'
import { DatesPanel } from './dates-panel.tsx'
import { DocentsPanel } from './docents-panel.tsx'
import { RoomsPanel } from './rooms-panel.tsx'
import { ROOMS, TOURS } from './slot-kind.ts'
import '../components/titled-tabs.css'
import './schedule.css'

const PlanDialog = lazy(() => import('./plan-dialog.tsx'))

const Availability = lazy(() => import('./availability-panel.tsx'), {
  Fallback: ListSkeleton,
})

const PANELS: Readonly<Record<TabId, ComponentType>> = {
  dates: DatesPanel,
  docents: DocentsPanel,
  rooms: RoomsPanel,
  'tour-slots': () => <Availability kind={TOURS} />,
  'room-slots': () => <Availability kind={ROOMS} />,
}

export default function ScheduleScreen() {
  const [tab, openTab] = useTab()
  const Panel = PANELS[tab]
  const plan = usePlan()
  usePreload([Availability])
  return (
    <Page title={`${TABS.find(({ id }) => id === tab)!.label} · 관리자 센터`} width="full">
      <div className="titled-tabs stack">
        <h1>일정 관리</h1>
        <Tabs label="일정 관리" tabs={TABS} selected={tab} onSelect={openTab} beside={<TodaysChange />}>
          <Panel />
        </Tabs>
      </div>
      {plan.kind && <PlanDialog kind={plan.kind} onClose={plan.close} />}
    </Page>
  )
}
