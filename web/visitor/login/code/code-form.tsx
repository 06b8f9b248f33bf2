import type { ReactNode } from 'react'
import { loginCall } from '../../../../contract/login.ts'
import type { CallInput } from '../../../../contract/endpoint.ts'
import type { Instant } from '../../../../domain/madrid-time.ts'
import { CODE_TRIES, CODE_VALID_MINUTES } from '../../../../domain/verification-code.ts'
import { callAfterLogout } from '../../../api/writes/pending-logout.ts'
import { LOGIN_DRAFT } from '../../../paths.ts'
import { Button, Field } from '../../../ui/controls.tsx'
import { FormError, useForm } from '../../../ui/form/form.tsx'
import { PhoneField } from '../../../ui/form/phone-field.tsx'
import { CodeField } from '../../components/sending/code-field.tsx'
import { ResendCode } from '../../components/sending/resend-code.tsx'
import { ResendNote } from '../../components/resend-note.tsx'
import type { GoOn } from '../go-on.ts'
import { enter, mailFailure } from './mailed.ts'

type Body = CallInput<typeof loginCall>['body']
type Options = Parameters<typeof useForm<Body>>[0]

type Props = Pick<Options, 'schema' | 'complete'> & {
  hasPhone?: boolean
  intro: string
  goOn: GoOn
  resend_at: Instant
  resend: (onRetry: () => void, typed: FormData) => Promise<void>
  leave: () => void
  children?: ReactNode
}

export function CodeForm({
  schema,
  complete,
  hasPhone = false,
  intro,
  goOn,
  resend_at,
  resend,
  leave,
  children,
}: Props) {
  const form = useForm<Body>({
    schema,
    ...(complete && { complete }),
    draft: LOGIN_DRAFT,
    submit: async (body, onRetry) => {
      const { user_data } = await callAfterLogout(loginCall, { body }, { onRetry, tellsLimit: true })
      enter(user_data, goOn)
    },
    failed: mailFailure,
  })
  return (
    <form {...form.props} className="code-login stack">
      <p role="status">{intro}</p>
      {hasPhone && (
        <>
          <PhoneField label="전화번호" {...form.field('phone')} />
          <Field label="이름" autoComplete="name" {...form.field('name')} />
        </>
      )}
      <CodeField {...form.field('code')} />
      <p className="muted small">{`메일이 보이지 않으면 스팸함을 확인해주세요. 인증번호는 ${CODE_VALID_MINUTES}분간 유효하며, ${CODE_TRIES}번 틀리면 새로 받아야 합니다.`}</p>
      <ResendNote shown={form.isRetrying} />
      <FormError text={form.error} />
      <Button type="submit" kind="primary" wide pending={form.pending} pendingLabel="로그인 중...">
        로그인
      </Button>
      <ResendCode
        resend_at={resend_at}
        resend={(onRetry) => resend(onRetry, new FormData(form.props.ref.current!))}
      />
      {children}
      <Button wide onClick={leave}>
        전화번호와 이름 다시 입력
      </Button>
    </form>
  )
}
