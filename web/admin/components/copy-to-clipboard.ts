import { adminToast } from '../../ui/toast.ts'

/** Copies an address and says so. Over plain HTTP, as in a hall's own network, browsers offer no clipboard. */
export async function copyToClipboard(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    adminToast.success('링크를 복사했습니다.')
  } catch {
    adminToast.error('복사하지 못했습니다. 주소를 길게 누르거나 선택해 복사해주세요.')
  }
}
