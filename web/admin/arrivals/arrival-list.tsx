import { useState } from 'react'
import { listArrivals, markNoShow, NO_SHOW_REASON, type Arrival } from '../../../contract/admin/arrivals.ts'
import { actOnReservation } from '../../../contract/reservation-action.ts'
import { checkArrival, presenceOf, expectedOf } from '../../../domain/arrival.ts'
import { MINUTE, type Instant } from '../../../domain/madrid-time.ts'
import { canCancel, nextStatus } from '../../../domain/reservation.ts'
import { refresh } from '../../api/reads/use-read.ts'
import { callWithRetry } from '../../api/writes/retrying-call.ts'
import { ArrivedBadge } from '../../components/reservation/status-badge.tsx'
import { TierBadge } from '../../components/tier.tsx'
import { Button, ButtonLink } from '../../ui/controls.tsx'
import { Checkbox } from '../../ui/choice/checkbox.tsx'
import { figures } from '../../ui/figures.ts'
import { Badge } from '../../ui/list/badge.tsx'
import { EmptyState } from '../../ui/page.tsx'
import { ActionButton } from '../components/action-button.tsx'
import { WriteDialog } from '../components/write-dialog.tsx'
import { mark } from '../components/marks/marking.ts'
import { UndoButton } from '../components/marks/undo-button.tsx'
import { useMay } from '../components/use-may.ts'
import { CountButton } from './count-button.tsx'
import { useRowDialog } from './use-row-dialog.tsx'

export type Groups = readonly { name: string; arrivals: readonly Arrival[] }[]

type Props = {
  groups: Groups
  counts: { all: number; arrived: number }
  isSearch: boolean
  isWholeDay: boolean
  now: Instant
  onWholeDay: (isWholeDay: boolean) => void
  onCount: (arrival: Arrival) => void
}

const COLUMNS = ['시간', '방문자', '인원', '장소', '상태']

export function ArrivalList({ groups, counts, isSearch, isWholeDay, now, onWholeDay, onCount }: Props) {
  const [freeing, setFreeing] = useState<Arrival | null>(null)
  const { openRow: onOpen, dialog } = useRowDialog()
  const tasks = { now, onCount, onFree: setFreeing, onOpen }
  const listed = groups.filter(({ arrivals }) => arrivals.length > 0)
  return (
    <div className="stack" data-gap="8">
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
      {listed.length === 0 ? (
        <EmptyState title={isSearch ? '찾는 방문자가 없습니다.' : '지금 올 방문자가 없습니다.'} />
      ) : (
        <div className="arrivals__list frame">
          <p className="arrival arrivals__columns" aria-hidden="true">
            {COLUMNS.map((column) => (
              <span key={column}>{column}</span>
            ))}
          </p>
          {listed.map(({ name, arrivals }) => (
            <section key={name} aria-label={name}>
              <h3 className="small arrivals__group">
                <span translate="no">{name}</span> <span {...figures('muted')}>{arrivals.length}건</span>
              </h3>
              <ul>
                {arrivals.map((each) => (
                  <Entry key={each.id} arrival={each} {...tasks} />
                ))}
              </ul>
            </section>
          ))}
        </div>
      )}
      {freeing && <FreeDialog arrival={freeing} onClose={() => setFreeing(null)} />}
      <span>{dialog}</span>
    </div>
  )
}

type EntryProps = {
  arrival: Arrival
  now: Instant
  onCount: Props['onCount']
  onFree: (arrival: Arrival) => void
  onOpen: ReturnType<typeof useRowDialog>['openRow']
}

