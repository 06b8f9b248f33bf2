import { useState } from 'react'
import { getAttention } from '../../../contract/admin/attention.ts'
import { getResent, resendMails } from '../../../contract/admin/mails.ts'
import type { BodyOf, ResponseOf } from '../../../contract/endpoint.ts'
import { MAIL_READS, refreshMails } from '../components/resend-mail.ts'
import { usePolledSoon } from '../components/use-polled-soon.ts'
import { tryWithToast } from '../components/with-toast.ts'
import { call } from '../../api/client.ts'
import { useRead } from '../../api/reads/use-read.ts'
import { Button } from '../../ui/controls.tsx'
import { resentText } from './resent-text.ts'
import { figures } from '../../ui/figures.ts'
import './resend-many.css'

type Props = { chosen: readonly number[]; onSent: () => void }

export function ResendMany({ chosen, onSent }: Props) {
  const failed = useRead(getAttention, {}).data?.failed_mails ?? 0
  const [pending, setPending] = useState(false)
  const [at, setAt] = useState<string | null>(null)
  const send = async (body: BodyOf<typeof resendMails>) => {
    setPending(true)
    const answer = await tryWithToast(() => call(resendMails, { body }), '메일을 다시 보내지 못했습니다.')
    if (answer && answer.queued > 0) setAt(answer.resent_at)
    if (answer) onSent()
    setPending(false)
    await refreshMails()
  }
  if (failed === 0 && chosen.length === 0 && at === null) return null
  return (
    <div className="row resend-many" data-wrap role="group" aria-label="실패한 메일 다시 보내기">
      {at === null ? (
        <p className="resend-many__status">
          {failed > 0 && (
            <>
              <span {...figures('strong')}>보내지 못한 메일 {failed}통</span>{' '}
              <span className="small">지난 예약의 메일과 이미 새 안내가 나간 메일은 빼고 셉니다.</span>
            </>
          )}
        </p>
      ) : (
        <Resent at={at} onClose={() => setAt(null)} />
      )}
      {chosen.length > 0 && (
        <Button
          size="small"
          pending={pending}
          onClick={() => void send({ ids: [...chosen] })}
        >{`선택한 ${chosen.length}통 다시 보내기`}</Button>
      )}
      {failed > 0 && (
        <Button size="small" pending={pending} onClick={() => void send({ all_failed: true })}>
          실패한 메일 모두 다시 보내기
        </Button>
      )}
    </div>
  )
}

function Resent({ at, onClose }: { at: string; onClose: () => void }) {
  const waits = (answer: ResponseOf<typeof getResent> | undefined) => answer?.on_their_way !== 0
  const { data } = usePolledSoon(getResent, { query: { at } }, waits, MAIL_READS)
  return (
    <>
      <p {...figures('resend-many__status')} role="status">
        {data ? resentText(data) : '다시 보내는 중입니다.'}
      </p>
      {!waits(data) && (
        <Button size="small" kind="quiet" onClick={onClose}>
          결과 닫기
        </Button>
      )}
    </>
  )
}
