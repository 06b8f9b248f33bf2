import {
  ALL_TEXT,
  listCalendarFeeds,
  makeCalendarFeed,
  revokeCalendarFeed,
  type CalendarFeed,
} from '../../../contract/admin/calendar-feeds.ts'
import type { Docent, Room } from '../../../contract/place.ts'
import { call } from '../../api/client.ts'
import { confirmed, failureText } from '../components/with-toast.ts'
import { refresh, usePolled } from '../../api/reads/use-read.ts'
import { CalendarLink } from '../../components/calendar-link.tsx'
import { momentText } from '../../components/reservation/reservation-text.ts'
import { useForm } from '../../ui/form/form.tsx'
import { AddressForm, chosenPlace, placeTyped, type AddressDialogProps } from './address-form.tsx'
import { AddressesSection } from './addresses-section.tsx'
import type { PlaceChoice } from './sheet-choice.ts'

type Props = { docents: readonly Docent[]; rooms: readonly Room[]; place: PlaceChoice }

const WORDS = {
  title: '캘린더 구독',
  hint: '도슨트, 미팅룸 또는 전체 일정을 캘린더 앱이 스스로 읽어 가는 주소입니다. 변경과 취소도 따라갑니다.',
  noun: '캘린더 주소',
  table: '캘린더 주소',
  none: '사용 중인 캘린더 주소가 없습니다.',
  invitation:
    '주소를 만들어 도슨트나 미팅룸, 부스 담당자에게 전달하면 자신의 캘린더에서 일정을 볼 수 있습니다.',
  made: '캘린더 주소를 만들었습니다',
  use: '캘린더 주소입니다. 캘린더 앱의 ‘URL로 추가’나 ‘구독’에 넣어주세요.',
  copy: '주소 복사',
  subject: '캘린더 주소를',
  effect: '이 주소를 구독한 캘린더는 더 이상 일정을 받지 못합니다.',
}

const FACTS = [{ name: '만든 때', of: ({ created_at }: CalendarFeed) => momentText(created_at) }]

export function FeedsSection(props: Props) {
  return (
    <AddressesSection
      words={WORDS}
      list={usePolled(listCalendarFeeds, {})}
      facts={FACTS}
      revoke={(id) => confirmed(() => call(revokeCalendarFeed, { params: { id } }))}
      refresh={() => refresh(listCalendarFeeds)}
      Open={CalendarLink}
    >
      {(asked) => <FeedDialog {...props} {...asked} />}
    </AddressesSection>
  )
}

function FeedDialog({ place, onMade, ...props }: AddressDialogProps<CalendarFeed>) {
  const form = useForm({
    schema: makeCalendarFeed.body!,
    initial: chosenPlace(place),
    complete: (typed) => (typed['resource_id'] === 'all' ? { type: 'all' } : placeTyped(typed)),
    submit: async (body) => {
      const { feed, url } = await confirmed(() => call(makeCalendarFeed, { body }))
      void refresh(listCalendarFeeds)
      onMade({ item: feed, url })
    },
    failed: (failure) => failureText(failure, '캘린더 주소를 만들지 못했습니다.'),
  })
  return (
    <AddressForm title="캘린더 주소 만들기" all={`${ALL_TEXT} (모든 투어와 미팅)`} form={form} {...props}>
      <p className="muted small">
        {`해지할 때까지, 모든 날짜의 일정을 읽을 수 있습니다. ${ALL_TEXT}에는 승인 대기 중인 신청도 보입니다.`}
      </p>
    </AddressForm>
  )
}
