import { useState } from 'react'
import { exportReservations } from '../../../contract/admin/reservations.ts'
import { download } from '../../api/download.ts'
import { toQuery } from '../components/to-query.ts'
import { withReason } from '../components/with-toast.ts'
import { Button } from '../../ui/button.tsx'
import { adminToast } from '../../ui/toast.ts'
import type { Filters } from './filters.ts'

const FAILED = '엑셀 파일 다운로드에 실패했습니다.'

export function ExportButton({ filters, date }: { filters: Filters; date: string }) {
  const [pending, setPending] = useState(false)
  const save = async () => {
    setPending(true)
    try {
      await download(exportReservations, { query: toQuery({ ...filters, date }) })
      adminToast.success('엑셀 파일을 다운로드했습니다.')
    } catch (failure) {
      adminToast.error(withReason(failure, FAILED))
    }
    setPending(false)
  }
  return (
    <Button size="small" pending={pending} onClick={() => void save()}>
      엑셀 다운로드
    </Button>
  )
}
