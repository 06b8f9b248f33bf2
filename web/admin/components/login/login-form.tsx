import { useEffect, useRef, useState, type ComponentProps, type MouseEvent, type RefObject } from 'react'
import { getMyAdmin } from '../../../../contract/admin/accounts.ts'
import { adminLogin, adminLogout } from '../../../../contract/admin/login.ts'
import { ApiError, call } from '../../../api/client.ts'
import { sayNeeded } from '../../../browser/missing-storage.ts'
import { lazy, LATER } from '../../../shell/lazy.tsx'
import { Button, Field, type FieldProps } from '../../../ui/controls.tsx'
import { Skeletons } from '../../../ui/page.tsx'
import type { ResponseOf } from '../../../../contract/endpoint.ts'
import { hasFewRecoveryCodes } from '../../../../domain/second-factor.ts'
import { EndedNote } from '../../../ui/form/ended-note.tsx'
import { FormError, useForm } from '../../../ui/form/form.tsx'
import { adminToast, dismissFailures } from '../../../ui/toast.ts'
import { hasSession, type ToDo, noteWho } from '../use-may.ts'
import { loginFailureText } from './login-failure.ts'

const LOADING = { Fallback: () => <Skeletons count={3} shape="cell" /> }
const SetUp = lazy(() => import('../second-factor/set-up.tsx'), LOADING)
const PasswordForm = lazy(() => import('../password/password-form.tsx'), LOADING)

const SignOn = lazy(() => import('./sign-on.tsx'), LATER)

const TO_DO_TEXT: Readonly<Record<ToDo, string>> = {
  password: '다른 관리자가 정한 비밀번호를 먼저 변경해주세요.',
  second_factor: '모든 관리자에게 2단계 인증이 필요합니다.',
}

type Props = {
  /** The session expired. */
  hasEnded: boolean
  /** Signed in, but this is to do first. */
  toDo?: ToDo | null
  onSignedIn: (admin: { id: number }) => void
}

export function LoginForm({ hasEnded, toDo: given = null, onSignedIn }: Props) {
  const [toDo, setToDo] = useState(given)
  const [isMade, setMade] = useState(false)
  if (!toDo)
    return (
      <>
        <CredentialsForm hasEnded={hasEnded} onSignedIn={onSignedIn} onMustDo={setToDo} />
        <SignOn />
      </>
    )
  const goOn = async () => {
    const me = await call(getMyAdmin, {}).catch(() => null)
    if (!me) setToDo(null)
    else if (me.second_factor_required && !me.second_factor) setToDo('second_factor')
    else onSignedIn(me)
  }
  const leave = async () => {
    // Awaited: a late answer would delete the next login's cookies. A session left open allows nothing.
    await call(adminLogout, {}).catch(() => {})
    setToDo(null)
  }
  return (
    <div className="stack">
      {!isMade && (
        <p role="status">
          <strong>{TO_DO_TEXT[toDo]}</strong> 마치면 바로 이어서 진행할 수 있습니다.
        </p>
      )}
      {toDo === 'password' ? (
        <PasswordForm onChanged={() => void goOn()} />
      ) : (
        <SetUp onMade={() => setMade(true)} onDone={onSignedIn} onLost={() => setToDo(null)} />
      )}
      {!isMade && (
        <div>
          <Button kind="quiet" size="small" onClick={() => void leave()}>
            다른 계정으로 로그인
          </Button>
        </div>
      )}
    </div>
  )
}

const SIGNED_IN = 'Login successful'
const NOBODY = { id: 0 }

type Answer = ResponseOf<typeof adminLogin>
type SignedIn = Omit<Answer, 'admin'> & Partial<Pick<Answer, 'admin'>>

type CredentialsProps = {
  hasEnded: boolean
  onSignedIn: (admin: { id: number }) => void
  onMustDo: (toDo: ToDo) => void
}

const codeOf = (failure: unknown) => (failure instanceof ApiError ? failure.code : undefined)

