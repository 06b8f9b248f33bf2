import { Checkbox } from '../../ui/choice/checkbox.tsx'

export const NotifyBox = () => (
  <div>
    <Checkbox name="notify">신청자에게 메일로 알리기</Checkbox>
    <p className="muted small">이미 지난 시간의 신청이라, 선택하지 않으면 메일을 보내지 않습니다.</p>
  </div>
)
