import { useLocation } from 'wouter'
import { PATHS, type DashboardState } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { FormError } from '../../ui/field.tsx'

type Props = {
  error: string | null
  pending: boolean
  /** The chosen time is gone: offer the grid of the same place. */
  isGone: boolean
  grid: DashboardState
}

/** The foot of both booking forms. */
export function FormEnd({ error, pending, isGone, grid }: Props) {
  const [, navigate] = useLocation()
  return (
    <>
      <FormError text={error}>
        {isGone && (
          <Button onClick={() => navigate(PATHS.dashboard, { state: grid })}>다른 시간 선택하기</Button>
        )}
      </FormError>
      <Button type="submit" kind="primary" wide pending={pending} pendingLabel="신청 중...">
        예약 신청
      </Button>
    </>
  )
}
