import type { ComponentType } from 'react'
import { Page } from '../../ui/page.tsx'
import { Tabs } from '../../ui/panel/tabs.tsx'
import { TABS, useTab, type TabId } from './address.ts'
import { RoomAvailability, TourAvailability } from './availability-panel.tsx'
import { DatesPanel } from './dates-panel.tsx'
import { DocentsPanel } from './docents-panel.tsx'
import { RoomsPanel } from './rooms-panel.tsx'
import './schedule.css'

const PANELS: Readonly<Record<TabId, ComponentType>> = {
  dates: DatesPanel,
  docents: DocentsPanel,
  rooms: RoomsPanel,
  'tour-slots': TourAvailability,
  'room-slots': RoomAvailability,
}

export default function ScheduleScreen() {
  const [tab, openTab] = useTab()
  const Panel = PANELS[tab]
  return (
    <Page title={`${TABS.find(({ id }) => id === tab)!.label} · 관리자 센터`} width="full">
      <div className="stack">
        <h1>일정 관리</h1>
        <Tabs label="일정 관리" tabs={TABS} selected={tab} onSelect={openTab}>
          <Panel />
        </Tabs>
      </div>
    </Page>
  )
}
