import { useState } from 'react'
import { Link, useSearchParams } from 'wouter'
import { getAttention } from '../../../contract/admin/attention.ts'
import { rearrangeReservations } from '../../../contract/admin/rearrange.ts'
import { finishReport, type OpenReport } from '../../../contract/admin/day-reports.ts'
import { madridTime, shortKoreanDate } from '../../../domain/madrid-time.ts'
import { call, queryText } from '../../api/client.ts'
import { refresh, usePolled } from '../../api/reads/use-read.ts'
import { lazy } from '../../shell/lazy.tsx'
import { Button } from '../../ui/controls.tsx'
import { figures } from '../../ui/figures.ts'
import { Badge } from '../../ui/list/badge.tsx'
import { ActionButton } from '../components/action-button.tsx'
import { ConfirmDialog } from '../components/confirm-dialog.tsx'
import { useMay } from '../components/use-may.ts'
import { tryWithToast } from '../components/with-toast.ts'
import './day-reports.css'

async function finish({ id, version }: OpenReport) {
  const input = { params: { id }, body: { version } }
  await tryWithToast(() => call(finishReport, input), '처리 완료로 표시하지 못했습니다.')
  await refresh(getAttention)
}

const RearrangeDialog = lazy(() => import('../rearrange/rearrange-dialog.tsx'))

/** Opens the dialog over the dashboard, filled in from the report. */
const rearranging = ({ docent, room, date, start_time, end_time }: OpenReport) =>
  queryText({
    date,
    change: docent ? 'docent' : 'room',
    docent: docent?.id,
    room: room?.id,
    from: start_time,
    to: end_time,
  })

const leftText = ({ affected }: OpenReport) => (affected > 0 ? `남은 예약 ${affected}건` : '남은 예약 없음')

function DoneButton({ report }: { report: OpenReport }) {
  const [isAsking, setAsking] = useState(false)
  if (report.affected === 0 && !isAsking)
    return (
      <ActionButton size="small" act={() => finish(report)}>
        처리 완료
      </ActionButton>
    )
  return (
    <>
      <Button size="small" onClick={() => setAsking(true)}>
        처리 완료
      </Button>
      {isAsking && (
        <ConfirmDialog
          title="진행 불가 알림 처리 완료"
          action="처리 완료"
          kind="primary"
          onConfirm={() => finish(report)}
          onClose={() => setAsking(false)}
        >
          <p>{`예약 ${report.affected}건이 남아 있습니다.`}</p>
        </ConfirmDialog>
      )}
    </>
  )
}

export default function DayReports() {
  const [search] = useSearchParams()
  const may = useMay()
  return (
    <>
      <Reports />
      {may(rearrangeReservations) && search.has('change') && <RearrangeDialog />}
    </>
  )
}

function Reports() {
  const { data } = usePolled(getAttention, {})
  const may = useMay()
  const reports = data?.day_reports ?? []
  if (reports.length === 0) return null
  return (
    <div role="alert">
      <ul className="stack day-reports" data-gap="8" aria-label="진행 불가 알림">
        {reports.map((report) => (
          <li key={report.id} className="row" data-wrap data-spread>
            <p className="row" data-wrap>
              <Badge tone="rejected">
                <span translate="no">{madridTime(Date.parse(report.reported_at))}</span> 진행 불가
              </Badge>
              <span {...figures('strong')}>{(report.docent ?? report.room)!.name}</span>
              <span {...figures()}>
                {`${shortKoreanDate(report.date)} ${report.start_time} ~ ${report.end_time}`}
              </span>
              <span>{report.reason}</span>
              <span {...figures('strong')}>{leftText(report)}</span>
            </p>
            {may(finishReport) && (
              <span className="row" data-wrap>
                <Link className="button" data-kind="primary" data-size="small" to={rearranging(report)}>
                  예약 옮기기·취소
                </Link>
                <DoneButton report={report} />
              </span>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}
