import { useState } from 'react'
import { koreanDate, madridTime } from '../../../../domain/madrid-time.ts'
import { StatusBadge } from '../../../components/reservation/status-badge.tsx'
import { lazy, QUIETLY } from '../../../shell/lazy.tsx'
import { Button } from '../../../ui/controls.tsx'
import { EmptyState, RetryNote, StaleNote, Page } from '../../../ui/page.tsx'
import { SignOutDialog } from '../late-dialogs.ts'
import { readPass, type PassEntry } from './kept-pass.ts'
import { figures } from '../../../ui/figures.ts'

const Pass = lazy(() => import('./pass.tsx'), QUIETLY)

/** A member's reservations in a new tab, while the service does not answer. */
export default function OfflinePass() {
  const [pass] = useState(readPass)
  const [isLeaving, setLeaving] = useState(false)
  const coming = pass ? pass.entries.filter(({ ends_at }) => ends_at > pass.now) : []
  return (
    <Page title="예약내역 · 투어·미팅룸 예약" width="narrow">
      <div className="stack">
        <h1>예약내역</h1>
        {pass ? <StaleNote since={madridTime(pass.at)} /> : <RetryNote shown />}
        {coming.length === 0 ? (
          <EmptyState title={pass ? '앞으로의 예약이 없습니다.' : '예약을 불러오지 못했습니다.'}>
            연결되면 이 화면이 자동으로 이어집니다.
          </EmptyState>
        ) : (
          <ul className="stack" data-gap="12">
            {coming.map((entry) => (
              <Entry key={entry.id} entry={entry} />
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

const Entry = ({
  entry: { type, status, date, time, place, start_point, count, code },
}: {
  entry: PassEntry
}) => (
  <li className="card stack" data-gap="8">
    <div className="row" data-spread data-wrap>
      <p {...figures('muted')}>{koreanDate(date)}</p>
      <StatusBadge status={status} />
    </div>
    <p {...figures('time-large')}>{time}</p>
    <h2>
      <span>{type === 'VIP_TOUR' ? '투어' : '미팅'}</span> <span translate="no">{place}</span>
    </h2>
    <p className="muted">{start_point}</p>
    <p translate="no">{`${count}명`}</p>
    {code && <Pass code={code} />}
  </li>
)
