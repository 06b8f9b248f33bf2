import { adminToast } from '../../ui/toast.ts'

/** Browsers have no clipboard over plain HTTP, as in a hall's own network. */
export async function copyToClipboard(
  text: string,
  what?: '설정 키' | '복구 코드' | '서명 키' | '토큰 키' | '사유',
) {
  try {
    await navigator.clipboard.writeText(text)
    adminToast.success(`${what ?? '링크'}를 복사했습니다.`)
  } catch {
    adminToast.error(`복사하지 못했습니다. ${what ?? '주소'}를 길게 누르거나 선택해 복사해주세요.`)
  }
}
