import type { Decision } from '../reservation-dialog/decisions.ts'

/** The name of a decision about many. */
export const BULK_TEXT: Readonly<Record<Decision, string>> = {
  reject: '거절',
  approve: '승인',
  reject_cancellation: '취소 요청 거절',
  approve_cancellation: '취소 요청 승인',
}
