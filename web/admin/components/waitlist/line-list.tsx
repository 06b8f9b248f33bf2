import { useState } from 'react'
import {
  countWaiting,
  removeFromWaitlist,
  type Line,
  type LineEntry,
} from '../../../../contract/admin/waitlist.ts'
import { PASSED_OVER_TEXT } from '../../../../contract/text/waitlist-text.ts'
import { momentText } from '../../../components/reservation/reservation-text.ts'
import { TierBadge } from '../../../components/tier.tsx'
import { wantedRange } from '../../../components/waitlist-entry-text.ts'
import { Button } from '../../../ui/controls.tsx'
import { useFocusFallback } from '../../../ui/dialog/use-focus-fallback.ts'
import { MAX_LENGTH } from '../../../../contract/field.ts'
import { shortKoreanDate } from '../../../../domain/madrid-time.ts'
import { call } from '../../../api/client.ts'
import { refresh } from '../../../api/reads/use-read.ts'
import { TextField, useForm } from '../../../ui/form/form.tsx'
import { adminToast } from '../../../ui/toast.ts'
import { useMay } from '../use-may.ts'
import { FormDialog } from '../form-dialog.tsx'
import { failureText } from '../with-toast.ts'
import { figures } from '../../../ui/figures.ts'
import './line-list.css'

type Props = {
  line: Line
  onChanged: () => void
}

export function LineList({ line, onChanged }: Props) {
  const [removing, setRemoving] = useState<LineEntry | null>(null)
  const may = useMay()
  // The removed entry's button is gone; focus goes to the first remaining one.
  const list = useFocusFallback<HTMLDivElement>((held) => held.querySelector('button'))
  return (
    <div ref={list}>
      <ol className="lined">
        {line.entries.map((entry) => (
          <li key={entry.id} className="row line-list__entry" data-wrap>
            <span {...figures('strong center line-list__place')}>{entry.place}</span>
            <div className="grow">
              <p>
                <TierBadge of={entry.user} /> <span {...figures('strong')}>{entry.user.company_name}</span>{' '}
                <span translate="no">{entry.user.name}</span>
              </p>
              <p {...figures('muted small')}>
                {wantedRange(entry)} · {entry.visitor.count}명 · {momentText(entry.created_at)}부터{' '}
                <a className="tap-line" href={`tel:${entry.user.phone}`}>
                  {entry.user.phone}
                </a>
              </p>
              {entry.passed_over && <p className="warning small">{PASSED_OVER_TEXT[entry.passed_over]}</p>}
            </div>
            {may(removeFromWaitlist) && (
              <Button size="small" aria-haspopup="dialog" onClick={() => setRemoving(entry)}>
                자리 대기 종료
                <span {...figures('visually-hidden')}>: {entry.user.name}</span>
              </Button>
            )}
          </li>
        ))}
      </ol>
      {removing && <RemoveDialog entry={removing} onClose={() => setRemoving(null)} onRemoved={onChanged} />}
    </div>
  )
}

type RemoveProps = { entry: LineEntry; onClose: () => void; onRemoved: () => void }

function RemoveDialog({ entry, onClose, onRemoved }: RemoveProps) {
  const form = useForm({
    schema: removeFromWaitlist.body!,
    submit: async (body) => {
      const { message } = await call(removeFromWaitlist, { params: { id: entry.id }, body })
      adminToast.success(`${wantedRange(entry)} ${entry.user.name} · ${message}`)
      void refresh(countWaiting)
      onRemoved()
      onClose()
    },
    failed: (failure) => {
      onRemoved()
      return failureText(failure, '자리 대기를 종료하지 못했습니다.')
    },
  })
  return (
    <FormDialog title="자리 대기 종료" action="자리 대기 종료" kind="danger" form={form} onClose={onClose}>
      <p>
        <span {...figures('strong')}>{entry.user.company_name}</span>{' '}
        <span translate="no">{entry.user.name}</span>
        <br />
        <span {...figures('muted')}>
          {shortKoreanDate(entry.event_date.date)} {wantedRange(entry)} ·{' '}
          {entry.type === 'VIP_TOUR' ? entry.docent.name : entry.room.name}
        </span>
      </p>
      <TextField
        {...form.field('reason')}
        label="사유"
        optional
        rows={3}
        maxLength={MAX_LENGTH.reason}
        hint="입력한 사유는 기다리던 회원의 예약내역에 표시되고 이메일로 전달됩니다."
        data-autofocus
      />
    </FormDialog>
  )
}
