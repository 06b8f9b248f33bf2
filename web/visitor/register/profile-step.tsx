import type { KeyboardEvent, SyntheticEvent } from 'react'
import { loginCall } from '../../../contract/login.ts'
import type { Member } from '../../../contract/member.ts'
import { completeRegistration } from '../../../contract/sign-up.ts'
import { isCompletePhone } from '../../../domain/phone.ts'
import { ApiError } from '../../api/client.ts'
import { admit } from '../../api/session.ts'
import { callAfterLogout } from '../../api/writes/pending-logout.ts'
import { callWithRetry } from '../../api/writes/retrying-call.ts'
import { isComposing } from '../../browser/is-composing.ts'
import { LOGIN_DRAFT } from '../../paths.ts'
import { Button, Field } from '../../ui/controls.tsx'
import { addToDraft, FormError, useForm } from '../../ui/form/form.tsx'
import { PhoneField } from '../../ui/form/phone-field.tsx'
import { ResendNote } from '../components/resend-note.tsx'
import { visitorToast } from '../../ui/toast.ts'
import { INVALID_CODE_TEXT, RENEW_TEXT } from './invalid-code.ts'
import { focusAtOnce, focusNextEmpty } from './focus.ts'
import { forgetProgress, PROFILE_DRAFT, readProgress, type Progress } from './register-progress.ts'
import { leaveSignUp, signsIn } from './use-sign-up-steps.ts'

type Props = { progress: Progress; change: (part: Partial<Progress>) => void }

export default function ProfileStep({ progress, change }: Props) {
  const form = useForm({
    schema: completeRegistration.body!,
    draft: PROFILE_DRAFT,
    complete: (typed) => ({ ...typed, email: progress.email, verificationCode: progress.code }),
    submit: async (body, onRetry) => {
      const lost = () => {
        onRetry()
        change({ is_sent: true })
      }
      await callWithRetry(completeRegistration, { body }, { onRetry: lost, tellsLimit: true }).catch(
        registeredBefore,
      )
      await finish({ phone: body.phone, name: body.name })
    },
    failed: (failure) => {
      if (!(failure instanceof ApiError)) return '회원가입에 실패했습니다. 네트워크를 확인해주세요.'
      if (failure.code === 'phone_exists')
        return { phone: `${failure.text} 가입하신 적이 없다면 인증번호 메일에 회신해주세요.` }
      if (failure.code === 'email_exists') return '이미 가입된 이메일입니다.'
      if (failure.code !== 'invalid_code') return `회원가입에 실패했습니다. ${failure.text}`
      // The code has expired: back to step 2, keeping the typed texts.
      visitorToast.error(`${INVALID_CODE_TEXT} ${RENEW_TEXT}`)
      change({ code: '' })
      return undefined
    },
  })
  const moveOn = (event: SyntheticEvent) => {
    form.props.onInput(event)
    const field = event.target as HTMLInputElement
    if (field.name === 'phone' && isCompletePhone(field.value)) focusNextEmpty(field)
  }
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    const isEnter = event.key === 'Enter' && !isComposing(event.nativeEvent)
    if (isEnter && focusNextEmpty(event.currentTarget)) event.preventDefault()
  }
  const field = (name: string) => ({ ...form.field(name), onKeyDown: press })
  return (
    <form {...form.props} onInput={moveOn} className="stack">
      <Field label="이름" autoComplete="name" ref={focusAtOnce} enterKeyHint="next" {...field('name')} />
      <PhoneField
        label="전화번호"
        hint="010으로 시작하는 한국 휴대전화 번호만 가능합니다. 없으시면 인증번호 메일에 회신해주세요."
        {...field('phone')}
      />
      <Field label="회사명" autoComplete="organization" enterKeyHint="next" {...field('company_name')} />
      <Field label="직책" autoComplete="organization-title" {...field('position')} />
      <ResendNote shown={form.isRetrying} />
      <FormError text={form.error} />
      <Button type="submit" kind="primary" wide pending={form.pending}>
        가입하기
      </Button>
    </form>
  )
}

async function finish(login: Record<'phone' | 'name', string>) {
  const member = signsIn() ? await signIn(login) : null
  forgetProgress()
  if (member) admit(member)
  else addToDraft(LOGIN_DRAFT, login)
  visitorToast.success(`회원가입이 완료되었습니다.${member ? '' : ' 로그인해주세요.'}`)
  leaveSignUp(member)
}

/** Null if it fails: the member is registered and can use the login. */
const signIn = (body: Record<'phone' | 'name', string>): Promise<Member | null> =>
  callAfterLogout(loginCall, { body }).then(
    ({ user_data }) => user_data,
    () => null,
  )

/** An attempt whose answer was lost has already registered this address. */
function registeredBefore(failure: unknown) {
  const isKnown = failure instanceof ApiError && failure.code === 'email_exists'
  if (!isKnown || !readProgress().is_sent) throw failure
}
