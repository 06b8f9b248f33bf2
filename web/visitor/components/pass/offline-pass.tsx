import { useState } from 'react'
import { koreanDate, madridTime } from '../../../../domain/madrid-time.ts'
import { isElsewhere } from '../../../../domain/time-zone.ts'
import { now, useNow } from '../../../browser/clock.ts'
import { StatusBadge } from '../../../components/reservation/status-badge.tsx'
import { Button } from '../../../ui/controls.tsx'
import { EmptyState, RetryNote, StaleNote, Page } from '../../../ui/page.tsx'
import { SignOutDialog } from '../late-dialogs.ts'
import { readPass, type PassEntry } from './kept-pass.ts'
import { kindText } from './ticket-text.ts'
import { Ticket } from './ticket.tsx'
import { figures } from '../../../ui/figures.ts'

/** A member's reservations in a new tab, while the service does not answer. */
export default function OfflinePass() {
  const [pass] = useState(readPass)
  // The phone's clock may be wrong.
  const [lead] = useState(() => (pass ? pass.now - now() : 0))
  const instant = useNow(60_000) + lead
  const [isLeaving, setLeaving] = useState(false)
  const coming = pass ? pass.entries.filter(({ ends_at }) => ends_at > instant) : []
  return (
    <Page title="예약내역 · 투어·미팅룸 예약" width="normal">
      <div className="stack">
        <div className="row" data-spread>
          <h1>예약내역</h1>
          {isElsewhere(new Date(instant).getTimezoneOffset(), instant) && (
            <p className="muted small">마드리드 시간</p>
          )}
        </div>
        {pass ? <StaleNote since={madridTime(pass.at)} /> : <RetryNote shown />}
        {coming.length === 0 ? (
          <EmptyState title={pass ? '앞으로의 예약이 없습니다.' : '예약을 불러오지 못했습니다.'}>
            연결되면 이 화면이 자동으로 이어집니다.
          </EmptyState>
        ) : (
          <ul className="stack" data-gap="12">
            {coming.map((entry) => (
              <li key={entry.id}>
                {entry.code ? <Ticket ticket={entry} now={instant} /> : <Entry entry={entry} />}
              </li>
            ))}
          </ul>
        )}
        <Button kind="quiet" onClick={() => setLeaving(true)}>
          로그아웃
        </Button>
      </div>
      {isLeaving && <SignOutDialog onClose={() => setLeaving(false)} />}
    </Page>
  )
}

const Entry = ({ entry: { type, status, date, time, place, start_point, count } }: { entry: PassEntry }) => (
  <div className="card stack" data-gap="8">
    <div className="row" data-spread data-wrap>
      <p {...figures('muted')}>{koreanDate(date)}</p>
      <StatusBadge status={status} />
    </div>
    <p {...figures('time-large')}>{time}</p>
    <h2>
      <span>{kindText({ type, place })}</span> <span translate="no">{place}</span>
    </h2>
    <p className="muted">{start_point}</p>
    <p translate="no">{`${count}명`}</p>
  </div>
)
