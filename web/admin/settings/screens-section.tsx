import { useState } from 'react'
import {
  changeScreenAlerts,
  listScreens,
  removeScreen,
  type RoomScreens,
  type Screen,
} from '../../../contract/admin/screens.ts'
import { withToast } from '../components/with-toast.ts'
import { ConfirmDialog } from '../components/confirm-dialog.tsx'
import { useFocusFallback } from '../../ui/focus/fallback/use-focus-fallback.ts'
import { LoadState } from '../components/load-state.tsx'
import { useReads } from '../components/use-reads.ts'
import { call } from '../../api/client.ts'
import { POLL_MS, refresh, useRead } from '../../api/reads/use-read.ts'
import { Badge } from '../../ui/list/badge.tsx'
import { Checkbox } from '../../ui/choice/checkbox.tsx'
import { EmptyState } from '../../ui/notice.tsx'
import { Skeletons } from '../../ui/skeleton.tsx'
import { ScreenTable } from './screen-table.tsx'
import { SetupDialog } from './setup-dialog.tsx'

/** The screens on the walls: how each is set up, and whether it lives. */
export function ScreensSection() {
  const screens = useRead(listScreens, {}, { poll: POLL_MS })
  const reads = useReads({ screens }, '화면 목록을 불러오는데 실패했습니다.', { isBanner: true })
  const holder = useFocusFallback<HTMLElement>()
  const [setup, setSetup] = useState<RoomScreens | null>(null)
  const [removing, setRemoving] = useState<{ room: string; screen: Screen } | null>(null)
  return (
    <section className="stack" ref={holder} aria-labelledby="screens">
      <div className="row" data-wrap>
        <h2 id="screens" tabIndex={-1}>
          현황판 화면
        </h2>
        {screens.data && <Count rooms={screens.data.rooms} />}
      </div>
      <p className="muted">
        미팅룸마다 설정 링크가 하나 있습니다. 벽에 걸 화면의 브라우저에서 링크를 열거나 QR 코드를 찍으면 그
        미팅룸의 현황판이 열리고, 1분마다 이 목록에 상태를 알립니다.
      </p>
      <LoadState reads={reads} skeleton={<Skeletons count={3} shape="cell" />}>
        {({ screens: { alerts, rooms, build } }) => (
          <>
            <AlertsBox alerts={alerts} />
            {rooms.length === 0 ? (
              <EmptyState title="등록된 미팅룸이 없습니다.">일정 관리에서 미팅룸을 추가해주세요.</EmptyState>
            ) : (
              <ScreenTable
                rooms={rooms}
                build={build}
                onSetup={setSetup}
                onRemove={(room, screen) => setRemoving({ room, screen })}
              />
            )}
          </>
        )}
      </LoadState>
      {setup && <SetupDialog room={setup.room} url={setup.setup_url} onClose={() => setSetup(null)} />}
      {removing && <RemoveDialog {...removing} onClose={() => setRemoving(null)} />}
    </section>
  )
}

function Count({ rooms }: { rooms: readonly RoomScreens[] }) {
  const screens = rooms.flatMap((room) => room.screens)
  const silent = screens.filter(({ is_silent }) => is_silent).length
  return (
    <>
      <span className="muted numerals">{screens.length}대</span>
      {silent > 0 && <Badge tone="rejected">응답 없음 {silent}대</Badge>}
    </>
  )
}

function AlertsBox({ alerts }: { alerts: boolean }) {
  const [wanted, setWanted] = useState<boolean | null>(null)
  const change = async (next: boolean) => {
    setWanted(next)
    try {
      await withToast(
        () => call(changeScreenAlerts, { body: { alerts: next } }),
        '알림 설정을 변경하지 못했습니다.',
      )
    } catch {
      // Said already; the box goes back to what is stored.
    } finally {
      await refresh(listScreens)
      setWanted(null)
    }
  }
  return (
    <Checkbox
      checked={wanted ?? alerts}
      disabled={wanted !== null}
      onChange={(event) => void change(event.target.checked)}
    >
      화면이 10분 동안 응답하지 않으면 문의 이메일로 알림
    </Checkbox>
  )
}

type RemoveProps = { room: string; screen: Screen; onClose: () => void }

const RemoveDialog = ({ room, screen, onClose }: RemoveProps) => (
  <ConfirmDialog
    title="화면 제거"
    action="화면 1대 제거"
    onConfirm={async () => {
      await withToast(
        () => call(removeScreen, { params: { id: String(screen.id) } }),
        '화면을 제거하지 못했습니다.',
      )
      await refresh(listScreens)
    }}
    onClose={onClose}
  >
    <p>
      <strong>{room}</strong>의 화면을 목록에서 제거하시겠습니까? 켜져 있는 화면은 1분 안에 다시 나타납니다.
    </p>
  </ConfirmDialog>
)
