import type { getClosing } from '../../../../contract/admin/closing.ts'
import type { ResponseOf } from '../../../../contract/endpoint.ts'
import { amountsText } from '../amounts-text.ts'

export type Closing = ResponseOf<typeof getClosing>

/** Erasing a large event takes minutes. */
export const CLOSING_TIMEOUT_MS = 10 * 60_000

export const personsText = ({ members, reservations, mails }: Closing['persons']): string =>
  amountsText([
    [members, '회원', '명'],
    [reservations, '예약', '건'],
    [mails, '메일', '통'],
  ]) || '삭제할 개인정보가 없습니다.'
