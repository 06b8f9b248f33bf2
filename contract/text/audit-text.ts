// The entries of the audit log, as administrators read them and search for them.
import { searchKey } from '../../domain/search-key.ts'
import type { AuditEntry } from '../admin/audit.ts'
import { DISPLAY_NAMES_TEXT, DISPLAY_TITLES_TEXT } from './field-changes.ts'

const TARGETS = {
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
  screen: '현황판 화면',
}
/** A kind of thing that administrators change, as the audit log names it. */
export type AuditTarget = keyof typeof TARGETS

/** The changed thing in words: `reservation 12` as `예약 12번`. */
export function targetText(target: AuditEntry['target']): string | null {
  const parts = /^([\w-]+) (\d+)$/.exec(target ?? '')
  return parts ? `${TARGETS[parts[1] as AuditTarget] ?? parts[1]} ${parts[2]}번` : target
}

// In the order in which they are read.
const FACTS: Readonly<Record<string, string>> = {
  type: '종류',
  kind: '종류',
  available_tour_id: '투어 시간 번호',
  docent_id: '도슨트 번호',
  room_id: '미팅룸 번호',
  resource_id: '도슨트·미팅룸 번호',
  place_ids: '도슨트·미팅룸 번호',
  event_date_id: '행사 날짜 번호',
  event_date_ids: '행사 날짜 번호',
  from: '복사한 날짜',
  to: '추가한 날짜',
  user_id: '회원 번호',
  registered: '회원 등록',
  overrule_tier: '등급 제한 무시',
  reservation_ids: '예약 번호',
  user_ids: '회원 번호',
  docent_ids: '도슨트 번호',
  room_ids: '미팅룸 번호',
  time_slot_ids: '시간 번호',
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
  event_name: '행사 이름',
  contact_email: '문의 이메일',
  accent_colour: '대표 색상',
  display_names: '현황판의 이름',
  display_titles: '현황판의 미팅명',
  reject_reasons: '거절 사유',
  cancel_reasons: '취소 사유',
  decision_delay: '결정 되돌리기',
  floor: '층',
  size: '정원',
  is_vip: 'VIP',
  is_vvip: 'VVIP',
  tier: '등급',
  is_locked: '잠금',
  delete_all: '전체',
  alerts: '화면 알림 메일',
  alert_email: '알림 받을 이메일',
  walls_off_from: '화면을 끄는 시각',
  walls_off_until: '화면을 켜는 시각',
  order: '화면에 요청',
  screen_ids: '화면 번호',
  ordered: '요청한 화면',
  removed: '목록에서 뺀 화면',
  created: '추가',
  imported: '등록',
  skipped: '건너뜀',
  deleted: '삭제',
  changed: '변경',
  updated: '변경',
  done: '성공',
  failed: '실패',
  queued: '다시 보냄',
  all_failed: '실패한 메일 모두',
}

const VALUES: Readonly<Record<string, string>> = {
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
  lock: '잠금',
  unlock: '잠금 해제',
  approve: '승인',
  reject: '거절',
  cancel: '취소',
  complete: '종료',
  approve_cancellation: '취소 요청 승인',
  reject_cancellation: '취소 요청 거절',
  identify: '이름 표시',
  reload: '새로 고침',
  ...DISPLAY_NAMES_TEXT,
  ...DISPLAY_TITLES_TEXT,
}

type Details = AuditEntry['details']

const valueText = (value: unknown): string =>
  Array.isArray(value) ? value.join(', ') : (VALUES[String(value)] ?? String(value))

/** The details of an entry in words; a fact without a word for it is shown as it was kept. */
export function detailsText({ name, ...facts }: Details): string {
  const known = Object.keys(FACTS).filter((fact) => fact in facts)
  // The number of the changed thing already stands beside its details.
  const others = Object.keys(facts).filter((fact) => !(fact in FACTS) && fact !== 'id')
  const told = [...known, ...others].map((fact) => `${FACTS[fact] ?? fact}: ${valueText(facts[fact])}`)
  return [name, ...told].filter(Boolean).join(' · ')
}

/** The kinds of things, names of facts, and values that the log keeps where it shows something with these words in it. */
export function storedWords(shown: string): { targets: string[]; facts: string[]; values: string[] } {
  const words = searchKey(shown)
  const among = (texts: Readonly<Record<string, string>>) =>
    Object.keys(texts).filter((stored) => searchKey(texts[stored]!).includes(words))
  return { targets: among(TARGETS), facts: among(FACTS), values: among(VALUES) }
}
