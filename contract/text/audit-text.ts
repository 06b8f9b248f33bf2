import { isDate, koreanDate } from '../../domain/madrid-time.ts'
import { searchKey } from '../../domain/search-key.ts'
import type { AuditEntry } from '../admin/audit.ts'
import { FILTER_TEXT } from '../admin/reservation-filters.ts'
import type { AuditTarget } from '../audit-target.ts'
import { API_SCOPE_TEXT, WEBHOOK_EVENT_TEXT } from './integration-text.ts'
import { instantText, isInstant } from './opening-text.ts'
import { DISPLAY_NAMES_TEXT, DISPLAY_TITLES_TEXT, SETTINGS } from './field-changes.ts'
import { ROLE_TEXT } from './role-text.ts'

const TARGETS: Readonly<Record<AuditTarget, string>> = {
  reservation: '예약',
  event_date: '행사 날짜',
  docent: '도슨트',
  room: '미팅룸',
  slot: '시간',
  'available-tour': '투어 시간',
  'available-room': '미팅룸 시간',
  user: '회원',
  admin: '관리자',
  mail: '메일',
  'day-sheet-link': '데이 시트 링크',
  'day-report': '진행 불가 알림',
  'calendar-feed': '캘린더 주소',
  screen: '현황판 화면',
  waitlist: '자리 대기',
  webhook: '웹훅',
  api_token: 'API 토큰',
  session: '로그인',
}

/** Kinds identified by name alone. */
const BY_NAME: ReadonlySet<string> = new Set<AuditTarget>(['docent', 'room', 'event_date'])

/** `예약 12번 · 한빛전자 박지민 11.20 (금) 10:30`; without a name `예약 12번`. */
export function targetText({ target, subject, former }: Pick<AuditEntry, 'target' | 'subject' | 'former'>) {
  const [, kind, number] = /^([\w-]+) (\d+)$/.exec(target ?? '') ?? []
  if (!kind) return target
  const noun = TARGETS[kind as AuditTarget] ?? kind
  const name = subject?.text ?? former
  if (name && BY_NAME.has(kind)) return `${noun} ${name}`
  return [`${noun} ${number}번`, name].filter(Boolean).join(' · ')
}

// In display order.
const FACTS: Readonly<Record<string, string>> = {
  subject: '제목',
  type: '종류',
  kind: '종류',
  available_tour_id: '투어 시간',
  docent_id: '도슨트',
  day_sheet_link: '데이 시트 링크',
  room_id: '미팅룸',
  resource_id: '도슨트·미팅룸',
  place_ids: '도슨트·미팅룸',
  event_date_id: '행사 날짜',
  event_date_ids: '행사 날짜',
  from: '복사한 날짜',
  to: '추가한 날짜',
  user_id: '회원',
  registered: '회원 등록',
  overrule_tier: '등급 제한 무시',
  changed_ids: '변경된 예약',
  act: '처리',
  to_docent_id: '새 도슨트',
  to_room_id: '새 미팅룸',
  to_date: '새 날짜',
  minutes: '옮긴 시간(분)',
  lock: '비는 시간 잠금',
  reservation_ids: '예약',
  user_ids: '회원',
  docent_ids: '도슨트',
  room_ids: '미팅룸',
  time_slot_ids: '시간',
  names: '이름',
  date: '날짜',
  dates: '날짜',
  start_date: '시작일',
  end_date: '종료일',
  time: '시각',
  windows: '시간대',
  start_time: '시작 시각',
  end_time: '종료 시각',
  interval_minutes: '간격(분)',
  duration: '길이(분)',
  duration_minutes: '길이(분)',
  action: '처리',
  notify: '신청자에게 메일',
  ...Object.fromEntries(Object.entries(SETTINGS).map(([field, { name }]) => [field, name])),
  display_names: '현황판의 이름',
  booking_closes_minutes: '예약 마감(분 전)',
  reminder_minutes: '시작 전 알림 시간(분)',
  may_mark_arrivals: '링크로 도착 확인',
  second_factor_required: '2단계 인증 필수',
  sessions_ended: '해제된 로그인',
  floor: '층',
  size: '정원',
  is_vip: 'VIP',
  is_vvip: 'VVIP',
  role: '역할',
  tier: '등급',
  user_filter: '등급',
  status: '상태',
  is_locked: '잠금',
  delete_all: '전체',
  order: '화면에 요청',
  screen_ids: '화면 번호',
  ordered: '요청한 화면',
  removed: '목록에서 뺀 화면',
  created: '추가',
  imported: '등록',
  invite: '초대 메일',
  skipped: '건너뜀',
  deleted: '삭제',
  members: '회원',
  docents: '도슨트',
  rooms: '미팅룸',
  slots: '시간',
  reservations: '예약',
  changed: '변경',
  updated: '변경',
  done: '성공',
  failed: '실패',
  queued: '다시 보냄',
  waiting: '기다리는 메일',
  all_failed: '실패한 메일 모두',
  revoke: '만든 항목도 폐기',
  mails: '메일',
  first_date: '첫날',
  events: '알림 종류',
  is_on: '사용',
  scopes: '권한',
  expires_on: '만료일',
  file: '파일',
  login: '로그인',
  step: '준비 항목',
  is_needed: '필요',
}

