import type { SyntheticEvent } from 'react'
import { Redirect, useLocation } from 'wouter'
import { login, loginForm } from '../../../contract/login.ts'
import type { Member } from '../../../contract/member.ts'
import { ApiError, call } from '../../api/client.ts'
import { usePreload } from '../../shell/lazy.tsx'
import { hasEnded, stillWanted } from '../../api/arrival.ts'
import { hasUserId } from '../../api/session.ts'
import { LOGIN_DRAFT, PATHS, type RegisterState } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { EndedNote } from '../../ui/form/ended-note.tsx'
import { Field } from '../../ui/field.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { RetryNote } from '../../ui/notice.tsx'
import { Page } from '../../ui/page.tsx'
import { PhoneField } from '../../ui/form/phone-field.tsx'
import { dismissFailures, visitorToast } from '../../ui/toast.ts'
import { EventSign } from './event-sign.tsx'
import { goOn } from './go-on.ts'
import './login.css'
import { useLivingSession } from './use-living-session.ts'

const WRONG = '전화번호와 이름을 확인해주세요.'
const FROM_LOGIN: RegisterState = { from_login: true }

export default function LoginScreen() {
  if (hasUserId()) return <Redirect to={PATHS.dashboard} replace />
  return (
    <Page title="로그인 · 투어·미팅룸 예약" width="full">
      <div className="login">
        <EventSign />
        <LoginForm />
      </div>
    </Page>
  )
}

// Loads after the screen; until then one try must do.
const loadCall = () =>
  import('../../api/writes/pending-logout.ts').then(
    ({ callAfterLogout }) => callAfterLogout,
    () => call,
  )

function LoginForm() {
  const [, navigate] = useLocation()
  usePreload([{ load: loadCall }])
  useLivingSession()
  const form = useForm({
    schema: loginForm,
    draft: LOGIN_DRAFT,
    submit: async (body, onRetry) => {
      const send = await loadCall()
      const { user_data }: { user_data?: Member } = await send(login, { body }, { onRetry, tellsLimit: true })
      if (!user_data) return visitorToast.error(WRONG)
      goOn(user_data, FROM_LOGIN)
    },
    failed: (failure) => visitorToast.error(textOf(failure)),
  })
  const submit = (event: SyntheticEvent) => {
    // An earlier failure no longer applies.
    dismissFailures()
    return form.props.onSubmit(event)
  }
  const signUp = () => {
    dismissFailures()
    navigate(PATHS.register, { state: { ...stillWanted(), ...FROM_LOGIN } })
  }
  return (
    <form {...form.props} onSubmit={submit} className="login__form stack">
      {hasEnded() && <EndedNote />}
      <PhoneField label="전화번호" {...form.field('phone')} />
      <Field label="이름" autoComplete="name" {...form.field('name')} />
      <Button type="submit" kind="primary" wide pending={form.pending} pendingLabel="로그인 중...">
        로그인
      </Button>
      <RetryNote shown={form.isRetrying} />
      <div className="login__or">
        <p className="muted small">처음 방문하셨나요?</p>
        <Button wide onClick={signUp}>
          회원가입
        </Button>
      </div>
    </form>
  )
}

function textOf(failure: unknown): string {
  if (!(failure instanceof ApiError)) return '서버에 연결할 수 없습니다. 네트워크를 확인해주세요.'
  // Not the visitor's typing, so show the service's text.
  if (failure.status >= 429) return failure.text
  return WRONG
}
