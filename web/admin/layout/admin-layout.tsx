import { useEffect, useMemo, useRef, useState, type ReactNode, type RefObject } from 'react'
import { Router, useLocation } from 'wouter'
import { navigate } from 'wouter/use-browser-location'
import { listTours } from '../../../contract/reservation.ts'
import { eventSettings } from '../../../contract/admin/event-settings.ts'
import { answered, ApiError, call, NetworkError } from '../../api/client.ts'
import { isRefusal, wantThis } from '../../api/session.ts'
import { FailedMails } from '../components/failed-mails.ts'
import { hasSession, noteAdmin, toDoOf, type ToDo, useMay } from '../components/use-may.ts'
import { EmptyState, Page } from '../../ui/page.tsx'
import type { Role } from '../../../domain/role.ts'
import { PATHS, pathOf } from '../../paths.ts'
import { useRead } from '../../api/reads/use-read.ts'
import { usePart } from '../../browser/use-part.ts'
import { adminToast } from '../../ui/toast.ts'
import type { Heard } from './late/attention.tsx'
import { ATTENTION, Header, SCREENS } from './header.tsx'
import { useLeaveGuard } from './use-leave-guard.ts'
import { useSessionEnd } from './use-session-end.ts'
import './admin-layout.css'

/** Screens that not every role may see. */
const RESTRICTED: { to: string; role?: Role }[] = [
  ...SCREENS,
  { to: PATHS.adminUser, role: 'manager' },
  { to: PATHS.adminStatistics, role: 'manager' },
  { to: PATHS.adminClosing, role: 'owner' },
]

/** Loaded after the screen; the frame works without them. */
const loadLate = () => import('./late/late.ts')

export default function AdminLayout({ children }: { children: ReactNode }) {
  const [path] = useLocation()
  const [round, setRound] = useState(0)
  const [attention, setAttention] = useState<Heard>()
  const wasAdmitted = useRef(false)
  const { holdWith, mustDo } = useSessionEnd()
  const { aroundNav, guardWith } = useLeaveGuard()
  const late = usePart(loadLate, { afterMs: 0 })
  const untold = attention?.failed_reservations
  const failed = useMemo(() => new Set(untold), [untold])
  const may = useMay()
  const mayStay = RESTRICTED.filter(({ to }) => to === pathOf(path)).every(may)
  return (
    <Router aroundNav={aroundNav}>
      <FailedMails key={round} value={failed}>
        <AccessCheck key={path} wasAdmitted={wasAdmitted} onMustDo={mustDo} />
        <Header count={attention?.count ?? 0} hasArrivals={attention?.arrivals}>
          {(fold) =>
            late && (
              <>
                <late.AttentionLinks id={ATTENTION} onHear={setAttention} onGo={fold} />
                <late.Who />
              </>
            )
          }
        </Header>
        <RehearsalNote />
        {late && <late.MailOutage delayed={attention?.delayed_mails ?? 0} />}
        {late && <late.UnsentNote />}
        {late && <late.GuidedSetup />}
        {mayStay ? children : <Forbidden />}
        {late && (
          <late.SessionHold holdWith={holdWith} onMustDo={mustDo} onAnew={() => setRound(round + 1)} />
        )}
        {late && <late.PasswordQuestion />}
        {late && <late.UnsavedHold guardWith={guardWith} />}
        {late && <late.UndoStrip />}
        {late && <late.GlobalSearch />}
      </FailedMails>
    </Router>
  )
}

const Forbidden = () => (
  <Page title="권한 없음 · 관리자 센터" width="full">
    <h1>권한 없음</h1>
    <EmptyState title="이 화면을 볼 권한이 없습니다.">
      필요하다면 소유자에게 역할 변경을 요청해주세요.
    </EmptyState>
  </Page>
)

const TRY_AGAIN_MS = 10_000
const MOST_ANSWERED = 40

type CheckProps = { wasAdmitted: RefObject<boolean>; onMustDo: (toDo: ToDo) => void }

/** Checks access on every screen. Once admitted, only a refusal leads to the login; other failures are retried. */
function AccessCheck({ wasAdmitted, onMustDo }: CheckProps) {
  useEffect(() => {
    let isLeft = false
    let timer: ReturnType<typeof setTimeout>
    const refused = (failure: unknown) => {
      // A 401 has led to the login already.
      if (isLeft || (failure instanceof ApiError && failure.status === 401)) return
      const toDo = toDoOf(failure)
      if (toDo) return onMustDo(toDo)
      // The desk opens without a network too; nothing that it loads is kept.
      const isDesk = failure instanceof NetworkError && pathOf(location.pathname) === PATHS.adminArrivals
      if ((wasAdmitted.current || (isDesk && hasSession())) && !isRefusal(failure)) {
        timer = setTimeout(check, TRY_AGAIN_MS)
        return
      }
      // Explained, because it looks like a lost session.
      adminToast.error(
        failure instanceof ApiError ? failure.text : '서버와 통신할 수 없습니다. 네트워크를 확인해주세요.',
      )
      navigate(PATHS.adminLogin, { replace: true, state: wantThis(null) })
    }
    const admitted = () => {
      wasAdmitted.current = true
      noteAdmin()
    }
    // Searches are many.
    if (answered.size > MOST_ANSWERED) answered.clear()
    const check = () => void call(listTours, { query: {} }).then(admitted, refused)
    check()
    return () => {
      isLeft = true
      clearTimeout(timer)
    }
  }, [wasAdmitted, onMustDo])
  return null
}

/** Nobody must mistake a rehearsal for the event. */
function RehearsalNote() {
  const { data } = useRead(eventSettings.get, {})
  if (!data?.rehearsal) return null
  return (
    <aside className="center admin-layout__rehearsal" aria-label="리허설 안내">
      리허설 중입니다. 서비스의 시계가 실제 시각과 다릅니다.
    </aside>
  )
}
