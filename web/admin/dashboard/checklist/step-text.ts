import type { Setup } from '../../../../contract/admin/setup.ts'
import type { SetupStep } from '../../../../domain/setup.ts'
import { PATHS } from '../../../paths.ts'

type StepText = { name: string; to: string; of: (facts: Setup) => string }

const schedule = (query: string) => `${PATHS.adminSchedule}?${query}`
const settings = (tab: string) => `${PATHS.adminSettings}?tab=${tab}`
const joined = (...parts: (string | false)[]) => parts.filter(Boolean).join(' · ')

const ALL_THERE = '모두 등록됨'

const TEST_MAIL = {
  queued: '발송을 기다리고 있습니다.',
  sent: '발송되었습니다.',
  failed: '발송에 실패했습니다.',
  none: '보낸 적이 없습니다.',
}

export const STEP_TEXT: Readonly<Record<SetupStep, StepText>> = {
  dates: {
    name: '날짜',
    to: schedule('tab=dates'),
    of: ({ dates }) => (dates > 0 ? `날짜 ${dates}일` : '등록된 날짜가 없습니다.'),
  },
  docents: {
    name: '도슨트',
    to: schedule('tab=docents'),
    of: ({ docents }) => (docents > 0 ? `도슨트 ${docents}명` : '등록된 도슨트가 없습니다.'),
  },
  rooms: {
    name: '미팅룸',
    to: schedule('tab=rooms'),
    of: ({ rooms }) => (rooms > 0 ? `미팅룸 ${rooms}개` : '등록된 미팅룸이 없습니다.'),
  },
  tour_times: {
    name: '투어 시간',
    to: schedule('plan=tour'),
    of: ({ dates, docents, dates_without_tours, docents_without_times }) =>
      dates === 0 || docents === 0
        ? '날짜와 도슨트를 먼저 등록해주세요.'
        : joined(
            `날짜 ${dates}일`,
            dates_without_tours > 0 && `시간 없음 ${dates_without_tours}일`,
            docents_without_times > 0 && `시간 없는 도슨트 ${docents_without_times}명`,
            dates_without_tours + docents_without_times === 0 && ALL_THERE,
          ),
  },
  room_times: {
    name: '미팅룸 시간',
    to: schedule('plan=room'),
    of: ({ dates, rooms, dates_without_meetings, rooms_without_times }) =>
      dates === 0 || rooms === 0
        ? '날짜와 미팅룸을 먼저 등록해주세요.'
        : joined(
            `날짜 ${dates}일`,
            dates_without_meetings > 0 && `시간 없음 ${dates_without_meetings}일`,
            rooms_without_times > 0 && `시간 없는 미팅룸 ${rooms_without_times}개`,
            dates_without_meetings + rooms_without_times === 0 && ALL_THERE,
          ),
  },
  mail_server: {
    name: '메일 서버',
    to: settings('mails'),
    of: ({ has_mail_server }) =>
      has_mail_server ? '설정되어 있습니다.' : '설정되지 않아 메일이 발송되지 않습니다.',
  },
  test_mail: {
    name: '테스트 메일',
    to: settings('mails'),
    of: ({ test_mail }) => TEST_MAIL[test_mail ?? 'none'],
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
  go_live: {
    name: '행사 시작하기',
    to: settings('start'),
    of: ({ has_sample, has_printed_password }) =>
      joined(
        has_sample && '견본 데이터가 남아 있습니다.',
        has_printed_password && '첫 비밀번호를 바꿔주세요.',
      ) || '삭제할 견본 데이터가 없습니다.',
  },
}
