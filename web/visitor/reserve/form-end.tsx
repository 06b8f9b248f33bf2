import { useEffect, useRef, type ReactNode } from 'react'
import { useLocation } from 'wouter'
import { PATHS, type DashboardState } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { FormError } from '../../ui/field.tsx'
import { ResendNote, RETRYING } from '../components/resend-note.tsx'

type Props = {
  error: string | null
  pending: boolean
  /** The connection is bad, and the request is being sent again. */
  isRetrying: boolean
  /** The chosen time is gone: what is free instead. The grid of the same place is offered beside it. */
  nearest: ReactNode
  /** The time and place that were taken instead, until that is asked for. */
  movedTo: string | null
  grid: DashboardState
  /** To the step before, if there is one. */
  onBack: (() => void) | undefined
}

/** The foot of both booking forms. */
export function FormEnd({ error, pending, isRetrying, nearest, movedTo, grid, onBack }: Props) {
  const [, navigate] = useLocation()
  const submit = useRef<HTMLButtonElement>(null)
  const isMoved = movedTo !== null
  useEffect(() => {
    // The button that was pressed for another time is gone, and this is the one to press next.
    if (isMoved) submit.current?.focus()
  }, [isMoved])
  return (
    <>
      <FormError text={isMoved ? null : error}>
        {nearest}
        {nearest && (
          <Button kind="quiet" onClick={() => navigate(PATHS.dashboard, { state: grid })}>
            다른 시간 선택하기
          </Button>
        )}
      </FormError>
      <p className="booking__moved" role="status">
        {isMoved && `${movedTo} 시간으로 변경되었습니다. 예약 신청을 다시 눌러주세요.`}
      </p>
      <ResendNote shown={isRetrying} />
      <div className="booking__buttons row">
        {onBack && <Button onClick={onBack}>이전</Button>}
        <Button
          ref={submit}
          type="submit"
          kind="primary"
          wide
          pending={pending}
          pendingLabel={isRetrying ? RETRYING : '신청 중...'}
        >
          예약 신청
        </Button>
      </div>
    </>
  )
}
