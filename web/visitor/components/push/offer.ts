import { storedMember } from '../../../api/session.ts'
import { toaster, visitorToast } from '../../../ui/toast.ts'
import { canBeAsked, readDevice, turnOn } from './device.ts'

// Local storage: this phone was asked, which happens once.
const OFFERED = 'push_offered'

const AFTER_MS = 1_500
const STAYS_MS = 20_000

export async function offerPush() {
  if (localStorage.getItem(OFFERED) !== null || !canBeAsked()) return
  const device = await readDevice().catch(() => null)
  if (device?.kind !== 'off') return
  localStorage.setItem(OFFERED, 'yes')
  // Leaves time to read the booking's toast.
  setTimeout(() => {
    toaster(STAYS_MS, STAYS_MS).success('예약 결과를 이 휴대폰 알림으로도 받으시겠어요?', {
      label: '알림 받기',
      onPress: () => void accept(device.key),
    })
  }, AFTER_MS)
}

async function accept(key: string) {
  const member = storedMember()
  if (!member) return
  try {
    if (await turnOn(key, member.id)) visitorToast.success('이 휴대폰으로 알림을 받습니다.')
  } catch {
    visitorToast.error('알림을 켜지 못했습니다. 프로필에서 다시 시도해주세요.')
  }
}
