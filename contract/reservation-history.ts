import type { Instant } from '../domain/madrid-time.ts'
import type { Action, Status } from '../domain/reservation.ts'
import { shortened, whenText } from './text/sentence-text.ts'
import { STATUS_TEXT } from './reservation.ts'

type HistoryAction = Action | 'create' | 'edit_visitor' | 'edit_note' | 'feedback'

const ACTION_TEXT: Readonly<Record<HistoryAction, string>> = {
  create: '예약 신청',
  approve: '승인',
  reject: '거절',
  cancel: '취소',
  complete: '종료 처리',
  request_cancellation: '취소 요청',
  approve_cancellation: '취소 요청 승인',
  reject_cancellation: '취소 요청 거절',
  end_early: '조기 종료',
  edit_visitor: '방문자 정보 수정',
  edit_note: '추가 정보 수정',
  feedback: '피드백 작성',
}

/** The name of an event in a reservation's history, as people read it. */
export const actionText = (action: string): string =>
  (ACTION_TEXT as Readonly<Record<string, string>>)[action] ?? action

const FIELD_TEXT = {
  title: '미팅명',
  company: '회사',
  name: '방문자',
  manager_name: '현장 담당자',
  phone: '연락처',
  count: '방문 인원',
  note: '요청 사항',
} as const
type Field = keyof typeof FIELD_TEXT
const FIELDS = Object.keys(FIELD_TEXT) as Field[]

type Value = string | number | null
/** One field that an edit changed. */
export type Change = { field: Field; from: Value; to: Value }

type Fields = Partial<Record<Field, Value>>

/** The differences between the stored values and those that replace them, in the order of the form. */
export const changesBetween = (before: Fields, after: Fields): Change[] =>
  FIELDS.filter((field) => field in after && (before[field] ?? null) !== (after[field] ?? null)).map(
    (field) => ({ field, from: before[field] ?? null, to: after[field] ?? null }),
  )

/** The changes of several edits, oldest first, taken together. */
export function sumOfChanges(edits: readonly (readonly Change[])[]): Change[] {
  const [before, after]: [Fields, Fields] = [{}, {}]
  for (const { field, from, to } of edits.flat()) {
    if (!(field in before)) before[field] = from
    after[field] = to
  }
  return changesBetween(before, after)
}

function changeText({ field, from, to }: Change): string {
  // A note is too long to stand in a sentence, before and after.
  if (field === 'note') return `${FIELD_TEXT.note} ${from === null ? '추가' : to === null ? '삭제' : '변경'}`
  return `${FIELD_TEXT[field]} ${shortened(from)} → ${shortened(to)}${field === 'count' ? '명' : ''}`
}

/** A change in words: `방문 인원 3 → 5명`. */
export const changesText = (changes: readonly Change[]): string => changes.map(changeText).join(', ')

type Done = { at: Instant; actor: string; action: string }

/** An event with its actor and time in words: `박관리 님이 방금 승인했습니다.` */
export const doneText = ({ at, actor, action }: Done, now: Instant): string =>
  `${actor} 님이 ${whenText(at, now)} ${actionText(action)}했습니다.`

type Step = Done & { from_status: Status | null; to_status: Status; changes: readonly Change[] | null }

/** The events that overtook an edit, oldest first, in words; null when there were none. */
export function overtakenText(steps: readonly Step[], now: Instant): string | null {
  const [first, last] = [steps[0], steps.at(-1)]
  if (!first || !last) return null
  const actors = [...new Set(steps.map(({ actor }) => actor))].join(', ')
  const isMoved = first.from_status !== null && first.from_status !== last.to_status
  const parts = [
    ...(isMoved ? [`상태 ${STATUS_TEXT[first.from_status!]} → ${STATUS_TEXT[last.to_status]}`] : []),
    changesText(sumOfChanges(steps.map(({ changes }) => changes ?? []))),
    ...(steps.some(({ action }) => action === 'feedback') ? ['피드백'] : []),
  ].filter(Boolean)
  const what = parts.length > 0 ? `: ${parts.join(', ')}` : '.'
  return `${actors} 님이 ${whenText(last.at, now)} 변경했습니다${what}`
}
