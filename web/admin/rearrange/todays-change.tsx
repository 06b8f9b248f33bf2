import { rearrangeReservations } from '../../../contract/admin/rearrange.ts'
import { lazy } from '../../shell/lazy.tsx'
import { Button } from '../../ui/controls.tsx'
import { useMay } from '../components/use-may.ts'
import { useQueryParams } from '../components/use-query-params.ts'

const RearrangeDialog = lazy(() => import('./rearrange-dialog.tsx'))

/** Also opened by a link: `?date=2026-11-20&change=docent&docent=3`. `any` leaves the kind to the screen. */
export function TodaysChange() {
  const { values, change } = useQueryParams()
  const open = () => change({ change: 'any' }, { replace: true })
  if (!useMay()(rearrangeReservations)) return null
  return (
    <>
      <Button size="small" onClick={open}>
        오늘의 변경
      </Button>
      {values.has('change') && <RearrangeDialog />}
    </>
  )
}
