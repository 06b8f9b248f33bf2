import type { Setup } from '../../../../contract/admin/setup.ts'
import { isLocalUrl, isNobodysAddress } from '../../../../domain/go-live.ts'
import { SETUP_STEPS, stepsLeft, type SetupStep } from '../../../../domain/setup.ts'
import { PATHS } from '../../../paths.ts'

/** The same on the dashboard and in the settings. */
export function progressText(facts: Setup): string {
  const { length } = stepsLeft(facts)
  const [all, done] = [SETUP_STEPS.length, SETUP_STEPS.length - length]
  return length === 0 ? '모두 준비되었습니다.' : `${all}단계 중 ${done}단계 완료`
}

type StepText = {
  name: string
  to: string
  /** Instead of `to` while the step is left. */
  missing?: string
  of: (facts: Setup) => string
}

const schedule = (query: string) => `${PATHS.adminSchedule}?${query}`
const settings = (tab: string) => `${PATHS.adminSettings}?tab=${tab}`
const joined = (...parts: (string | false)[]) => parts.filter(Boolean).join(' · ')

const DOCENT = { noun: '도슨트', object: '도슨트를', unit: '명' }
const ROOM = { noun: '미팅룸', object: '미팅룸을', unit: '개' }

function timesText(
  dates: number,
  places: number,
  bareDates: number,
  barePlaces: number,
  { noun, object, unit }: typeof ROOM,
) {
  if (dates === 0 || places === 0) return `날짜와 ${object} 먼저 등록해주세요.`
  return joined(
    `날짜 ${dates}일`,
    bareDates > 0 && `시간 없음 ${bareDates}일`,
    barePlaces > 0 && `시간 없는 ${noun} ${barePlaces}${unit}`,
    bareDates + barePlaces === 0 && '모두 등록됨',
  )
}

const TEST_MAIL = {
  queued: '테스트 메일이 발송을 기다리고 있습니다.',
  sent: '테스트 메일이 발송되었습니다.',
  failed: '테스트 메일 발송에 실패했습니다.',
  none: '테스트 메일을 보내 확인해주세요.',
}

export const STEP_TEXT: Readonly<Record<SetupStep, StepText>> = {
  sample: {
    name: '견본 데이터',
    to: settings('start'),
    of: ({ has_sample }) => (has_sample ? '견본 데이터가 남아 있습니다.' : '삭제할 견본 데이터가 없습니다.'),
  },
  password: {
    name: '첫 비밀번호',
    to: settings('accounts'),
    of: ({ has_printed_password }) =>
      has_printed_password ? '첫 비밀번호를 바꿔주세요.' : '바꿀 비밀번호가 없습니다.',
  },
  name: { name: '행사 이름', to: settings('event'), of: ({ event_name }) => event_name },
  contact: { name: '문의 이메일', to: settings('event'), of: ({ contact_email }) => contact_email },
  logo: {
    name: '로고',
    to: settings('event'),
    of: ({ has_logo }) => (has_logo ? '등록되어 있습니다.' : '등록된 로고가 없습니다.'),
  },
  notice: {
    name: '개인정보 안내',
    to: settings('privacy'),
    of: ({ has_own_notice, contact_email }) =>
      has_own_notice
        ? '직접 쓴 안내를 사용합니다.'
        : isNobodysAddress(contact_email)
          ? '기본 안내에 문의 이메일이 필요합니다.'
          : '기본 안내를 사용합니다.',
  },
  dates: {
    name: '날짜',
    to: schedule('tab=dates'),
    of: ({ dates }) => (dates > 0 ? `날짜 ${dates}일` : '등록된 날짜가 없습니다.'),
  },
  docents: {
    name: '도슨트',
    to: schedule('tab=docents'),
    missing: schedule('tab=docents&several=yes'),
    of: ({ docents }) => (docents > 0 ? `도슨트 ${docents}명` : '등록된 도슨트가 없습니다.'),
  },
  rooms: {
    name: '미팅룸',
    to: schedule('tab=rooms'),
    missing: schedule('tab=rooms&several=yes'),
    of: ({ rooms }) => (rooms > 0 ? `미팅룸 ${rooms}개` : '등록된 미팅룸이 없습니다.'),
  },
  tour_times: {
    name: '투어 시간',
    to: schedule('tab=tour-slots&plan=tour'),
    of: ({ dates, docents, dates_without_tours, docents_without_times }) =>
      timesText(dates, docents, dates_without_tours, docents_without_times, DOCENT),
  },
  room_times: {
    name: '미팅룸 시간',
    to: schedule('tab=room-slots&plan=room'),
    of: ({ dates, rooms, dates_without_meetings, rooms_without_times }) =>
      timesText(dates, rooms, dates_without_meetings, rooms_without_times, ROOM),
  },
  members: {
    name: '회원 명단',
    to: PATHS.adminUsers,
    of: ({ members }) => (members > 0 ? `회원 ${members.toLocaleString('ko')}명` : '등록된 회원이 없습니다.'),
  },
  address: {
    name: '공개 주소',
    to: settings('start'),
    of: ({ public_url }) => (isLocalUrl(public_url) ? '서버 컴퓨터에서만 열립니다.' : public_url),
  },
  mail: {
    name: '메일 발송',
    to: settings('mails'),
    of: ({ has_mail_server, test_mail }) =>
      has_mail_server ? TEST_MAIL[test_mail ?? 'none'] : '설정되지 않아 메일이 발송되지 않습니다.',
  },
  screens: {
    name: '현황판 화면',
    to: settings('screens'),
    of: ({ screens, rooms_without_screen }) =>
      screens === 0
        ? '연결된 화면이 없습니다.'
        : joined(
            `화면 ${screens}대`,
            rooms_without_screen > 0 && `화면 없는 미팅룸 ${rooms_without_screen}개`,
          ),
  },
}
