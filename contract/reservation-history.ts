import type { Instant } from '../domain/madrid-time.ts'
import type { Action } from '../domain/reservation.ts'
import { fieldChangesText } from './text/field-changes.ts'
import { whenText } from './text/sentence-text.ts'
import { VISITOR_FIELDS, type VisitorField } from './visitor.ts'

type HistoryAction =
  | Action
  | 'create'
  | 'edit_visitor'
  | 'edit_note'
  | 'edit_place'
  | 'move'
  | 'feedback'
  | 'arrive'
  | 'undo_arrival'

const ACTION_TEXT: Readonly<Record<HistoryAction, string>> = {
  create: '예약 신청',
  approve: '승인',
  take_back: '승인 철회',
  reject: '거절',
  cancel: '취소',
  complete: '종료 처리',
  request_cancellation: '취소 요청',
  approve_cancellation: '취소 요청 승인',
  reject_cancellation: '취소 요청 거절',
  end_early: '조기 종료',
  edit_visitor: '방문자 정보 수정',
  edit_note: '추가 정보 수정',
  edit_place: '예약 안내 변경',
  move: '시간·장소 변경',
  feedback: '피드백 작성',
  arrive: '도착 확인',
  undo_arrival: '도착 확인 취소',
}

export const actionText = (action: string): string =>
  (ACTION_TEXT as Readonly<Record<string, string>>)[action] ?? action

type Field = VisitorField['field'] | 'note'
const FIELDS: readonly Field[] = [...VISITOR_FIELDS.map(({ field }) => field), 'note']

type Value = string | number | null
/** Nested fields use dotted paths; moves list date and time. */
export type Change = {
  field: Field | 'date' | 'time' | `${'docent' | 'room'}.${string}`
  from: Value
  to: Value
}

type Fields = Partial<Record<Field, Value | undefined>>

/** In the order of the form. */
export const changesBetween = (before: Fields, after: Fields): Change[] =>
  FIELDS.filter((field) => field in after && (before[field] || null) !== (after[field] || null)).map(
    (field) => ({ field, from: before[field] ?? null, to: after[field] ?? null }),
  )

/** `방문 인원 3 → 5명`. */
export const changesText = (changes: readonly Change[]): string =>
  fieldChangesText(
    changes.map(({ field, from, to }) => ({
      field: VISITOR_FIELDS.some((each) => each.field === field) ? `visitor.${field}` : field,
      before: String(from ?? ''),
      after: String(to ?? ''),
    })),
  )

type Done = { at: Instant; actor: string; action: string }

/** `박관리 님이 방금 승인했습니다.` */
export const doneText = ({ at, actor, action }: Done, now: Instant): string =>
  `${actor} 님이 ${whenText(at, now)} ${actionText(action)}했습니다.`
