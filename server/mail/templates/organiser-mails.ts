import { koreanDate, madridDate, madridTime, type Instant } from '../../../domain/madrid-time.ts'
import { oneLine } from '../heading.ts'
import type { Templates, WaitingNotice } from '../mail.ts'

export const momentOf = (at: Instant): string => `${koreanDate(madridDate(at))} ${madridTime(at)}`

const count = (number: number, unit: string) => `${number.toLocaleString('ko')}${unit}`

const nameOf = ({ kind, is_cancellation }: WaitingNotice['oldest']): string =>
  `${kind === 'VIP_TOUR' ? '투어' : '미팅'} ${is_cancellation ? '취소 요청' : '예약 신청'}`

/** None names a visitor. */
export const ORGANISER_MAILS: Templates<
  'test' | 'screens_silent' | 'day_reported' | 'erasure_announced' | 'requests_waiting'
> = {
  test: ({ asked_by, asked_at }) => ({
    greeting: '안녕하세요.',
    sentence: '관리자 센터에서 보낸 테스트 메일입니다.',
    facts: [
      { label: '요청한 관리자', value: asked_by },
      { label: '요청 일시', value: momentOf(asked_at) },
    ],
    next: '이 메일이 도착했다면 예약 안내 메일도 정상적으로 발송됩니다. 별도로 하실 일은 없습니다.',
  }),
  screens_silent: ({ screens, public_url }) => ({
    greeting: '안녕하세요.',
    sentence: '아래 화면에서 10분 넘게 응답이 없습니다. 화면의 전원과 네트워크를 확인해주세요.',
    facts: screens.map(({ name, room, width, height, last_seen_at }) => ({
      label: name ?? room,
      value: [
        ...(name === null ? [] : [room]),
        `마지막 응답 ${momentOf(last_seen_at)}`,
        `${width}×${height}`,
      ].join(', '),
    })),
    next: '다시 연결되면 따로 하실 일이 없습니다. 일부러 끈 화면은 설정의 화면 목록에서 제거할 수 있고, 이 알림은 같은 곳에서 끌 수 있습니다.',
    link: { label: '화면 목록 보기', url: `${public_url}/admin/settings?tab=screens` },
  }),
  day_reported: ({ place, date, start_time, end_time, reason, reported_at, public_url }) => ({
    greeting: '안녕하세요.',
    sentence: '데이 시트 링크에서 아래 시간에 진행이 어렵다고 알려왔습니다. 예약은 아직 그대로입니다.',
    facts: [
      { label: '도슨트·미팅룸', value: oneLine(place) },
      { label: '시간', value: `${koreanDate(date)} ${start_time} ~ ${end_time}` },
      { label: '사유', value: oneLine(reason) || '입력되지 않음' },
      { label: '알린 시각', value: momentOf(reported_at) },
    ],
    next: '대시보드 맨 위에서 예약 옮기기·취소를 눌러주세요. 남은 예약이 없어지면 알린 사람의 화면에도 처리 완료가 표시됩니다.',
    link: { label: '대시보드 보기', url: `${public_url}/admin/dashboard` },
  }),
  erasure_announced: ({ members, reservations, mails, public_url }) => ({
    greeting: '안녕하세요.',
    sentence:
      '행사가 끝난 뒤 정해진 기간이 지나 회원과 방문자의 개인정보를 삭제합니다. 집계와 보고서의 숫자는 그대로 남습니다.',
    facts: [
      { label: '회원', value: count(members, '명') },
      { label: '예약', value: count(reservations, '건') },
      { label: '메일', value: count(mails, '통') },
    ],
    next: '필요한 자료는 그 전에 내려받아 주세요. 삭제한 뒤에는 되돌릴 수 없습니다. 날짜를 바꾸거나 삭제하지 않으려면 설정의 행사 마감에서 변경할 수 있습니다.',
    link: { label: '행사 마감 보기', url: `${public_url}/admin/settings?tab=closing` },
  }),
  requests_waiting: ({ waiting, oldest, public_url }) => ({
    greeting: '안녕하세요.',
    sentence: '방문자가 답변을 기다리고 있습니다. 대시보드에서 승인하거나 거절해주세요.',
    facts: [
      { label: '기다리는 요청', value: `모두 ${waiting}건` },
      { label: '가장 오래된 요청', value: `${momentOf(oldest.since)}에 접수` },
      { label: '내용', value: oneLine(`${nameOf(oldest)}, ${momentOf(oldest.starts_at)}, ${oldest.place}`) },
    ],
    next: '기다리는 시간은 설정한 업무 시간만 계산합니다. 요청이 남아 있으면 하루에 한 번 다시 알려드립니다. 이 알림은 설정의 알림에서 바꾸거나 끌 수 있습니다.',
    link: { label: '기다리는 요청 보기', url: `${public_url}/admin/dashboard` },
  }),
}
