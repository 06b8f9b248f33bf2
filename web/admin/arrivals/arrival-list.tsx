import { useState } from 'react'
import { listArrivals, NO_SHOW_REASON, type Arrival } from '../../../contract/admin/arrivals.ts'
import { actOnReservation } from '../../../contract/reservation-action.ts'
import { checkArrival, presenceOf } from '../../../domain/arrival.ts'
import { madridTime, type Instant } from '../../../domain/madrid-time.ts'
import { canCancel } from '../../../domain/reservation.ts'
import { refresh } from '../../api/reads/use-read.ts'
import { callWithRetry } from '../../api/writes/retrying-call.ts'
import { TierBadge } from '../../components/tier.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/choice/checkbox.tsx'
import { Badge } from '../../ui/list/badge.tsx'
import { EmptyState } from '../../ui/notice.tsx'
import { ConfirmDialog } from '../components/confirm-dialog.tsx'
import { withToast } from '../components/with-toast.ts'
import { expectedOf } from './arrival-facts.ts'
import { mark } from '../components/marks/marks.ts'
import { figures } from '../../ui/figures.ts'

export type Groups = readonly { name: string; arrivals: readonly Arrival[] }[]

type Props = {
  groups: Groups
  counts: { all: number; arrived: number }
  isSearch: boolean
  isWholeDay: boolean
  now: Instant
  onWholeDay: (isWholeDay: boolean) => void
}

export function ArrivalList({ groups, counts, isSearch, isWholeDay, now, onWholeDay }: Props) {
  const [freeing, setFreeing] = useState<Arrival | null>(null)
  return (
    <div className="stack">
      <div className="row" data-spread data-wrap>
        <h2>
          <span>{isSearch ? '찾은 방문자' : isWholeDay ? '하루 전체' : '지금부터 1시간'}</span>{' '}
          <span {...figures('muted small')}>
            전체 {counts.all}건 중 {counts.arrived}건 도착
          </span>
        </h2>
        {!isSearch && (
          <Checkbox checked={isWholeDay} onChange={({ currentTarget }) => onWholeDay(currentTarget.checked)}>
            하루 전체 보기
          </Checkbox>
        )}
      </div>
      {groups.every(({ arrivals }) => arrivals.length === 0) && (
        <EmptyState title={isSearch ? '찾는 방문자가 없습니다.' : '지금 올 방문자가 없습니다.'} />
      )}
      {groups
        .filter(({ arrivals }) => arrivals.length > 0)
        .map(({ name, arrivals }) => (
          <section key={name} className="stack" data-gap="8" aria-label={name}>
            <h3>
              <span translate="no">{name}</span> <span {...figures('muted')}>{arrivals.length}건</span>
            </h3>
            <ul className="stack" data-gap="8">
              {arrivals.map((each) => (
                <Entry key={each.id} arrival={each} now={now} onFree={() => setFreeing(each)} />
              ))}
            </ul>
          </section>
        ))}
      {freeing && <FreeDialog arrival={freeing} onClose={() => setFreeing(null)} />}
    </div>
  )
}

const callNumber = (phone: string) => `tel:${phone.replaceAll('-', '')}`

type EntryProps = { arrival: Arrival; now: Instant; onFree: () => void }

function Entry({ arrival, now, onFree }: EntryProps) {
  const { name, company, title, start_time, end_time, place, where, count, note, phone } = arrival
  const facts = expectedOf(arrival)
  const presence = presenceOf(facts, now)
  const isLate = presence === 'late'
  const at = `${name} ${start_time}`
  return (
    <li className="arrival" data-presence={presence}>
      <p {...figures('arrival__time')}>
        {start_time} <span className="muted small">~ {end_time}</span>
      </p>
      <div className="arrival__who">
        <p>
          <span {...figures('strong')}>{name}</span> <span>{`${count}명`}</span> <TierBadge of={arrival} />
        </p>
        <p className="muted small">{[company, title].filter(Boolean).join(' · ')}</p>
        <p {...figures('small')}>
          {place} · {where}
        </p>
        {note && <p className="arrival__note small">{note}</p>}
      </div>
      <div className="arrival__state">
        <PresenceBadge arrival={arrival} now={now} />
        {isLate && (
          <ButtonLink size="small" href={callNumber(phone)} aria-label={`${name} 전화 ${phone}`}>
            {phone}
          </ButtonLink>
        )}
        {isLate && canCancel(facts, 'admin', now) && (
          <Button size="small" kind="quiet-danger" aria-label={`${at} 자리 비우기`} onClick={onFree}>
            자리 비우기
          </Button>
        )}
        {checkArrival(facts, now) === null && (
          <Button size="small" kind="primary" aria-label={`${at} 도착 확인`} onClick={() => mark(arrival)}>
            도착 확인
          </Button>
        )}
      </div>
    </li>
  )
}

const MINUTE = 60_000

function PresenceBadge({ arrival, now }: { arrival: Arrival; now: Instant }) {
  const facts = expectedOf(arrival)
  if (facts.arrived_at !== null)
    return <Badge tone="approved">{`${madridTime(facts.arrived_at)} 도착`}</Badge>
  if (arrival.status === 'CANCEL_REQUESTED') return <Badge tone="cancel-requested">취소 요청</Badge>
  const presence = presenceOf(facts, now)
  if (presence === 'missed') return <Badge tone="ended">종료</Badge>
  if (presence === 'expected') return null
  return <Badge tone="rejected">{`${Math.floor((now - facts.starts_at) / MINUTE)}분 늦음`}</Badge>
}

/** Cancels the reservation of a no-show. */
function FreeDialog({ arrival, onClose }: { arrival: Arrival; onClose: () => void }) {
  const { id, type, name, start_time, end_time, place } = arrival
  const free = async () => {
    const body = { type, action: 'cancel' as const, reason: NO_SHOW_REASON }
    await withToast(
      () => callWithRetry(actOnReservation, { params: { id: String(id) }, body }),
      '자리를 비우지 못했습니다.',
    ).finally(() => void refresh(listArrivals))
  }
  return (
    <ConfirmDialog title="자리 비우기" action="자리 비우기" onConfirm={free} onClose={onClose}>
      <p>
        <strong translate="no">{name}</strong> 님의 <span translate="no">{start_time}</span> ~{' '}
        <span translate="no">{end_time}</span> <span translate="no">{place}</span> 예약을 취소합니다. 사유는 “
        <span>{NO_SHOW_REASON}</span>
        ”으로 신청자에게 메일로 안내됩니다.
      </p>
    </ConfirmDialog>
  )
}
