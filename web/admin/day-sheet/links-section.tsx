import {
  listDaySheetLinks,
  revokeDaySheetLink,
  type DaySheetLink,
} from '../../../contract/admin/day-sheet-links.ts'
import type { Docent } from '../../../contract/docent.ts'
import type { Room } from '../../../contract/room.ts'
import { madridDate, shortKoreanDate } from '../../../domain/madrid-time.ts'
import { call } from '../../api/client.ts'
import { POLL_MS, refresh, useRead } from '../../api/reads/use-read.ts'
import { AddressesSection } from './addresses-section.tsx'
import { LinkDialog } from './link-dialog.tsx'
import type { PlaceChoice } from './sheet-choice.ts'

type Props = {
  dates: readonly string[]
  docents: readonly Docent[]
  rooms: readonly Room[]
  date: string
  place: PlaceChoice
}

const WORDS = {
  title: '공유 링크',
  hint: '로그인 없이 한 도슨트나 미팅룸의 데이 시트만 볼 수 있는 주소입니다.',
  noun: '링크',
  table: '공유 링크',
  none: '사용 중인 링크가 없습니다.',
  invitation: '링크를 만들어 도슨트나 미팅룸 담당자에게 전달하면 휴대폰에서 바로 일정을 볼 수 있습니다.',
  subject: '데이 시트 링크를',
  effect: '이 링크를 받은 사람은 더 이상 일정을 볼 수 없습니다.',
}

/** `expires_at` is the first instant after the last day. */
const lastDay = ({ expires_at }: DaySheetLink) => shortKoreanDate(madridDate(Date.parse(expires_at) - 1))

const FACTS = [
  {
    name: '날짜',
    of: ({ date }: DaySheetLink) => (date ? shortKoreanDate(date) : '모든 날짜'),
  },
  { name: '만료', of: (link: DaySheetLink) => `${lastDay(link)}까지` },
  {
    name: '도착 확인',
    of: ({ may_mark_arrivals }: DaySheetLink) => (may_mark_arrivals ? '가능' : '-'),
  },
]

export function LinksSection(props: Props) {
  return (
    <AddressesSection
      words={WORDS}
      list={useRead(listDaySheetLinks, {}, { poll: POLL_MS })}
      facts={FACTS}
      revoke={(id) => call(revokeDaySheetLink, { params: { id: String(id) } })}
      refresh={() => refresh(listDaySheetLinks)}
      Making={LinkDialog}
      shown={props}
    />
  )
}
