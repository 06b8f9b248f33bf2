import { useLocation } from 'wouter'
import { PATHS, type DashboardState } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { FormError } from '../../ui/field.tsx'

type Props = {
  error: string | null
  pending: boolean
  /** The connection is bad, and the request is being sent again. */
  isRetrying: boolean
  /** The chosen time is gone: offer the grid of the same place. */
  isGone: boolean
  grid: DashboardState
}

/** The foot of both booking forms. */
export function FormEnd({ error, pending, isRetrying, isGone, grid }: Props) {
  const [, navigate] = useLocation()
  return (
    <>
      <FormError text={error}>
        {isGone && (
          <Button onClick={() => navigate(PATHS.dashboard, { state: grid })}>다른 시간 선택하기</Button>
        )}
      </FormError>
      <p className="muted small center" role="status">
        {isRetrying && '연결이 불안정해 다시 시도하고 있습니다. 두 번 신청되지 않으니 잠시 기다려주세요.'}
      </p>
      <Button
        type="submit"
        kind="primary"
        wide
        pending={pending}
        pendingLabel={isRetrying ? '다시 시도 중...' : '신청 중...'}
      >
        예약 신청
      </Button>
    </>
  )
}
