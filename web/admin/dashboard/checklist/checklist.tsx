import { useEffect, useRef, useState } from 'react'
import { Link } from 'wouter'
import { getSetup, type Setup } from '../../../../contract/admin/setup.ts'
import { isStepDone, SETUP_STEPS, stepsLeft, type SetupStep } from '../../../../domain/setup.ts'
import { POLL_MS, useRead } from '../../../api/reads/use-read.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { STEP_TEXT } from './step-text.ts'
import { figures } from '../../../ui/figures.ts'
import './checklist.css'

export type ChecklistProps = {
  isOpen: boolean
  /** Requested: shown even when everything is done. */
  isWanted: boolean
  onReady: () => void
  onHide: () => void
}

export default function Checklist({ isOpen, isWanted, onReady, onHide }: ChecklistProps) {
  const [isUnfolded, setUnfolded] = useState(isOpen)
  const { data, refetch } = useRead(getSetup, {}, { poll: POLL_MS })
  useEffect(() => {
    // Refetch on return from a step: cached data would still show it as missing.
    if (data) void refetch()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- Once, on mount.
  }, [])
  const left = data && stepsLeft(data)
  const isReady = left?.length === 0
  const isThere = left !== undefined && (!isReady || isWanted)
  const head = useRef<HTMLElement>(null)
  useEffect(() => {
    // The button that opened it is gone.
    if (isThere && isWanted) head.current?.focus()
  }, [isThere, isWanted])
  useEffect(() => {
    if (isReady) onReady()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- When it becomes ready.
  }, [isReady])
  // Not the screen's purpose: without an answer nothing is shown.
  if (!data || !isThere) return null
  return (
    <details
      className="checklist"
      open={isUnfolded}
      onToggle={(event) => setUnfolded(event.currentTarget.open)}
    >
      <summary className="checklist__head" ref={head}>
        <h2>행사 준비</h2>
        <span {...figures('muted')}>
          {isReady
            ? '모두 준비되었습니다.'
            : `${SETUP_STEPS.length}단계 중 ${SETUP_STEPS.length - left.length}단계 완료`}
        </span>
        <Icon name="chevron" />
      </summary>
      {isUnfolded && (
        <div className="checklist__body">
          <ol className="checklist__steps">
            {SETUP_STEPS.map((step) => (
              <Step key={step} step={step} facts={data} isNext={step === left[0]} />
            ))}
          </ol>
          <RehearsalHelp facts={data} />
          <div className="checklist__foot">
            <Button size="small" kind="quiet" onClick={onHide}>
              준비 목록 숨기기
            </Button>
          </div>
        </div>
      )}
    </details>
  )
}

function Step({ step, facts, isNext }: { step: SetupStep; facts: Setup; isNext: boolean }) {
  const { name, to, of } = STEP_TEXT[step]
  const isDone = isStepDone(step, facts)
  return (
    <li className="checklist__step" data-done={isDone || undefined} data-next={isNext || undefined}>
      <span className="checklist__mark">
        {isDone && <Icon name="check" />}
        <span className="visually-hidden">{isDone ? '완료' : isNext ? '다음 단계' : '남음'}</span>
      </span>
      <Link to={to} className="way">
        {name}
      </Link>
      <span {...figures('checklist__fact')}>{of(facts)}</span>
    </li>
  )
}

function RehearsalHelp({ facts: { next_date, rehearsal } }: { facts: Setup }) {
  return (
    <section className="checklist__rehearsal" aria-labelledby="rehearsal-help">
      <h3 id="rehearsal-help">리허설</h3>
      <p>
        {rehearsal ? (
          <strong>지금은 리허설입니다. 실제 행사의 서버는 CLOCK_START 없이 시작해주세요.</strong>
        ) : (
          '지금은 실제 시각으로 운영 중입니다.'
        )}
      </p>
      <p className="muted small">
        <code>{`npm run rehearse -- ${next_date ?? '2026-11-20'}T09:00`}</code> 명령은 행사의 복사본을 만들어
        그 시각부터 흐르는 시계로 실행합니다. 행사 당일의 예약·승인·현황판을 실제 데이터를 건드리지 않고 미리
        해볼 수 있으며, 메일은 발송되지 않습니다.
      </p>
    </section>
  )
}
