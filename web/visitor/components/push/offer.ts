import { storedMember } from '../../../api/session.ts'
import { toaster, visitorToast } from '../../../ui/toast.ts'
import { canBeAsked, readDevice, turnOn } from './device.ts'

// The name in local storage of a note that this phone's visitors were asked; they are once, and find it in the profile.
const OFFERED = 'push_offered'

const AFTER_MS = 1_500
// Long enough to decide.
const STAYS_MS = 20_000

/** Offers once on this phone, after a booking, to tell what becomes of it. */
export async function offerPush(): Promise<void> {
  if (localStorage.getItem(OFFERED) !== null || !canBeAsked()) return
  const device = await readDevice().catch(() => null)
  if (device?.kind !== 'off') return
  localStorage.setItem(OFFERED, 'yes')
  // The news of the booking itself is read first.
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
