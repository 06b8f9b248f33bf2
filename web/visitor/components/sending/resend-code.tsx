import { useState } from 'react'
import type { Instant } from '../../../../domain/madrid-time.ts'
import { useNow } from '../../../browser/clock.ts'
import { Button } from '../../../ui/controls.tsx'
import { remaining } from './remaining.ts'
import { ResendNote } from '../resend-note.tsx'
import { figures } from '../../../ui/figures.ts'

type Props = {
  resend_at: Instant
  /** Tells its failures itself. */
  resend: (onRetry: () => void) => Promise<void>
}

export function ResendCode({ resend_at, resend }: Props) {
  const wait = remaining(resend_at, useNow(1_000))
  const [pending, setPending] = useState(false)
  const [isRetrying, setRetrying] = useState(false)
  const press = async () => {
    setPending(true)
    setRetrying(false)
    await resend(() => setRetrying(true)).finally(() => setPending(false))
  }
  return (
    <>
      <ResendNote shown={pending && isRetrying} />
      <Button kind="quiet" wide disabled={wait !== null} pending={pending} onClick={press}>
        <span>인증번호 다시 받기</span>
        {wait !== null && <span {...figures()}>{` (${wait} 후)`}</span>}
      </Button>
    </>
  )
}
