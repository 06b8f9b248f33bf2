import type { AutoApprove } from '../../domain/booking.ts'
import type { DisplayNames, DisplayTitles } from '../../domain/board-name.ts'
import { dottedFields } from '../../domain/edit-conflict.ts'
import { shortKoreanDate, type Instant } from '../../domain/madrid-time.ts'
import type { TierFlags } from '../../domain/tier.ts'
import { tierWord } from '../../domain/tier-word.ts'
import { VISITOR_FIELDS } from '../visitor.ts'
import { instantText } from './opening-text.ts'
import { shortened, whenText } from './sentence-text.ts'

export const DISPLAY_NAMES_TEXT: Readonly<Record<DisplayNames, string>> = {
  full: '전체 표시',
  masked: '일부 가림',
  hidden: '숨김',
}

export const DISPLAY_TITLES_TEXT: Readonly<Record<DisplayTitles, string>> = {
  shown: '표시',
  hidden: '숨김',
}

export const AUTO_APPROVE_TEXT: Readonly<Record<AutoApprove, string>> = {
  none: '사용 안 함',
  vvip: 'VVIP 회원',
  vip: 'VIP·VVIP 회원',
  all: '모든 회원',
}

type Facts = ReturnType<typeof dottedFields>
type Value = Facts[string] | undefined
type FieldText = {
  name: string
  /** Some texts are computed from all fields. */
  textOf?: (value: Value, of: Facts) => string
  /** For use within a sentence. */
  changeOf?: (before: string, after: string) => string
}
type FieldTexts = Readonly<Record<string, FieldText>>

const either = (on: string, off: string) => (value: Value) => (value ? on : off)
const onOff = either('켬', '끔')
const sent = either('보냄', '보내지 않음')
const orElse = (text: string) => (value: Value) => String(value || text)
const counted = (unit: string) => (value: Value) => `${String(value)}${unit}`
const wordOf = (words: Readonly<Record<string, string>>) => (value: Value) => words[String(value ?? 'none')]!

const dayChange = (before: string, after: string) => `${shortKoreanDate(before)} → ${shortKoreanDate(after)}`
const countChange = (unit: string) => (before: string, after: string) => `${before} → ${after}${unit}`

// Hashes are unreadable, and other texts too long for a sentence.
const presenceChange = (before: string, after: string) =>
  before === '' ? '추가' : after === '' ? '삭제' : '변경'
const isChanged = () => '변경'

// In form order.
export const SETTINGS: FieldTexts = {
  event_name: { name: '행사 이름' },
  contact_email: { name: '문의 이메일' },
  display_names: { name: '현황판의 방문자 이름', textOf: wordOf(DISPLAY_NAMES_TEXT) },
  accent_colour: { name: '대표 색상', textOf: orElse('없음') },
  display_titles: { name: '현황판의 미팅명', textOf: wordOf(DISPLAY_TITLES_TEXT) },
  arrivals: { name: '도착 확인', textOf: either('사용', '사용 안 함') },
  max_reservations: { name: '회원 한 명의 예약 한도', textOf: counted('건') },
  max_meeting_minutes: { name: '미팅 한 건의 최대 시간', textOf: counted('분') },
  max_minutes_per_day: { name: '회원 한 명의 하루 최대 시간', textOf: counted('분') },
  booking_opens_at: { name: '예약 시작', textOf: (value) => (value ? instantText(String(value)) : '바로') },
  booking_closes_minutes: { name: '예약 마감', textOf: counted('분 전') },
  auto_approve: { name: '자동 승인', textOf: wordOf(AUTO_APPROVE_TEXT) },
  max_waitlist_entries: { name: '회원 한 명의 자리 대기 한도', textOf: counted('건') },
  alerts: { name: '화면 알림 메일', textOf: either('받음', '받지 않음') },
  alert_email: { name: '알림 받을 이메일', textOf: orElse('문의 이메일') },
  walls_off_from: { name: '화면을 끄는 시각', textOf: orElse('없음') },
  walls_off_until: { name: '화면을 켜는 시각', textOf: orElse('없음') },
  reminders: { name: '예약 알림', textOf: onOff },
  reminder_evening: { name: '전날 저녁 알림', textOf: onOff },
  reminder_before: { name: '시작 전 알림', textOf: onOff },
  reminder_minutes: { name: '시작 전 알림 시간', textOf: counted('분') },
  reminders_by_mail: { name: '메일로 알림', textOf: onOff },
  new_device_mails: { name: '새 기기 로그인 메일', textOf: onOff },
  undecided_mails: { name: '확정되지 않은 신청 안내', textOf: onOff },
  request_alerts: { name: '기다리는 신청 알림', textOf: onOff },
  request_alert_hours: { name: '기다린 시간', textOf: counted('시간') },
  request_hours_from: { name: '업무 시작 시각' },
  request_hours_until: { name: '업무 종료 시각' },
  push_enabled: { name: '휴대폰 알림', textOf: sent },
  push_approved: { name: '승인 휴대폰 알림', textOf: sent },
  push_rejected: { name: '거절·취소 휴대폰 알림', textOf: sent },
  push_moved: { name: '변경 휴대폰 알림', textOf: sent },
  push_reminder: { name: '예약 휴대폰 알림', textOf: sent },
  reject_reasons: { name: '거절 사유', changeOf: isChanged },
  cancel_reasons: { name: '취소 사유', changeOf: isChanged },
  privacy_notice: { name: '개인정보 처리 안내', changeOf: isChanged },
  erase_after_days: { name: '개인정보 삭제까지(일)', textOf: orElse('없음') },
  erase_backups: { name: '백업도 삭제', textOf: onOff },
}

