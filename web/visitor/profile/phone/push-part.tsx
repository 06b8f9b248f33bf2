import { useEffect, useId, useState } from 'react'
import { readDevice, turnOff, turnOn, type DeviceState } from '../../components/push/device.ts'
import { useMember } from '../../components/use-member.ts'
import { Checkbox } from '../../../ui/choice/checkbox.tsx'
import { ErrorState, Skeletons } from '../../../ui/page.tsx'

const EXPLAINED: Readonly<Record<DeviceState['kind'], string>> = {
  off: '예약이 승인·거절되거나 시간이 바뀔 때, 그리고 시작 전에 이 휴대폰으로 알려드립니다. 이메일은 그대로 보내드립니다.',
  on: '이 휴대폰으로 알림을 받고 있습니다. 로그아웃하면 꺼집니다.',
  denied:
    '브라우저에서 이 사이트의 알림이 차단되어 있습니다. 브라우저의 사이트 설정에서 알림을 허용한 뒤 다시 열어주세요.',
  not_supported: '이 브라우저에서는 알림을 받을 수 없습니다. 예약 결과는 이메일로 보내드립니다.',
  in_kakaotalk:
    '카카오톡 안에서는 알림을 받을 수 없습니다. 메뉴의 ‘다른 브라우저로 열기’를 눌러 Safari나 Chrome에서 열어주세요.',
  needs_home_screen:
    'iPhone·iPad에서는 공유 버튼의 ‘홈 화면에 추가’로 앱을 추가하고, 홈 화면에서 열면 알림을 켤 수 있습니다.',
  not_sent: '지금은 휴대폰 알림을 보내지 않습니다. 예약 결과는 이메일로 보내드립니다.',
}

const readOrFail = () => readDevice().catch(() => 'failed' as const)

export function PushPart() {
  const [device, setDevice] = useState<DeviceState | 'failed' | null>(null)
  const look = async () => setDevice(await readOrFail())
  useEffect(() => void readOrFail().then(setDevice), [])
  const titleId = useId()
  return (
    <section className="phone__part stack" data-gap="8" aria-labelledby={titleId} aria-busy={device === null}>
      <h3 id={titleId}>휴대폰 알림</h3>
      {device === null ? (
        <Skeletons count={2} shape="cell" />
      ) : device === 'failed' ? (
        <ErrorState title="알림 상태를 불러오는데 실패했습니다." onRetry={() => void look()} />
      ) : (
        <Switch device={device} onChange={look} />
      )}
    </section>
  )
}

function Switch({ device, onChange }: { device: DeviceState; onChange: () => Promise<void> }) {
  const { id } = useMember()
  const [wanted, setWanted] = useState<boolean | null>(null)
  const [problem, setProblem] = useState('')
  const hintId = useId()
  const canChange = device.kind === 'on' || device.kind === 'off'
  const change = async (isOn: boolean) => {
    if (!canChange || wanted !== null) return
    setWanted(isOn)
    setProblem('')
    try {
      await (isOn ? turnOn(device.key, id) : turnOff())
    } catch {
      const what = isOn ? '켜지' : '끄지'
      setProblem(`알림을 ${what} 못했습니다. 네트워크를 확인하고 다시 시도해주세요.`)
    } finally {
      await onChange()
      setWanted(null)
    }
  }
  return (
    <>
      <Checkbox
        checked={wanted ?? device.kind === 'on'}
        disabled={!canChange}
        aria-describedby={hintId}
        onChange={(event) => void change(event.target.checked)}
      >
        이 휴대폰으로 알림 받기
      </Checkbox>
      <p id={hintId} className="muted small">
        {EXPLAINED[device.kind]}
      </p>
      <p role="status" className="field__error">
        {problem}
      </p>
    </>
  )
}
