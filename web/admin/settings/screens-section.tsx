import { useState } from 'react'
import {
  changeScreenAlerts,
  listScreens,
  removeScreen,
  type RoomScreens,
  type Screen,
  type ScreenAlerts,
} from '../../../contract/admin/screens.ts'
import type { ResponseOf } from '../../../contract/endpoint.ts'
import { tryWithToast } from '../components/with-toast.ts'
import { WriteDialog } from '../components/write-dialog.tsx'
import { useFocusFallback } from '../../ui/dialog/use-focus-fallback.ts'
import { LoadState, useReads } from '../components/load-state.tsx'
import { useMay } from '../components/use-may.ts'
import { call } from '../../api/client.ts'
import { refresh, usePolled } from '../../api/reads/use-read.ts'
import { lazy } from '../../shell/lazy.tsx'
import { Badge } from '../../ui/list/badge.tsx'
import { Button } from '../../ui/controls.tsx'
import { EmptyState, Skeletons } from '../../ui/page.tsx'
import { giveOrder, ScreenTable } from './screen-table.tsx'
import { Checkbox } from '../../ui/choice/checkbox.tsx'
import { figures } from '../../ui/figures.ts'

const SetupDialog = lazy(() => import('./setup-dialog.tsx'))
const NameDialog = lazy(() => import('./screen-name-dialog.tsx'))
const AlertsDialog = lazy(() => import('./screen-alerts-dialog.tsx'))

type Screens = ResponseOf<typeof listScreens>

type Opened =
  | { kind: 'setup'; room_id: number }
  | { kind: 'name'; of: RoomScreens; screen: Screen }
  | { kind: 'remove'; name: string; screen: Screen }
  | { kind: 'alerts'; from: Screens }

export function ScreensSection() {
  const screens = usePolled(listScreens, {})
  const reads = useReads({ screens }, '화면 목록을 불러오는데 실패했습니다.', { isBanner: true })
  const holder = useFocusFallback<HTMLElement>()
  const [opened, setOpened] = useState<Opened | null>(null)
  return (
    <section className="stack" ref={holder} aria-labelledby="screens">
      <div className="row" data-wrap>
        <h2 id="screens" tabIndex={-1}>
          현황판 화면
        </h2>
        {screens.data && <Count screens={screens.data} />}
      </div>
      <p className="muted">
        미팅룸마다 설정 링크가 하나 있습니다. 벽에 걸 화면의 브라우저에서 링크를 열거나 QR 코드를 찍으면 그
        미팅룸의 현황판이 열리고, 1분마다 이 목록에 상태를 알립니다.
      </p>
      <LoadState reads={reads} skeleton={<Skeletons count={3} shape="cell" />}>
        {({ screens: listed }) => (
          <>
            <AlertsRow alerts={listed} onEdit={() => setOpened({ kind: 'alerts', from: listed })} />
            {listed.rooms.length === 0 ? (
              <EmptyState title="등록된 미팅룸이 없습니다.">일정 관리에서 미팅룸을 추가해주세요.</EmptyState>
            ) : (
              <ScreenTable
                list={listed}
                onSetup={({ room }) => setOpened({ kind: 'setup', room_id: room.id })}
                onRename={(of, screen) => setOpened({ kind: 'name', of, screen })}
                onRemove={(name, screen) => setOpened({ kind: 'remove', name, screen })}
              />
            )}
            {opened && <OpenedDialog {...{ opened, listed }} onClose={() => setOpened(null)} />}
          </>
        )}
      </LoadState>
    </section>
  )
}

function Count({ screens: { rooms, are_walls_off } }: { screens: Screens }) {
  const screens = rooms.flatMap((room) => room.screens)
  const silent = are_walls_off ? 0 : screens.filter(({ is_silent }) => is_silent).length
  return (
    <>
      <span {...figures('muted')}>{screens.length}대</span>
      {silent > 0 && <Badge tone="rejected">{`응답 없음 ${silent}대`}</Badge>}
      {screens.length > 1 && (
        <>
          <Button size="small" onClick={() => void giveOrder('identify')}>
            모든 화면에 이름 표시
          </Button>
          <Button size="small" onClick={() => void giveOrder('reload')}>
            모든 화면 새로 고침
          </Button>
        </>
      )}
    </>
  )
}

function OpenedDialog({ opened, listed, onClose }: { opened: Opened; listed: Screens; onClose: () => void }) {
  if (opened.kind === 'remove') return <RemoveDialog {...opened} onClose={onClose} />
  if (opened.kind === 'name') return <NameDialog {...opened} onClose={onClose} />
  if (opened.kind === 'alerts') return <AlertsDialog {...opened} onClose={onClose} />
  // The current state: its link may have been renewed in the dialog.
  const of = listed.rooms.find(({ room }) => room.id === opened.room_id)
  return of && <SetupDialog of={of} onClose={onClose} />
}

const RemoveDialog = ({ name, screen, onClose }: { name: string; screen: Screen; onClose: () => void }) => (
  <WriteDialog
    title="화면 제거"
    action="화면 1대 제거"
    write={() => call(removeScreen, { params: { id: screen.id } })}
    failed="화면을 제거하지 못했습니다."
    refresh={() => refresh(listScreens)}
    onClose={onClose}
  >
    <p>
      <strong translate="no">{name}</strong> 화면을 목록에서 제거하시겠습니까? 켜져 있는 화면은 1분 안에 다시
      나타납니다.
    </p>
  </WriteDialog>
)

function AlertsRow({ alerts, onEdit }: { alerts: ScreenAlerts; onEdit: () => void }) {
  const { alert_email, walls_off_from, walls_off_until } = alerts
  const [wanted, setWanted] = useState<boolean | null>(null)
  if (!useMay()(changeScreenAlerts)) return null
  const change = async (next: boolean) => {
    setWanted(next)
    await tryWithToast(
      () => call(changeScreenAlerts, { body: { alerts: next } }),
      '알림 설정을 변경하지 못했습니다.',
    )
    await refresh(listScreens)
    setWanted(null)
  }
  return (
    <div className="row" data-wrap>
      <Checkbox
        checked={wanted ?? alerts.alerts}
        disabled={wanted !== null}
        onChange={(event) => void change(event.target.checked)}
      >
        화면이 10분 동안 응답하지 않으면 이메일로 알림
      </Checkbox>
      <span {...figures('muted small')}>
        {alert_email ?? '문의 이메일'}
        {walls_off_from !== null && ` · ${walls_off_from} ~ ${walls_off_until} 제외`}
      </span>
      <Button size="small" onClick={onEdit}>
        알림 설정
      </Button>
    </div>
  )
}
