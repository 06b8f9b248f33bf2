import { emailCodeForm } from '../../../../contract/login-code.ts'
import { Button } from '../../../ui/controls.tsx'
import type { GoOn } from '../go-on.ts'
import { CodeForm } from './code-form.tsx'
import { mailLoginCode, tellFailure, type Mailed } from './mailed.ts'

type Props = { goOn: GoOn; mailed: Mailed; change: (mailed: Mailed | null) => void; leave: () => void }

export function EmailCode({ goOn, mailed, change, leave }: Props) {
  const resend = async (onRetry: () => void) => {
    try {
      change(await mailLoginCode(mailed.email, onRetry))
    } catch (failure) {
      tellFailure(failure)
    }
  }
  return (
    <CodeForm
      key={mailed.resend_at}
      schema={emailCodeForm}
      complete={(typed) => ({ ...typed, email: mailed.email })}
      intro={`${mailed.email} 주소로 등록된 회원이면 인증번호를 보냈습니다.`}
      goOn={goOn}
      resend_at={mailed.resend_at}
      resend={resend}
      leave={leave}
    >
      <Button wide onClick={() => change(null)}>
        다른 이메일 입력
      </Button>
    </CodeForm>
  )
}
