import { useState } from 'react'
import { Checkbox } from '../../ui/choice/checkbox.tsx'

/** Whether the members of past requests hear of their rejection; `wanted` at first. Part of a decision's form. */
export function NotifyBox({ wanted }: { wanted: boolean }) {
  const [atFirst] = useState(wanted)
  return (
    <div>
      <Checkbox name="notify" defaultChecked={atFirst}>
        신청자에게 메일로 알리기
      </Checkbox>
      <p className="muted small">이미 지난 시간의 신청이라, 선택하지 않으면 메일을 보내지 않습니다.</p>
    </div>
  )
}
