import {
  endAdminSession,
  endOtherAdminSessions,
  listAdminSessions,
} from '../../../contract/admin/sessions.ts'
import { call } from '../../api/client.ts'
import { refresh, useRead } from '../../api/reads/use-read.ts'
import { SessionList } from '../../components/sessions/session-list.tsx'
import { useFocusFallback } from '../../ui/dialog/use-focus-fallback.ts'
import { LoadState, useReads } from '../components/load-state.tsx'
import { tryWithToast } from '../components/with-toast.ts'

async function end(write: () => Promise<{ message: string }>) {
  await tryWithToast(write, '기기 로그아웃에 실패했습니다.')
  await refresh(listAdminSessions)
}

export default function OwnSessions() {
  const sessions = useRead(listAdminSessions, {})
  const reads = useReads({ sessions }, '로그인한 기기를 불러오는데 실패했습니다.', { isBanner: true })
  const holder = useFocusFallback<HTMLElement>()
  return (
    <section ref={holder} className="stack" data-gap="12" aria-labelledby="own-sessions">
      <h2 id="own-sessions" tabIndex={-1}>
        내 계정으로 로그인한 기기
      </h2>
      <LoadState reads={reads}>
        {({ sessions }) => (
          <SessionList
            sessions={sessions}
            onEnd={({ id }) => end(() => call(endAdminSession, { params: { id } }))}
            onEndOthers={() => end(() => call(endOtherAdminSessions, {}))}
          />
        )}
      </LoadState>
    </section>
  )
}
