import { useState } from 'react'
import { changeMyAdmin, getMyAdmin } from '../../../contract/admin/accounts.ts'
import { call } from '../../api/client.ts'
import { patchCache, useRead } from '../../api/reads/use-read.ts'
import { Checkbox } from '../../ui/choice/checkbox.tsx'
import { withToast } from '../components/with-toast.ts'

/** The settings that an administrator has made for themselves; a change is saved at once. */
export function OwnAccount() {
  const { data: me } = useRead(getMyAdmin, {})
  const [wanted, setWanted] = useState<boolean | null>(null)
  if (!me) return null
  const save = async (decision_delay: boolean) => {
    setWanted(decision_delay)
    try {
      const { admin } = await withToast(
        () => call(changeMyAdmin, { body: { decision_delay } }),
        '설정 저장에 실패했습니다.',
      )
      await patchCache(getMyAdmin, () => admin)
    } catch {
      // It was said by a toast; the box shows again what holds.
    } finally {
      setWanted(null)
    }
  }
  return (
    <section className="card stack" data-gap="8" aria-labelledby="own-account">
      <h2 id="own-account">내 설정</h2>
      <Checkbox
        checked={wanted ?? me.decision_delay}
        onChange={({ currentTarget }) => void save(currentTarget.checked)}
      >
        승인·거절 등을 5초 동안 되돌릴 수 있게 하기
      </Checkbox>
      <p className="muted small">
        처리한 내용은 5초 뒤에 전송되며, 그 전에는 되돌리기 버튼이나 Z 키로 되돌릴 수 있습니다. 끄면 처리 즉시
        전송됩니다. 이 설정은 내 계정({me.name})에만 적용됩니다.
      </p>
    </section>
  )
}