const VALUES: Readonly<Record<string, string>> = {
  ...FILTER_TEXT,
  true: '예',
  false: '아니요',
  VIP_TOUR: 'VIP 투어',
  GROUP_MEETING: '미팅',
  MEETING_ROOM: '미팅',
  tour: '투어',
  room: '미팅룸',
  normal: '일반',
  vip: 'VIP',
  vvip: 'VVIP',
  none: '없음',
  all: '모두',
  lock: '잠금',
  unlock: '잠금 해제',
  approve: '승인',
  reject: '거절',
  move: '이동',
  shift: '시간 옮김',
  cancel: '취소',
  complete: '종료',
  approve_cancellation: '취소 요청 승인',
  reject_cancellation: '취소 요청 거절',
  identify: '이름 표시',
  reload: '새로 고침',
  refused: '거절됨',
  logo: '로고',
  docents: '도슨트',
  rooms: '미팅룸',
  members: '회원',
  screens: '현황판 화면',
  ...WEBHOOK_EVENT_TEXT,
  ...API_SCOPE_TEXT,
  ...DISPLAY_NAMES_TEXT,
  ...ROLE_TEXT,
  ...DISPLAY_TITLES_TEXT,
}

type Details = AuditEntry['details']

/** Kinds of facts that are ids; `place` is a docent or room. */
export const NUMBERED_FACTS: Readonly<Record<string, AuditTarget | 'place'>> = {
  available_tour_id: 'slot',
  docent_id: 'docent',
  docent_ids: 'docent',
  to_docent_id: 'docent',
  room_id: 'room',
  to_room_id: 'room',
  room_ids: 'room',
  resource_id: 'place',
  place_ids: 'place',
  event_date_id: 'event_date',
  event_date_ids: 'event_date',
  user_id: 'user',
  user_ids: 'user',
  reservation_ids: 'reservation',
  changed_ids: 'reservation',
  time_slot_ids: 'slot',
}

function kindOf(fact: string, { type, kind = type }: Details): string | undefined {
  const of = NUMBERED_FACTS[fact]
  if (of !== 'place') return of
  return kind === 'tour' || kind === 'VIP_TOUR' ? 'docent' : 'room'
}

/** Further things are only counted. */
export const MAX_NAMED = 5

const itemsOf = (value: Details[string]): string[] =>
  Array.isArray(value) ? value.map(String) : String(value).split(', ')

const isNumber = (item: string) => /^\d+$/.test(item)

/** Named things in the details, as targets. */
export const thingsIn = (details: Details): string[] =>
  Object.entries(details).flatMap(([fact, value]) => {
    const kind = kindOf(fact, details)
    const ids = kind ? itemsOf(value).slice(0, MAX_NAMED) : []
    return ids.filter(isNumber).map((id) => `${kind} ${id}`)
  })

function thingsText(kind: string, ids: readonly string[], names: AuditEntry['names']): string {
  const named = ids.slice(0, MAX_NAMED).map((id) => names[`${kind} ${id}`] ?? (isNumber(id) ? `${id}번` : id))
  // Truncated lists end in a marker.
  const others = ids.length - named.length
  return (
    named.join(', ') +
    (others > 0 ? ` 외 ${ids.at(-1) === '…' ? `${others - 1}개 이상` : `${others}개`}` : '')
  )
}

const wordOf = (item: string) =>
  VALUES[item] ?? (isDate(item) ? koreanDate(item) : isInstant(item) ? instantText(item) : item)

/** Unknown facts appear as stored. */
export function detailsText(details: Details, names: AuditEntry['names'] = {}): string {
  const { name, ...facts } = details
  const textOf = (fact: string) => {
    const kind = kindOf(fact, details)
    const value = facts[fact]!
    if (value === 'none' && SETTINGS[fact]?.textOf) return SETTINGS[fact].textOf(undefined, {})
    if (kind) return thingsText(kind, itemsOf(value), names)
    return Array.isArray(value) ? value.map((item) => wordOf(String(item))).join(', ') : wordOf(String(value))
  }
  // Names say more than ids of deleted things.
  const isNamed = 'names' in facts
  const known = Object.keys(FACTS).filter((fact) => fact in facts && !(isNamed && fact in NUMBERED_FACTS))
  // The changed thing's id is displayed elsewhere.
  const others = Object.keys(facts).filter((fact) => !(fact in FACTS) && fact !== 'id')
  const told = [...known, ...others].map((fact) => `${FACTS[fact] ?? fact}: ${textOf(fact)}`)
  return [name === undefined ? '' : wordOf(String(name)), ...told].filter(Boolean).join(' · ')
}

/** Stored words whose display text contains `shown`. */
export function storedWords(shown: string): { targets: string[]; facts: string[]; values: string[] } {
  const words = searchKey(shown)
  const among = (texts: Readonly<Record<string, string>>) =>
    Object.keys(texts).filter((stored) => searchKey(texts[stored]!).includes(words))
  return { targets: among(TARGETS), facts: among(FACTS), values: among(VALUES) }
}
