import { type ComponentType } from 'react'
import { lazy } from '../../shell/lazy.tsx'
import { useMay } from '../components/use-may.ts'
import { useQueryParams } from '../components/use-query-params.ts'
import { Page, Skeletons } from '../../ui/page.tsx'
import { Tabs } from '../../ui/panel/tabs.tsx'
import { EventSection } from './event-section.tsx'
import { ScreensSection } from './screens-section.tsx'
import './settings.css'

const SKELETON = { Fallback: () => <Skeletons count={8} shape="cell" /> }

const TABS = [
  { id: 'event', label: '행사', group: '행사', role: 'owner' },
  { id: 'start', label: '행사 시작하기', role: 'owner' },
  { id: 'closing', label: '행사 마감', role: 'owner' },
  { id: 'privacy', label: '개인정보', role: 'owner' },
  { id: 'booking', label: '예약 접수', group: '예약', role: 'owner' },
  { id: 'reasons', label: '처리 사유', role: 'owner' },
  { id: 'waitlist', label: '자리 대기', role: 'owner' },
  { id: 'reminders', label: '알림', group: '알림', role: 'owner' },
  { id: 'mails', label: '메일', role: 'manager' },
  { id: 'screens', label: '화면', group: '운영', role: 'manager' },
  { id: 'accounts', label: '관리자', role: 'desk' },
  { id: 'integrations', label: '연동', role: 'owner' },
  { id: 'audit', label: '작업 기록', role: 'owner' },
] as const

type TabId = (typeof TABS)[number]['id']

const SECTIONS: Readonly<Record<TabId, ComponentType>> = {
  event: EventSection,
  start: lazy(() => import('./start/start-section.tsx'), SKELETON),
  booking: lazy(() => import('./booking-section.tsx'), SKELETON),
  reasons: lazy(() => import('./reasons-section.tsx'), SKELETON),
  reminders: lazy(() => import('./notifications/notifications-section.tsx'), SKELETON),
  waitlist: lazy(() => import('./waitlist-section.tsx'), SKELETON),
  screens: ScreensSection,
  accounts: lazy(() => import('./accounts-section.tsx'), SKELETON),
  mails: lazy(() => import('./mails-section.tsx'), SKELETON),
  privacy: lazy(() => import('./privacy-section.tsx'), SKELETON),
  integrations: lazy(() => import('./integrations/integrations-section.tsx'), SKELETON),
  audit: lazy(() => import('./audit-section.tsx'), SKELETON),
  closing: lazy(() => import('./closing/closing-section.tsx'), SKELETON),
}

export default function SettingsScreen() {
  const { values, change } = useQueryParams()
  const may = useMay()
  const tabs = TABS.filter(may).map((each) =>
    each.id === 'accounts' && !may({ role: 'owner' }) ? { ...each, label: '내 계정' } : each,
  )
  const tab = (tabs.find(({ id }) => id === values.get('tab')) ?? tabs[0]!).id
  const Section = SECTIONS[tab]
  // Searches of one section do not apply to the next.
  const open = (id: TabId) =>
    id !== tab && change({ tab: id, search: undefined, status: undefined, page: undefined })
  return (
    <Page title={`${tabs.find(({ id }) => id === tab)!.label} 설정 · 관리자 센터`} width="full">
      <div className="settings stack">
        <h1>설정</h1>
        <Tabs label="설정" tabs={tabs} selected={tab} onSelect={open}>
          <Section />
        </Tabs>
      </div>
    </Page>
  )
}
