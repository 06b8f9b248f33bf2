import { useEffect, useState } from 'react'
import { getMyAdmin, listAdmins, type MyAdmin } from '../../../../contract/admin/accounts.ts'
import { listAdminSessions } from '../../../../contract/admin/sessions.ts'
import { offerSecondFactor, setUpSecondFactor } from '../../../../contract/admin/second-factor.ts'
import type { ResponseOf } from '../../../../contract/endpoint.ts'
import { ApiError, call } from '../../../api/client.ts'
import { patchCache, refresh } from '../../../api/reads/use-read.ts'
import { Button, ButtonLink, Field } from '../../../ui/controls.tsx'
import { FormError, useForm } from '../../../ui/form/form.tsx'
import { ErrorBanner } from '../../../ui/list/error-banner.tsx'
import { Skeletons } from '../../../ui/page.tsx'
import { copyToClipboard } from '../copy-to-clipboard.ts'
import { QrCode } from '../../../components/qr/qr-code.tsx'
import { adminToast } from '../../../ui/toast.ts'
import { failureText } from '../with-toast.ts'
import { RecoveryCodes } from './recovery-codes.tsx'
import './set-up.css'

type Offer = ResponseOf<typeof offerSecondFactor>
type Made = ResponseOf<typeof setUpSecondFactor>

type Props = {
  /** After the recovery codes were seen. */
  onDone: (admin: MyAdmin) => void
  /** After set-up, while the recovery codes are shown. */
  onMade?: () => void
  /** The session is gone. */
  onLost?: () => void
}

export default function SetUp({ onDone, onMade, onLost }: Props) {
  const { offer, hasFailed, ask } = useOffer(onLost)
  const [made, setMade] = useState<Made | null>(null)
  if (made)
    return <RecoveryCodes of={made.admin} codes={made.recovery_codes} onDone={() => onDone(made.admin)} />
  if (hasFailed) return <ErrorBanner title="설정 키를 불러오지 못했습니다." onRetry={ask} />
  if (!offer) return <Skeletons count={3} shape="cell" />
  const keep = (answer: Made) => {
    setMade(answer)
    onMade?.()
    void patchCache(getMyAdmin, () => answer.admin)
    void refresh(listAdmins, listAdminSessions)
  }
  // The recovery codes were not seen: the answer was lost, or another window was faster.
  const goOn = async (text: string) => {
    const admin = await call(getMyAdmin, {})
    void patchCache(getMyAdmin, () => admin)
    void refresh(listAdmins)
    adminToast.error(text)
    onDone(admin)
  }
  return <SetUpForm offer={offer} onMade={keep} onExists={goOn} onLost={onLost} />
}

/** Not cached: another answer must not replace a key that a phone has already scanned. */
function useOffer(onLost: (() => void) | undefined) {
  const [offer, setOffer] = useState<Offer | null>(null)
  const [hasFailed, setFailed] = useState(false)
  const [round, setRound] = useState(0)
  useEffect(() => {
    let isLeft = false
    call(offerSecondFactor, {}).then(
      (answer) => !isLeft && setOffer(answer),
      (failure: unknown) => {
        if (isLeft) return
        if (hasNoSession(failure)) onLost?.()
        setFailed(true)
      },
    )
    return () => {
      isLeft = true
    }
    // Asked once, and again on request.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [round])
  const ask = () => {
    setFailed(false)
    setRound(round + 1)
  }
  return { offer, hasFailed, ask }
}

const hasNoSession = (failure: unknown) => failure instanceof ApiError && failure.status === 401

type FormProps = {
  offer: Offer
  onMade: (made: Made) => void
  /** A second factor exists already; `text` says so. */
  onExists: (text: string) => Promise<void>
  onLost: (() => void) | undefined
}

function SetUpForm({ offer: { key, url, offer }, onMade, onExists, onLost }: FormProps) {
  const form = useForm({
    schema: setUpSecondFactor.body!,
    complete: (typed) => ({ ...typed, offer }),
    submit: async (body) => {
      try {
        onMade(await call(setUpSecondFactor, { body }))
      } catch (failure) {
        if (!(failure instanceof ApiError) || failure.code !== 'second_factor_exists') throw failure
        await onExists(failure.text)
      }
    },
    failed: (failure) => {
      if (hasNoSession(failure)) onLost?.()
      return failureText(failure, '2단계 인증을 설정하지 못했습니다.')
    },
  })
  return (
    <form {...form.props} className="stack" aria-label="2단계 인증 설정">
      <ol className="second-factor__steps">
        <li>
          <p>
            휴대폰의 인증 앱(Google Authenticator, Microsoft Authenticator 등)으로 QR 코드를 스캔해주세요.
          </p>
          <QrCode text={url} name="인증 앱 설정 QR 코드" small />
          <div className="second-factor__app">
            <ButtonLink href={url} size="small">
              이 휴대폰의 인증 앱에 추가
            </ButtonLink>
          </div>
          <p className="small">QR 코드를 쓸 수 없으면 앱에 이 설정 키를 입력해주세요.</p>
          <div className="row second-factor__key" data-spread>
            <code>{key.replaceAll(/.{4}(?=.)/g, '$& ')}</code>
            <Button
              size="small"
              aria-label="설정 키 복사"
              onClick={() => void copyToClipboard(key, '설정 키')}
            >
              복사
            </Button>
          </div>
        </li>
        <li>
          <Field
            label="앱에 표시된 6자리 코드"
            required
            data-autofocus
            inputMode="numeric"
            autoComplete="one-time-code"
            spellCheck={false}
            {...form.field('code')}
          />
        </li>
        <li>
          <Field
            label="내 비밀번호"
            type="password"
            required
            autoComplete="current-password"
            maxLength={500}
            {...form.field('password')}
          />
        </li>
      </ol>
      <FormError text={form.error} />
      <Button type="submit" kind="primary" wide pending={form.pending}>
        2단계 인증 설정
      </Button>
    </form>
  )
}
