import { useEffect, useEffectEvent } from 'react'
import { Link } from 'wouter'
import type { ResponseOf } from '../../../../contract/endpoint.ts'
import { getAttention } from '../../../../contract/admin/attention.ts'
import { mayAct, type Role } from '../../../../domain/role.ts'
import { usePolled } from '../../../api/reads/use-read.ts'
import { PATHS } from '../../../paths.ts'
import { useReservationChanges } from '../../reservation-dialog/refresh-soon.ts'
import './attention.css'

export type Attention = ResponseOf<typeof getAttention>

type Props = {
  id: string
  onHear: (heard: Heard) => void
  onGo: () => void
}

/** `count` is for the closed menu. */
export type Heard = Attention & { count: number }

const tab = (search: string) => `${PATHS.adminSettings}?tab=${search}`

/** The role that may open what a link leads to, then the link's texts. */
const itemsOf = (
  heard: Attention,
): [Role, to: string, what: string, fate: string, count: number, unit: string][] => [
  ['desk', PATHS.adminDashboard, '진행 불가', '알림', heard.day_reports.length, '건'],
  ['manager', tab('mails&status=failed'), '메일', '실패', heard.failed_mails, '통'],
  ['owner', tab('mails&status=failed'), '웹훅', '실패', heard.failed_deliveries, '건'],
  ['owner', tab('integrations'), '웹훅 받는 곳', '응답 없음', heard.dead_webhooks, '곳'],
  ['owner', tab('start'), '운영 준비', '확인 필요', heard.warnings.length, '건'],
  ['manager', tab('screens'), '화면', '응답 없음', heard.silent_screens, '대'],
  ['owner', tab('closing'), '개인정보', '삭제까지', heard.days_to_erasure ?? 0, '일'],
  ['owner', tab('event'), '백업', '없음', heard.backup?.overdue_hours ?? 0, '시간'],
]

const DURATIONS = ['일', '시간']

export function AttentionLinks({ id, onHear, onGo }: Props) {
  const { data } = usePolled(getAttention, {})
  useReservationChanges()
  const items = data
    ? itemsOf(data).filter(([role, , , , count]) => count > 0 && mayAct(data.admin.role, role))
    : []
  const count = items.reduce((sum, [, , , , some, unit]) => sum + (DURATIONS.includes(unit) ? 1 : some), 0)
  const hear = useEffectEvent(onHear)
  useEffect(() => {
    if (data) hear({ ...data, count })
  }, [data, count])
  return (
    <div className="attention" id={id} aria-live="polite">
      {items.map(([, to, what, fate, count, unit]) => (
        <Link key={what} to={to} className="small strong attention__link tap-line numerals" onClick={onGo}>
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