function CredentialsForm({ hasEnded, onSignedIn, onMustDo }: CredentialsProps) {
  const [asksCode, setAsksCode] = useState(false)
  const [isLimited, setLimited] = useState(false)
  const form = useForm({
    schema: adminLogin.body!,
    submit: async (body) => {
      // A server may answer without `admin`; id 0 then matches nobody's drafts.
      const answer: SignedIn = await call(adminLogin, { body })
      const { message, admin = NOBODY, recovery_codes_left } = answer
      if (message !== SIGNED_IN) throw new Error(message)
      if (!hasSession()) return sayNeeded()
      dismissFailures()
      if (answer.admin) noteWho(answer.admin)
      if (recovery_codes_left !== undefined) sayLeft(recovery_codes_left)
      if (answer.must_change_password) onMustDo('password')
      else if (answer.must_set_up_second_factor) onMustDo('second_factor')
      else onSignedIn(admin)
    },
    failed: (failure) => {
      const code = codeOf(failure)
      if (code === 'second_factor_required') {
        dismissFailures()
        setAsksCode(true)
        return undefined
      }
      const text = loginFailureText(failure)
      if (code === 'second_factor_failed') return { code: text }
      // The next account may need no code.
      if (code === 'login_failed') setAsksCode(false)
      setLimited(code === 'too_many_requests')
      adminToast.error(text)
      return text
    },
  })
  const password = useRef<HTMLInputElement>(null)
  const code = useRef<HTMLInputElement>(null)
  useEffect(() => {
    // Disabled fields lost the focus; typing now replaces the refused text.
    if (form.pending) return
    const next = asksCode ? code.current : form.error === null ? null : password.current
    next?.focus()
    next?.select()
  }, [form.error, form.pending, asksCode])
  const field = (name: 'name' | 'password' | 'code') => ({
    ...form.field(name),
    disabled: form.pending,
    required: true,
  })
  return (
    <form {...form.props} className="stack">
      {hasEnded && <EndedNote />}
      <Field
        label="아이디"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        data-autofocus
        {...field('name')}
      />
      <Field
        label="비밀번호"
        type="password"
        autoComplete="current-password"
        ref={password}
        {...field('password')}
      />
      {asksCode && <CodeField input={code} {...field('code')} />}
      <FormError text={form.error} />
      <Button type="submit" kind="primary" wide pending={form.pending} pendingLabel="로그인 중...">
        로그인
      </Button>
      {/* A second factor passes the limit. */}
      {isLimited && !asksCode && <Button onClick={() => setAsksCode(true)}>2단계 인증 코드로 로그인</Button>}
    </form>
  )
}

function sayLeft(left: number) {
  const text = `복구 코드로 로그인했습니다. 남은 복구 코드는 ${left}개입니다.`
  // A call to action stays as long as an error.
  if (hasFewRecoveryCodes(left)) adminToast.error(`${text} 설정의 관리자 화면에서 새로 만들어주세요.`)
  else adminToast.success(text)
}

type CodeProps = Omit<FieldProps, 'label' | 'hint'> &
  Pick<ComponentProps<'input'>, 'defaultValue' | 'disabled'> & {
    input: RefObject<HTMLInputElement | null>
  }

function CodeField({ input, ...field }: CodeProps) {
  const [isRecovery, setRecovery] = useState(false)
  const change = ({ currentTarget }: MouseEvent<HTMLButtonElement>) => {
    setRecovery(!isRecovery)
    const typed = currentTarget.form?.elements.namedItem(field.name)
    if (!(typed instanceof HTMLInputElement)) return
    // Tells the form, which clears the error of the other code.
    typed.value = ''
    typed.dispatchEvent(new Event('input', { bubbles: true }))
    typed.focus()
  }
  return (
    <div className="stack" data-gap="4">
      <Field
        {...field}
        ref={input}
        label={isRecovery ? '복구 코드' : '인증 앱의 6자리 코드'}
        hint={
          isRecovery
            ? '2단계 인증을 설정할 때 보관한 코드 가운데 하나를 입력해주세요. 한 번 쓴 코드는 다시 쓸 수 없습니다.'
            : '휴대폰의 인증 앱에 지금 표시된 코드를 입력해주세요.'
        }
        inputMode={isRecovery ? 'text' : 'numeric'}
        autoComplete={isRecovery ? 'off' : 'one-time-code'}
        autoCapitalize="characters"
        spellCheck={false}
      />
      <div>
        <Button kind="quiet" size="small" disabled={field.disabled} onClick={change}>
          {isRecovery ? '인증 앱의 코드로 로그인' : '휴대폰이 없나요? 복구 코드로 로그인'}
        </Button>
      </div>
    </div>
  )
}
