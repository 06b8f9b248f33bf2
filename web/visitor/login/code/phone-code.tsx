import { useState } from 'react'
import { phoneCodeForm } from '../../../../contract/login-code.ts'
import { loginCall } from '../../../../contract/login.ts'
import { ApiError } from '../../../api/client.ts'
import { callAfterLogout } from '../../../api/writes/pending-logout.ts'
import { now } from '../../../browser/clock.ts'
import { BETWEEN_MAILS_MS } from '../../components/sending/mail-wait.ts'
import type { GoOn } from '../go-on.ts'
import { CodeForm } from './code-form.tsx'
import { enter, forgetCode, tellFailure } from './mailed.ts'

// As the service answers; after a reload its answer is gone.
const CODE_REQUIRED_TEXT =
  '입력하신 정보가 맞으면 등록된 이메일로 코드를 보냈습니다. 받은 코드를 입력해주세요.'

type Props = { goOn: GoOn; leave: () => void }

export function PhoneCode({ goOn, leave }: Props) {
  const [resend_at, setResendAt] = useState(() => now() + BETWEEN_MAILS_MS)
  const resend = async (onRetry: () => void, typed: FormData) => {
    const { phone, name } = Object.fromEntries(typed) as Record<'phone' | 'name', string>
    try {
      const { user_data } = await callAfterLogout(loginCall, { body: { phone, name } }, { onRetry })
      enter(user_data, goOn)
    } catch (failure) {
      if (!(failure instanceof ApiError) || failure.code !== 'code_required') return tellFailure(failure)
      forgetCode()
      setResendAt(now() + BETWEEN_MAILS_MS)
    }
  }
  return (
    <CodeForm
      key={resend_at}
      schema={phoneCodeForm}
      hasPhone
      intro={CODE_REQUIRED_TEXT}
      goOn={goOn}
      resend_at={resend_at}
      resend={resend}
      leave={leave}
    />
  )
}
