import { useEffect, useEffectEvent } from 'react'
import { Link } from 'wouter'
import type { ResponseOf } from '../../../../contract/endpoint.ts'
import { getAttention } from '../../../../contract/admin/attention.ts'
import { POLL_MS, useRead } from '../../../api/reads/use-read.ts'
import { PATHS } from '../../../paths.ts'
import { useReservationChanges } from '../../reservation-dialog/refresh-soon.ts'
import './attention.css'

export type Attention = ResponseOf<typeof getAttention>

type Props = {
  id: string
  onHear: (heard: Attention) => void
  onGo: () => void
}

export function AttentionLinks({ id, onHear, onGo }: Props) {
  const { data } = useRead(getAttention, {}, { poll: POLL_MS })
  useReservationChanges()
  const hear = useEffectEvent(onHear)
  useEffect(() => {
    if (data) hear(data)
  }, [data])
  const items = [
    {
      path: PATHS.adminDashboard,
      to: '',
      what: '진행 불가',
      fate: '알림',
      count: data?.day_reports.length ?? 0,
      unit: '건',
    },
    {
      to: '?tab=mails&status=failed',
      what: '메일',
      fate: '실패',
      count: data?.failed_mails ?? 0,
      unit: '통',
    },
    {
      to: '?tab=mails&status=failed',
      what: '웹훅',
      fate: '실패',
      count: data?.failed_deliveries ?? 0,
      unit: '건',
    },
    {
      to: '?tab=integrations',
      what: '웹훅 받는 곳',
      fate: '응답 없음',
      count: data?.dead_webhooks ?? 0,
      unit: '곳',
    },
    {
      to: '?tab=start',
      what: '운영 준비',
      fate: '확인 필요',
      count: data?.warnings.length ?? 0,
      unit: '건',
    },
    { to: '?tab=screens', what: '화면', fate: '응답 없음', count: data?.silent_screens ?? 0, unit: '대' },
    {
      to: '?tab=closing',
      what: '개인정보',
      fate: '삭제까지',
      count: data?.days_to_erasure ?? 0,
      unit: '일',
    },
    { to: '', what: '백업', fate: '없음', count: data?.backup?.overdue_hours ?? 0, unit: '시간' },
  ]
  return (
    <div className="attention" id={id} aria-live="polite">
      {items
        .filter(({ count }) => count > 0)
        .map(({ path = PATHS.adminSettings, to, what, fate, count, unit }) => (
          <Link
            key={what}
            to={path + to}
            className="small strong attention__link tap-line numerals"
            onClick={onGo}
          >
            <span>
              <span>{what}</span> <span className="attention__fate">{`${fate} `}</span>
              <span>{count}</span>
              <span className="attention__fate">{unit}</span>
            </span>
          </Link>
        ))}
    </div>
  )
}
