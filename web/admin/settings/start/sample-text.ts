import type { KeptSample, SampleCounts } from '../../../../contract/admin/go-live.ts'
import { shortKoreanDate } from '../../../../domain/date-text.ts'

const count = (number: number, unit: string) => `${number.toLocaleString('ko')}${unit}`

/** As in `견본 회원 12명, 도슨트 4명`, without zero counts. */
export const countsText = ({ members, docents, rooms, dates, slots, reservations }: SampleCounts): string => {
  const parts: [number, string, string][] = [
    [members, '회원', '명'],
    [docents, '도슨트', '명'],
    [rooms, '미팅룸', '개'],
    [dates, '날짜', '개'],
    [slots, '시간', '개'],
    [reservations, '예약', '건'],
  ]
  const there = parts.filter(([number]) => number > 0)
  // A colleague may have been faster.
  if (there.length === 0) return '삭제할 견본 데이터가 없습니다.'
  return `견본 ${there.map(([number, what, unit]) => `${what} ${count(number, unit)}`).join(', ')}`
}

export const keptTexts = ({ places, dates }: KeptSample): string[] => [
  ...places.map(
    ({ kind, name, reservations }) =>
      `${kind === 'docent' ? '도슨트' : '미팅룸'} ${name} · 실제 예약 ${count(reservations, '건')}`,
  ),
  ...dates.map(({ date, reservations, slots }) =>
    [
      `날짜 ${shortKoreanDate(date)}`,
      ...(reservations > 0 ? [`실제 예약 ${count(reservations, '건')}`] : []),
      ...(slots > 0 ? [`실제 도슨트·미팅룸의 시간 ${count(slots, '개')}`] : []),
    ].join(' · '),
  ),
]
