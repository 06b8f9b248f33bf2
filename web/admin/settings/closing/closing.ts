import type { getClosing } from '../../../../contract/admin/closing.ts'
import type { ResponseOf } from '../../../../contract/endpoint.ts'

export type Closing = ResponseOf<typeof getClosing>

/** Erasing a large event takes minutes. */
export const CLOSING_TIMEOUT_MS = 10 * 60_000

/** As in `회원 12명, 예약 29건, 메일 40통`. */
export const personsText = ({ members, reservations, mails }: Closing['persons']): string => {
  const parts = [
    [members, '회원', '명'],
    [reservations, '예약', '건'],
    [mails, '메일', '통'],
  ] as const
  const there = parts.filter(([number]) => number > 0)
  if (there.length === 0) return '삭제할 개인정보가 없습니다.'
  return there.map(([number, what, unit]) => `${what} ${number.toLocaleString('ko')}${unit}`).join(', ')
}
