import { endOtherSessions, endSession, listSessions } from '../../../contract/sessions.ts'
import { ApiError, call } from '../../api/client.ts'
import { refresh, useRead } from '../../api/reads/use-read.ts'
import { SessionList } from '../../components/sessions/session-list.tsx'
import { useFocusFallback } from '../../ui/dialog/use-focus-fallback.ts'
import { ReadError, Skeletons } from '../../ui/page.tsx'
import { visitorToast } from '../../ui/toast.ts'
import { toastAfterUnmount } from '../components/toast-after-unmount.ts'

const tell = toastAfterUnmount('기기 로그아웃')

async function end(write: () => Promise<{ message: string }>) {
  try {
    const { message } = await write()
    visitorToast.success(message)
  } catch (failure) {
    tell(failure instanceof ApiError ? failure.text : '네트워크를 확인하고 다시 시도해주세요.')
  }
  await refresh(listSessions)
}

export function OwnSessions() {
  const sessions = useRead(listSessions, {})
  const holder = useFocusFallback<HTMLElement>()
  return (
    <section
      ref={holder}
      className="stack"
      data-gap="12"
      aria-labelledby="sessions"
      aria-busy={!sessions.data}
    >
      <h2 id="sessions" tabIndex={-1}>
        로그인한 기기
      </h2>
      {sessions.data ? (
        <SessionList
          sessions={sessions.data}
          onEnd={({ id }) => end(() => call(endSession, { params: { id } }))}
          onEndOthers={() => end(() => call(endOtherSessions, {}))}
        />
      ) : sessions.isError ? (
        <ReadError title="로그인한 기기를 불러오는데 실패했습니다." read={sessions} />
      ) : (
        <Skeletons count={1} shape="card" />
      )}
    </section>
  )
}
