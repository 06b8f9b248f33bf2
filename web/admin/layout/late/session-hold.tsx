import { useEffect, useEffectEvent, useState } from 'react'
import { navigate } from 'wouter/use-browser-location'
import { getAttention } from '../../../../contract/admin/attention.ts'
import { abortReads } from '../../../api/client.ts'
import { queryClient, refresh } from '../../../api/reads/use-read.ts'
import { PATHS } from '../../../paths.ts'
import { openDialogs } from '../../../ui/open-dialogs.ts'
import { forgetAdmin, knownAdmin, noteAdmin, toDoOf, type ToDo, noteWho } from '../../components/use-may.ts'
import type { Hold } from '../use-session-end.ts'
import type { Attention } from './attention.tsx'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { dismissFailures } from '../../../ui/toast.ts'
import { LoginForm } from '../../components/login/login-form.tsx'
import './login-again.css'

type Props = {
  holdWith: (hold: Hold) => void
  onMustDo: (toDo: ToDo) => void
  /** Another administrator signed in: the screens start anew. */
  onAnew: () => void
}

/**
 * If a session ends with a dialog open or something typed, the screen stays under a login. The same administrator
 * continues; for another one everything starts anew.
 */
export function SessionHold({ holdWith, onMustDo, onAnew }: Props) {
  const [owner, setOwner] = useState<string | null>(null)
  const [toDo, setToDo] = useState<ToDo | null>(null)
  useEffect(() => {
    const forms = watchForms()
    holdWith((first) => {
      if (openDialogs().length === 0 && !forms.isAnyBegun()) return false
      abortReads()
      setToDo(first)
      setOwner((known) => known ?? knownAdmin() ?? '')
      return true
    })
    return () => {
      forms.stop()
      holdWith(() => false)
    }
  }, [holdWith])

  const beginAnew = (id: number) => {
    forgetAdmin()
    noteAdmin(id)
    navigate(PATHS.adminDashboard, { replace: true })
    onAnew()
  }
  const signedIn = ({ id }: { id: number }) => {
    // Requests sent without a session must not end the new one.
    abortReads()
    setOwner(null)
    if (owner !== String(id)) return beginAnew(id)
    noteAdmin(id)
    void queryClient.invalidateQueries()
  }
  const hear = useEffectEvent(({ admin }: Attention) => {
    noteWho(admin)
    const known = knownAdmin()
    // Possibly signed in in another tab.
    if (owner !== null) signedIn(admin)
    else if (known && known !== String(admin.id)) beginAnew(admin.id)
    else noteAdmin(admin.id)
  })
  useEffect(() => {
    // A screen's question may have been answered before this part had loaded.
    if (queryClient.getQueryData([getAttention.path, {}])) void refresh(getAttention)
    return queryClient.getQueryCache().subscribe((event) => {
      if (event.type !== 'updated') return
      const { queryKey, state } = event.query
      if (queryKey[0] !== getAttention.path) return
      // Every success counts, even with unchanged data.
      if (event.action.type === 'success') hear(state.data as Attention)
      const first = event.action.type === 'error' && toDoOf(event.action.error)
      if (first) onMustDo(first)
    })
  }, [onMustDo])
  return owner !== null && <LoginAgain key={toDo} toDo={toDo} onSignedIn={signedIn} />
}

/** Watches `input`, because controlled fields never differ from their defaults. */
function watchForms() {
  const touched = new Set<Element>()
  const put = ({ target }: Event) => {
    const form = target instanceof Element && target.closest('form')
    if (form) touched.add(form)
  }
  document.addEventListener('input', put)
  return {
    isAnyBegun: () => [...touched].some((form) => form.isConnected),
    stop: () => document.removeEventListener('input', put),
  }
}

const TO_DO_TITLE: Readonly<Record<ToDo, string>> = {
  password: '비밀번호 변경',
  second_factor: '2단계 인증 설정',
}

type LoginProps = {
  toDo: ToDo | null
  onSignedIn: (admin: { id: number }) => void
}

function LoginAgain({ toDo, onSignedIn }: LoginProps) {
  // The dialog replaces the failure toasts.
  useEffect(dismissFailures, [])
  return (
    <div className="login-again">
      <Dialog kind="alert" title={toDo ? TO_DO_TITLE[toDo] : '다시 로그인'} onClose={() => {}}>
        <div className="stack">
          {!toDo && (
            <p>
              같은 관리자로 로그인하면 입력하던 화면이 그대로 이어집니다. 다른 관리자로 로그인하면 입력한
              내용은 사라집니다.
            </p>
          )}
          <LoginForm hasEnded={!toDo} toDo={toDo} onSignedIn={onSignedIn} />
        </div>
      </Dialog>
    </div>
  )
}