function Entry(props: EntryProps) {
  const { arrival, now, onCount, onOpen } = props
  const { id, name, company, title, start_time, end_time, place, where, note } = arrival
  const [isOpening, setOpening] = useState(false)
  const open = async () => {
    setOpening(true)
    await onOpen(id)
    setOpening(false)
  }
  return (
    <li className="arrival" data-presence={presenceOf(expectedOf(arrival), now)} aria-busy={isOpening}>
      <p {...figures('strong arrival__time')}>
        {start_time} <span className="muted small">~ {end_time}</span>
      </p>
      <button type="button" className="arrival__open" aria-haspopup="dialog" onClick={() => void open()}>
        <span>
          <span {...figures('strong')}>{name}</span> <TierBadge of={arrival} />
        </span>
        <span {...figures('arrival__cut muted small')}>{[company, title].filter(Boolean).join(' · ')}</span>
      </button>
      <CountButton {...{ arrival, now, onCount }} />
      <div className="arrival__where">
        <p {...figures('arrival__cut small')}>
          {place} · {where}
        </p>
        {note && <p className="arrival__cut warning small">{note}</p>}
      </div>
      <State {...props} />
    </li>
  )
}

const callNumber = (phone: string) => `tel:${phone.replaceAll('-', '')}`

const CANCELLATIONS = [
  ['reject_cancellation', '취소 요청 거절'],
  ['approve_cancellation', '취소 요청 승인'],
] as const

function State({ arrival, now, onFree, onOpen }: EntryProps) {
  const { id, name, start_time, phone } = arrival
  const mayDecide = useMay()(actOnReservation)
  const facts = expectedOf(arrival)
  const isLate = presenceOf(facts, now) === 'late'
  const at = `${name} ${start_time}`
  return (
    <div className="row arrival__state" data-wrap>
      <PresenceBadge arrival={arrival} now={now} />
      {isLate && phone && (
        <ButtonLink size="small" href={callNumber(phone)} aria-label={`${name} 전화 ${phone}`}>
          {phone}
        </ButtonLink>
      )}
      {isLate && mayDecide && canCancel(facts, 'admin', now) && (
        <Button
          size="small"
          kind="quiet-danger"
          aria-label={`${at} 자리 비우기`}
          onClick={() => onFree(arrival)}
        >
          자리 비우기
        </Button>
      )}
      {mayDecide &&
        CANCELLATIONS.filter(([decision]) => nextStatus(facts, decision, 'admin', now)).map(
          ([decision, text]) => (
            <ActionButton
              key={decision}
              size="small"
              aria-label={`${at} ${text}`}
              act={() => onOpen(id, decision)}
            >
              {text}
            </ActionButton>
          ),
        )}
      <UndoButton {...arrival} now={now} />
      {checkArrival(facts, now) === null && (
        <Button size="small" kind="primary" aria-label={`${at} 도착 확인`} onClick={() => mark(arrival)}>
          도착 확인
        </Button>
      )}
    </div>
  )
}

function PresenceBadge({ arrival, now }: { arrival: Arrival; now: Instant }) {
  const facts = expectedOf(arrival)
  if (arrival.arrived_at) return <ArrivedBadge at={arrival.arrived_at} />
  const presence = presenceOf(facts, now)
  if (presence === 'cancelling') return <Badge tone="cancel-requested">취소 요청</Badge>
  if (presence === 'missed') return <Badge tone="ended">종료</Badge>
  if (presence === 'expected') return null
  return <Badge tone="rejected">{`${Math.floor((now - facts.starts_at) / MINUTE)}분 늦음`}</Badge>
}

/** Cancels the reservation of a no-show. */
function FreeDialog({ arrival, onClose }: { arrival: Arrival; onClose: () => void }) {
  const { id, name, start_time, end_time, place, user } = arrival
  return (
    <WriteDialog
      title="자리 비우기"
      action="자리 비우기"
      write={() => callWithRetry(markNoShow, { params: { id } })}
      failed="자리를 비우지 못했습니다."
      refresh={() => void refresh(listArrivals)}
      onClose={onClose}
    >
      <p>
        <strong translate="no">{name}</strong> 님의 <span translate="no">{start_time}</span> ~{' '}
        <span translate="no">{end_time}</span> <span translate="no">{place}</span> 예약을 취소합니다. 사유는 “
        <span>{NO_SHOW_REASON}</span>
        {user?.id ? '”으로 신청자에게 메일로 안내됩니다.' : '”으로 예약에 기록됩니다.'}
      </p>
    </WriteDialog>
  )
}
