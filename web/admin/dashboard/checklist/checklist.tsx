import { useEffect, useRef, useState } from 'react'
import { getSetup, type Setup } from '../../../../contract/admin/setup.ts'
import { stepsLeft } from '../../../../domain/setup.ts'
import { usePolled } from '../../../api/reads/use-read.ts'
import { Button } from '../../../ui/controls.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { SetupSteps } from '../../components/setup/setup-steps.tsx'
import { progressText } from '../../components/setup/step-text.ts'
import { figures } from '../../../ui/figures.ts'

export type ChecklistProps = {
  isOpen: boolean
  /** Requested: shown even when everything is done. */
  isWanted: boolean
  onReady: () => void
  onHide: () => void
}

export default function Checklist({ isOpen, isWanted, onReady, onHide }: ChecklistProps) {
  const [isUnfolded, setUnfolded] = useState(isOpen)
  const { data, refetch } = usePolled(getSetup, {})
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
      className="checklist frame"
      open={isUnfolded}
      onToggle={(event) => setUnfolded(event.currentTarget.open)}
    >
      <summary className="checklist__head" ref={head}>
        <h2>행사 준비</h2>
        <span {...figures('muted')}>{progressText(data)}</span>
        <Icon name="chevron" />
      </summary>
      {isUnfolded && (
        <div className="stack checklist__body">
          <SetupSteps facts={data} />
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

function RehearsalHelp({ facts: { next_date, rehearsal } }: { facts: Setup }) {
  return (
    <section className="stack checklist__rehearsal" data-gap="4" aria-labelledby="rehearsal-help">
      <h3 id="rehearsal-help">리허설</h3>
      <p>
        {rehearsal ? (
          <strong>지금은 리허설입니다. 실제 행사의 서버는 CLOCK_START 없이 시작해주세요.</strong>
        ) : (
          '지금은 실제 시각으로 운영 중입니다.'
        )}
      </p>
      <p className="muted small">
        <code>{`fairslot rehearse ${next_date ?? '2026-11-20'}T09:00`}</code> 명령은 행사의 복사본을 만들어 그
        시각부터 흐르는 시계로 실행합니다. 행사 당일의 예약·승인·현황판을 실제 데이터를 건드리지 않고 미리
        해볼 수 있으며, 메일은 발송되지 않습니다.
      </p>
    </section>
  )
}
