import { useId, useRef, useState } from 'react'
import { reportByLink } from '../../contract/day-report.ts'
import type { getSharedDaySheet } from '../../contract/day-sheet.ts'
import type { ResponseOf } from '../../contract/endpoint.ts'
import { MAX_LENGTH } from '../../contract/field.ts'
import { restOfDay } from '../../domain/day-report.ts'
import { madridTime } from '../../domain/madrid-time.ts'
import { callWithRetry } from '../api/writes/retrying-call.ts'
import { useNow } from '../browser/clock.ts'
import { Button, Field } from '../ui/controls.tsx'
import { Dialog } from '../ui/dialog/dialog.tsx'
import { figures } from '../ui/figures.ts'
import { FormError, useForm } from '../ui/form/form.tsx'
import { Badge } from '../ui/list/badge.tsx'
import { troubleOf } from './trouble.ts'

const REASONS = ['건강 문제', '지각', '기타']

type Props = {
  token: string
  date: string
  answer: Pick<ResponseOf<typeof getSharedDaySheet>, 'hours' | 'report'>
  onReported: () => void
}

export default function Report({ answer: { hours, report }, ...of }: Props) {
  const now = useNow(60_000)
  const [isOpen, setOpen] = useState(false)
  const rest = hours && restOfDay(of.date, hours, now)
  const open = report?.done_at === null ? report : null
  return (
    <div className="row shared-day-sheet__report">
      <p className="row grow" data-wrap role="status">
        {report && (
          <>
            <Badge tone={open ? 'waiting' : 'approved'}>
              {`${madridTime(Date.parse(report.done_at ?? report.reported_at))} ${open ? '전달됨' : '처리 완료'}`}
            </Badge>
            <span {...figures()}>{`${report.start_time} ~ ${report.end_time} 진행이 어려워요`}</span>
            <span className="muted">{report.reason}</span>
          </>
        )}
      </p>
      {rest && (
        <Button size="small" onClick={() => setOpen(true)}>
          {open ? '정정' : '진행이 어려워요'}
        </Button>
      )}
      {rest && isOpen && (
        <ReportDialog
          {...of}
          title={open ? '진행 불가 알림 정정' : '진행이 어려워요'}
          initial={open ?? { ...rest, reason: '' }}
          onClose={() => setOpen(false)}
        />
      )}
    </div>
  )
}

type DialogProps = Omit<Props, 'answer'> & {
  title: string
  initial: { start_time: string; end_time: string; reason: string }
  onClose: () => void
}

function ReportDialog({ token, date, title, initial, onReported, onClose }: DialogProps) {
  const id = useId()
  const reason = useRef<HTMLInputElement>(null)
  const { start_time, end_time } = initial
  const form = useForm({
    schema: reportByLink.body!,
    initial: { start_time, end_time, reason: initial.reason },
    complete: (typed) => ({ ...typed, date }),
    submit: async (body, onRetry) => {
      await callWithRetry(reportByLink, { params: { token }, body }, { onRetry })
      onReported()
      onClose()
    },
    failed: troubleOf,
  })
  return (
    <Dialog
      title={title}
      onClose={() => !form.pending && onClose()}
      actions={
        <Button
          type="submit"
          form={id}
          kind="primary"
          wide
          pending={form.pending}
          pendingLabel={form.isRetrying ? '다시 보내는 중' : '보내는 중'}
          data-autofocus
        >
          안내 데스크에 알리기
        </Button>
      }
    >
      <form {...form.props} id={id} className="stack">
        <p>예약은 그대로 두고 안내 데스크에 알립니다. 데스크에서 방문자에게 안내합니다.</p>
        <Field {...form.field('start_time')} label="시작 시각" type="time" />
        <Field {...form.field('end_time')} label="종료 시각" type="time" />
        <Field {...form.field('reason')} ref={reason} label="사유" optional maxLength={MAX_LENGTH.reason} />
        <div className="row" data-wrap role="group" aria-label="자주 쓰는 사유">
          {REASONS.map((text) => (
            <Button key={text} size="small" onClick={() => (reason.current!.value = text)}>
              {text}
            </Button>
          ))}
        </div>
        <FormError text={form.error} />
      </form>
    </Dialog>
  )
}
