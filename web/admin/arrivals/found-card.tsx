import { useEffect, useRef, useState } from 'react'
import { ARRIVAL_PROBLEM_TEXT, type Arrival } from '../../../contract/admin/arrivals.ts'
import { STATUS_TEXT } from '../../../contract/reservation.ts'
import { WALK_IN_TEXT } from '../../../contract/text/applicant-text.ts'
import { checkArrival, spacedCode, expectedOf } from '../../../domain/arrival.ts'
import { koreanDate, madridTime, type Instant } from '../../../domain/madrid-time.ts'
import { TierBadge } from '../../components/tier.tsx'
import { Button } from '../../ui/controls.tsx'
import { mark, markCode } from '../components/marks/marking.ts'
import { UndoButton } from '../components/marks/undo-button.tsx'
import { CountButton } from './count-button.tsx'
import type { Found } from './use-found.ts'
import { figures } from '../../ui/figures.ts'

type Tasks = { now: Instant; onCount: (arrival: Arrival) => void; onClose: () => void }

export function FoundCard({ found, ...tasks }: Tasks & { found: Found }) {
  const { onClose } = tasks
  const markUnchecked = (code: string) => {
    markCode(code)
    onClose()
  }
  // Remount, so that the next visitor's button takes the focus.
  if (found.state === 'found') return <Visitor key={found.arrival.id} arrival={found.arrival} {...tasks} />
  return (
    <section
      className="found card stack"
      data-gap="12"
      data-trouble={found.state === 'failed' || undefined}
      aria-label="찾은 예약"
    >
      {found.state === 'looking' ? (
        <p role="status">{`${spacedCode(found.code)} 코드를 확인하고 있습니다.`}</p>
      ) : (
        <div className="found__head">
          <p className="grow" role="alert">
            {found.text}
          </p>
          <Button size="small" onClick={onClose}>
            닫기
          </Button>
        </div>
      )}
      {found.state === 'failed' && found.isUnchecked && (
        <Button kind="primary" wide onClick={() => markUnchecked(found.code)}>
          도착 확인
        </Button>
      )}
    </section>
  )
}

function Visitor({ arrival, now, onCount, onClose }: Tasks & { arrival: Arrival }) {
  const { name, company, title, date, start_time, end_time, place, where, note, user } = arrival
  const problem = checkArrival(expectedOf(arrival), now)
  const press = useRef<HTMLButtonElement>(null)
  // A code scanned again is shown as trouble, but not after this card's own press.
  const [isPressed, setPressed] = useState(false)
  const isDone = isPressed && problem === 'already_arrived'
  const pressed = () => {
    setPressed(true)
    mark(arrival)
  }
  useEffect(() => {
    press.current?.focus()
  }, [])
  return (
    <section
      className="found card stack"
      data-gap="12"
      data-trouble={(problem !== null && !isDone) || undefined}
      data-done={isDone || undefined}
      aria-label="찾은 예약"
    >
      <div className="found__head">
        <div className="grow">
          <p className="large">
            <span translate="no">{name}</span> <TierBadge of={arrival} />
          </p>
          <p {...figures('muted')}>{[company, title].filter(Boolean).join(' · ')}</p>
        </div>
        <Button size="small" onClick={onClose}>
          닫기
        </Button>
      </div>
      <dl className="facts">
        <dt>시간</dt>
        <dd {...figures()}>
          {koreanDate(date)} {start_time} ~ {end_time}
        </dd>
        <dt>장소</dt>
        <dd translate="no">
          {place} · {where}
        </dd>
        <dt>인원</dt>
        <dd>
          <CountButton {...{ arrival, now, onCount }} />
        </dd>
        {user?.name !== name && (
          <>
            <dt>신청자</dt>
            <dd translate="no">{user ? `${user.name} · ${user.company_name}` : WALK_IN_TEXT}</dd>
          </>
        )}
        {note && (
          <>
            <dt>추가 정보</dt>
            <dd>{note}</dd>
          </>
        )}
      </dl>
      {problem === null ? (
        <Button ref={press} kind="primary" wide onClick={pressed}>
          도착 확인
        </Button>
      ) : (
        <p className="note strong found__problem" role="status">
          {problemText(arrival, problem)}
        </p>
      )}
      <UndoButton {...arrival} now={now} />
    </section>
  )
}

function problemText(
  { arrived_at, arrived_by, status }: Arrival,
  problem: NonNullable<ReturnType<typeof checkArrival>>,
): string {
  if (problem === 'already_arrived') {
    const by = arrived_by === null ? '' : ` (${arrived_by})`
    return `${madridTime(Date.parse(arrived_at!))} 도착 확인됨${by}`
  }
  return `${ARRIVAL_PROBLEM_TEXT[problem]} 현재 상태: ${STATUS_TEXT[status]}`
}
