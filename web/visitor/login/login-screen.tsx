import type { SyntheticEvent } from 'react'
import { Link, Redirect, useLocation } from 'wouter'
import { loginCall, loginForm } from '../../../contract/login.ts'
import type { Member } from '../../../contract/member.ts'
import { ApiError, call } from '../../api/client.ts'
import { LATER, lazy } from '../../shell/lazy.tsx'
import { hasEnded, stillWanted } from '../../api/arrival.ts'
import { hasUserId } from '../../api/session.ts'
import { LOGIN_DRAFT, PATHS, type RegisterState } from '../../paths.ts'
import { Button, Field } from '../../ui/controls.tsx'
import { EndedNote } from '../../ui/form/ended-note.tsx'
import { useForm } from '../../ui/form/form.tsx'
import { RetryNote, Page } from '../../ui/page.tsx'
import { PhoneField } from '../../ui/form/phone-field.tsx'
import { dismissFailures, visitorToast } from '../../ui/toast.ts'
import { EventSign } from './event-sign.tsx'
import { goOn } from './go-on.ts'
import './login.css'
import { useCodeWay, type GoTo } from './use-code-way.ts'

const WRONG = '전화번호와 이름을 확인해주세요.'
const FROM_LOGIN: RegisterState = { from_login: true }

const loadLate = () => import('./late.tsx')
const LivingSession = lazy(loadLate, LATER)
const CodeLogin = lazy(() => import('./code/code-login.tsx'))

export default function LoginScreen() {
  const [way, goTo] = useCodeWay()
  if (hasUserId()) return <Redirect to={PATHS.dashboard} replace />
  return (
    <Page title="로그인 · 투어·미팅룸 예약" width="full">
      <div className="login">
        <EventSign />
        {typeof way === 'number' ? (
          <LoginForm failures={way} goTo={goTo} />
        ) : (
          <CodeLogin way={way} goTo={goTo} goOn={goOn} />
        )}
        <LivingSession goOn={goOn} />
      </div>
    </Page>
  )
}

function LoginForm({ failures, goTo }: { failures: number; goTo: GoTo }) {
  const [, navigate] = useLocation()
  const form = useForm({
    schema: loginForm,
    draft: LOGIN_DRAFT,
    submit: async (body, onRetry) => {
      // Until it has loaded, one try must do.
      const { send } = await loadLate().catch(() => ({ send: call }))
      const { user_data }: { user_data?: Member } = await send(
        loginCall,
        { body },
        { onRetry, tellsLimit: true },
      )
      if (!user_data) return visitorToast.error(WRONG)
      goOn(user_data, FROM_LOGIN)
    },
    failed: (failure) => {
      if (!form.props.ref.current) return undefined
      const { code } = failure as Partial<ApiError>
      if (code === 'code_required') return goTo('phone')
      if (code === 'login_failed') goTo(failures + 1)
      visitorToast.error(textOf(failure))
    },
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
      {failures > 1 && (
        <Button wide onClick={() => goTo('email')}>
          이메일로 인증번호 받기
        </Button>
      )}
      <div className="login__or stack" data-gap="8">
        <p className="muted small">처음 방문하셨나요?</p>
        <Button wide onClick={signUp}>
          회원가입
        </Button>
        <Link className="button" to={PATHS.event}>
          먼저 둘러보기
        </Link>
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
