import { listScreens, orderScreens, type Screen } from '../../../contract/admin/screens.ts'
import { madridTime } from '../../../domain/madrid-time.ts'
import type { ScreenOrder } from '../../../domain/screen.ts'
import { call } from '../../api/client.ts'
import { refresh } from '../../api/reads/use-read.ts'
import { withToast } from '../components/with-toast.ts'

/** By then a listening screen has confirmed the order. */
const HEARD_MS = 2_000

/** Without `screen_ids`, to all screens. */
export async function giveOrder(order: ScreenOrder, screen_ids?: number[]): Promise<void> {
  try {
    await withToast(
      () => call(orderScreens, { body: { order, ...(screen_ids && { screen_ids }) } }),
      '화면에 요청하지 못했습니다.',
    )
    setTimeout(() => void refresh(listScreens), HEARD_MS)
  } catch {
    // withToast has shown it.
  }
  await refresh(listScreens)
}

export const ORDER_TEXT: Readonly<Record<ScreenOrder, string>> = {
  identify: '이름 표시',
  reload: '새로 고침',
}

/** As in `이름 표시 10:31 전달됨`. */
export function orderText({ kind, heard_at, state }: NonNullable<Screen['order']>): string {
  if (heard_at !== null) return `${ORDER_TEXT[kind]} ${madridTime(Date.parse(heard_at))} 전달됨`
  return `${ORDER_TEXT[kind]} ${state === 'waiting' ? '전달 중' : '전달되지 않음'}`
}
