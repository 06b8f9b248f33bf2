import { useState } from 'react'
import { getAttention } from '../../../contract/admin/attention.ts'
import { arrivalSettings } from '../../../contract/admin/settings.ts'
import { call } from '../../api/client.ts'
import { refresh, usePolled } from '../../api/reads/use-read.ts'
import { Checkbox } from '../../ui/choice/checkbox.tsx'
import { LoadState, useReads } from '../components/load-state.tsx'
import { tryWithToast } from '../components/with-toast.ts'

export default function ArrivalsSection() {
  const settings = usePolled(arrivalSettings.get, {})
  const reads = useReads({ settings }, '도착 확인 설정을 불러오는데 실패했습니다.', { isBanner: true })
  return (
    <section className="card stack" data-gap="8" aria-labelledby="arrivals-rule">
      <h2 id="arrivals-rule">도착 확인</h2>
      <LoadState reads={reads}>{({ settings }) => <Choice stored={settings.arrivals} />}</LoadState>
    </section>
  )
}

function Choice({ stored }: { stored: boolean }) {
  const [wanted, setWanted] = useState<boolean | null>(null)
  const save = async (arrivals: boolean) => {
    setWanted(arrivals)
    const body = { arrivals, expected: { arrivals: stored } }
    await tryWithToast(() => call(arrivalSettings.change, { body }), '설정 저장에 실패했습니다.')
    await refresh(arrivalSettings.get, getAttention)
    setWanted(null)
  }
  return (
    <>
      <Checkbox
        checked={wanted ?? stored}
        aria-describedby="arrivals-rule-text"
        onChange={({ currentTarget }) => void save(currentTarget.checked)}
      >
        도착 확인 사용
      </Checkbox>
      <p className="muted small" id="arrivals-rule-text">
        승인된 예약의 상세 화면과 메일에 QR 코드와 입장 코드가 표시되고, 도착 확인 화면에서 방문자의 도착을
        기록합니다. 끄면 코드가 표시되지 않고 도착을 기록할 수 없습니다.
      </p>
    </>
  )
}
