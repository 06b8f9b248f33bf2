import { type ComponentType } from 'react'
import { lazy } from '../../shell/lazy.tsx'
import { useQueryParams } from '../components/use-query-params.ts'
import { Page } from '../../ui/page.tsx'
import { Skeletons } from '../../ui/skeleton.tsx'
import { Tabs } from '../../ui/panel/tabs.tsx'
import { AccountsSection } from './accounts-section.tsx'
import { EventSection } from './event-section.tsx'
import { ScreensSection } from './screens-section.tsx'
import './settings.css'

const SKELETON = { Fallback: () => <Skeletons count={8} shape="cell" /> }

const TABS = [
  { id: 'event', label: '행사', group: '행사' },
  { id: 'start', label: '행사 시작하기' },
  { id: 'closing', label: '행사 마감' },
  { id: 'privacy', label: '개인정보' },
  { id: 'reasons', label: '처리 사유', group: '예약' },
  { id: 'waitlist', label: '자리 대기' },
  { id: 'reminders', label: '알림', group: '알림' },
  { id: 'mails', label: '메일' },
  { id: 'screens', label: '화면', group: '운영' },
  { id: 'accounts', label: '관리자' },
  { id: 'integrations', label: '연동' },
  { id: 'audit', label: '작업 기록' },
] as const

type TabId = (typeof TABS)[number]['id']

const SECTIONS: Readonly<Record<TabId, ComponentType>> = {
  event: EventSection,
  start: lazy(() => import('./start/start-section.tsx'), SKELETON),
  reasons: lazy(() => import('./reasons-section.tsx'), SKELETON),
  reminders: lazy(() => import('./notifications/notifications-section.tsx'), SKELETON),
  waitlist: lazy(() => import('./waitlist-section.tsx'), SKELETON),
  screens: ScreensSection,
  accounts: AccountsSection,
  mails: lazy(() => import('./mails-section.tsx'), SKELETON),
  privacy: lazy(() => import('./privacy-section.tsx'), SKELETON),
  integrations: lazy(() => import('./integrations/integrations-section.tsx'), SKELETON),
  audit: lazy(() => import('./audit-section.tsx'), SKELETON),
  closing: lazy(() => import('./closing/closing-section.tsx'), SKELETON),
}

export default function SettingsScreen() {
  const { values, change } = useQueryParams()
  const tab = TABS.find(({ id }) => id === values.get('tab'))?.id ?? 'event'
  const Section = SECTIONS[tab]
  // Searches of one section do not apply to the next.
  const open = (id: TabId) =>
    id !== tab && change({ tab: id, search: undefined, status: undefined, page: undefined })
  return (
    <Page title={`${TABS.find(({ id }) => id === tab)!.label} 설정 · 관리자 센터`} width="full">
      <div className="settings stack">
        <h1>설정</h1>
        <Tabs label="설정" tabs={TABS} selected={tab} onSelect={open}>
          <Section />
        </Tabs>
      </div>
    </Page>
  )
}
