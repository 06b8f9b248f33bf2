import { SAMPLE_EVENT_NAME } from '../../domain/setup.ts'
import { minutesOf, timeOf } from '../../domain/slot.ts'

export type SampleFate = 'waits' | 'approved' | 'completed' | 'rejected' | 'cancelled' | 'cancel requested'

/** `time` lists starts, `day` counts from today, `member` is an index. */
type Sample = {
  member: number
  day: number
  time: string[]
  place: string
  count: number
  visitor: { title: string; manager_name: string } | null
  note: string | null
  fate: SampleFate
}

export const EVENT = { event_name: SAMPLE_EVENT_NAME, contact_email: 'contact@fairslot.example' }

export const DOCENTS = [
  { name: '김하늘', language: '한국어', start_point: '1층 안내 데스크' },
  { name: 'Emma Wilson', language: 'English', start_point: '1층 안내 데스크' },
  { name: 'Lucía Martín', language: 'Español', start_point: '2층 라운지 입구', is_vip: true },
  {
    name: '이서연',
    language: '한국어 · English',
    start_point: '2층 VVIP 라운지',
    is_vip: true,
    is_vvip: true,
  },
]

export const ROOMS = [
  { name: '미팅룸 1', floor: 1, size: 4 },
  { name: '미팅룸 2', floor: 1, size: 6 },
  { name: '미팅룸 3', floor: 1, size: 8 },
  { name: '컨퍼런스룸', floor: 2, size: 16 },
  { name: 'VIP 라운지', floor: 2, size: 10, is_vip: true },
  { name: 'VVIP 스위트', floor: 2, size: 12, is_vip: true, is_vvip: true },
]

const VIP = { is_vip: true }
const VVIP = { is_vip: true, is_vvip: true }

const member = (name: string, tail: string, company_name: string, position: string, tier = {}) => ({
  name,
  phone: `010-${tail}`,
  email: `visitor${tail.replace('-', '')}@fairslot.example`,
  company_name,
  position,
  ...tier,
})

export const MEMBERS = [
  member('박지민', '2345-6789', '한빛전자', '과장', VVIP),
  member('최민준', '3210-4567', '누리소프트', '팀장', VIP),
  member('정다은', '4567-1230', '새봄로보틱스', '책임연구원'),
  member('오세훈', '5678-2341', '대한모빌리티', '이사', VVIP),
  member('한소희', '6789-3452', '가온에너지', '매니저', VIP),
  member('Carlos Ruiz', '7890-4563', 'Iberia Conectada', 'Director'),
  member('윤서준', '8901-5674', '미래반도체', '수석연구원'),
  member('강예린', '9012-6785', '온누리통신', '대리'),
  member('Hannah Becker', '2123-7896', 'Nordlicht Systeme', 'Head of Procurement', VIP),
  member('임도현', '3234-8907', '해솔바이오', '대표'),
  member('서지우', '4345-9018', '라온미디어', '프로'),
  member('송하윤', '5456-1029', '다온물류', '부장'),
]

const tour = (
  who: number,
  day: number,
  time: string,
  place: string,
  count: number,
  fate: SampleFate,
): Sample => ({
  member: who,
  day,
  time: [time],
  place,
  count,
  visitor: null,
  note: count > 10 ? '단체 방문입니다. 마이크가 필요합니다.' : null,
  fate,
})

/** `near` is in minutes since midnight. */
export const tours = (near: number): Sample[] => [
  tour(0, 0, timeOf(near), '이서연', 4, 'approved'),
  tour(5, 0, timeOf(near), 'Emma Wilson', 6, 'approved'),
  tour(2, 0, timeOf(near + 30), '김하늘', 12, 'approved'),
  tour(4, 0, timeOf(near - 30), 'Lucía Martín', 3, 'completed'),
  tour(7, 0, timeOf(near + 60), '김하늘', 5, 'waits'),
  tour(8, 0, timeOf(near + 60), 'Lucía Martín', 2, 'cancel requested'),
  tour(9, 1, '10:00', '김하늘', 8, 'waits'),
  tour(10, 1, '10:00', 'Emma Wilson', 2, 'waits'),
  tour(0, 1, '11:00', 'Lucía Martín', 3, 'waits'),
  tour(3, 1, '14:00', '이서연', 6, 'waits'),
  tour(6, 1, '15:30', '김하늘', 20, 'rejected'),
  tour(11, 2, '09:30', 'Emma Wilson', 15, 'waits'),
  tour(1, 2, '13:00', 'Lucía Martín', 4, 'approved'),
  tour(0, 2, '16:00', '김하늘', 2, 'cancelled'),
]

const meeting = (
  who: number,
  day: number,
  [start, slots]: [number, number],
  place: string,
  count: number,
  title: string,
  fate: SampleFate,
): Sample => ({
  member: who,
  day,
  time: Array.from({ length: slots }, (_, i) => timeOf(start + i * 10)),
  place,
  count,
  visitor: { title, manager_name: ['김도윤', '이현우', '박서아'][who % 3]! },
  note: slots > 4 ? '빔 프로젝터와 영상 통화 장비를 준비해주세요.' : null,
  fate,
})

// Rooms are locked from 12:00 to 12:30.
const offNoon = (minute: number) =>
  minute > minutesOf('11:20') && minute < minutesOf('12:30') ? minutesOf('13:00') : minute

export const meetings = (near: number): Sample[] => [
  meeting(0, 0, [offNoon(near), 3], '미팅룸 2', 4, '신제품 공급 협의', 'approved'),
  meeting(1, 0, [offNoon(near) + 40, 2], '미팅룸 2', 5, '클라우드 이전 상담', 'approved'),
  meeting(6, 0, [offNoon(near), 4], '미팅룸 1', 3, '공동 연구 제안', 'approved'),
  meeting(8, 0, [minutesOf('09:00'), 3], 'VIP 라운지', 6, '유럽 파트너십 회의', 'completed'),
  meeting(3, 0, [offNoon(near + 30), 3], 'VVIP 스위트', 8, '전략 투자 논의', 'approved'),
  meeting(9, 0, [minutesOf('15:30'), 2], '미팅룸 3', 4, '임상 데이터 공유', 'cancel requested'),
  meeting(10, 0, [minutesOf('16:00'), 3], '컨퍼런스룸', 12, '콘텐츠 공동 제작 회의', 'waits'),
  meeting(2, 1, [minutesOf('10:00'), 6], '컨퍼런스룸', 16, '로봇 시연 및 질의응답', 'waits'),
  meeting(4, 1, [minutesOf('10:30'), 3], 'VIP 라운지', 5, '에너지 저장 장치 소개', 'waits'),
  meeting(0, 1, [minutesOf('13:30'), 3], '미팅룸 1', 2, '품질 인증 협의', 'waits'),
  meeting(11, 1, [minutesOf('14:00'), 2], '미팅룸 3', 6, '물류 자동화 견적', 'waits'),
  meeting(7, 1, [minutesOf('15:00'), 2], '미팅룸 2', 3, '통신 장비 호환성 검토', 'rejected'),
  meeting(5, 2, [minutesOf('11:00'), 3], '미팅룸 3', 7, 'Proyecto de ciudades conectadas', 'approved'),
  meeting(3, 2, [minutesOf('16:00'), 5], 'VVIP 스위트', 10, '차세대 모빌리티 로드맵', 'waits'),
  meeting(1, 3, [minutesOf('09:30'), 3], '컨퍼런스룸', 9, '보안 솔루션 도입', 'cancelled'),
]