// In form order, by dotted path.
const FIELDS: FieldTexts = {
  ...SETTINGS,
  logo: { name: '로고', changeOf: presenceChange },
  picture: { name: '행사 사진', changeOf: presenceChange },
  plan: { name: '평면도', changeOf: presenceChange },
  name: { name: '이름' },
  url: { name: '주소' },
  events: { name: '알림 종류', changeOf: isChanged },
  is_on: { name: '사용', textOf: onOff },
  email: { name: '이메일' },
  phone: { name: '전화번호' },
  company_name: { name: '회사명' },
  position: { name: '직책' },
  language: { name: '언어' },
  start_point: { name: '시작 위치' },
  floor: { name: '층', textOf: counted('층') },
  size: { name: '수용 인원', textOf: counted('명') },
  tier: { name: '등급', textOf: (_value, of) => tierWord(of as unknown as TierFlags) },
  ...Object.fromEntries(
    VISITOR_FIELDS.map(({ field, label, short = label }) => [`visitor.${field}`, { name: short }]),
  ),
  'visitor.count': { name: '방문 인원', changeOf: countChange('명') },
  date: { name: '날짜', changeOf: dayChange },
  time: { name: '시간' },
  'event_date.date': { name: '날짜', changeOf: dayChange },
  time_range: { name: '시간' },
  'available_tour.event_date.date': { name: '날짜', changeOf: dayChange },
  'available_tour.time': { name: '시간' },
  'available_tour.docent.name': { name: '도슨트' },
  'docent.name': { name: '도슨트' },
  'docent.language': { name: '언어' },
  'docent.start_point': { name: '시작 위치' },
  'room.name': { name: '미팅룸' },
  'room.floor': { name: '층', changeOf: countChange('층') },
  'room.size': { name: '수용 인원', changeOf: countChange('명') },
  note: { name: '요청 사항', changeOf: presenceChange },
}

/** Old and present values in the form's words. */
export type FieldChange = {
  field: string
  name: string
  value: string
  before: string
  after: string
}

/** Treats the tier flags as one field, `tier`. */
export function fieldChanges(before: object, after: object): FieldChange[] {
  const [from, to] = [dottedFields(before), dottedFields(after)]
  return Object.entries(FIELDS)
    .filter(([field]) => (field === 'tier' ? 'is_vip' : field) in to)
    .map(([field, { name, textOf = (value: Value) => String(value ?? '') }]) => ({
      field,
      name,
      value: String(to[field] ?? ''),
      before: textOf(from[field], from),
      after: textOf(to[field], to),
    }))
    .filter((each) => each.before !== each.after)
}

type Change = Pick<FieldChange, 'field' | 'before' | 'after'>

function changeText({ field, before, after }: Change): string {
  const { name, changeOf = countChange('') } = FIELDS[field]!
  return `${name} ${changeOf(shortened(before), shortened(after))}`
}

/** `방문 인원 3 → 5명, 요청 사항 추가`. */
export const fieldChangesText = (changes: readonly Change[]): string => changes.map(changeText).join(', ')

type Writer = { admin: string; at: Instant }

/** `박관리 님이 방금 변경했습니다: 층 3층 → 4층`; latest writer first. */
export function editConflictText(
  writers: readonly Writer[],
  changes: readonly FieldChange[],
  now: Instant,
): string {
  const what = fieldChangesText(changes)
  const [last] = writers
  if (!last) return `다른 관리자가 먼저 변경했습니다: ${what}`
  const names = [...new Set([...writers].reverse().map(({ admin }) => admin))].join(', ')
  return `${names} 님이 ${whenText(last.at, now)} 변경했습니다: ${what}`
}
