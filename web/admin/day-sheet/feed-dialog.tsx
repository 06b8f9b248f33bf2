import {
  listCalendarFeeds,
  makeCalendarFeed,
  type CalendarFeed,
} from '../../../contract/admin/calendar-feeds.ts'
import { call } from '../../api/client.ts'
import { refresh } from '../../api/reads/use-read.ts'
import { useForm } from '../../ui/form/use-form.ts'
import { failureText } from '../components/with-toast.ts'
import {
  AddressForm,
  chosenPlace,
  MadeDialog,
  placeTyped,
  useMade,
  type AddressDialogProps,
} from './address-dialogs.tsx'
import { nameOf } from './addresses-section.tsx'

type Made = { feed: CalendarFeed; url: string }

export function FeedDialog(props: AddressDialogProps) {
  const [made, tell] = useMade<Made>(props.onMade, ({ feed }) => feed.id)
  if (!made) return <FormDialog {...props} tell={tell} />
  return (
    <MadeDialog title="캘린더 주소를 만들었습니다" copy="주소 복사" url={made.url} onClose={props.onClose}>
      <strong>{nameOf(made.feed)}</strong> 캘린더 주소입니다. 캘린더 앱의 ‘URL로 추가’나 ‘구독’에 넣어주세요.
      이 주소는 다시 표시되지 않으니 지금 복사해 전달해주세요.
    </MadeDialog>
  )
}

function FormDialog({ place, tell, ...props }: AddressDialogProps & { tell: (made: Made) => void }) {
  const form = useForm({
    schema: makeCalendarFeed.body!,
    initial: chosenPlace(place),
    complete: placeTyped,
    submit: async (body) => {
      const made = await call(makeCalendarFeed, { body })
      void refresh(listCalendarFeeds)
      tell(made)
    },
    failed: (failure) => failureText(failure, '캘린더 주소를 만들지 못했습니다.'),
  })
  return (
    <AddressForm title="캘린더 주소 만들기" form={form} {...props}>
      <p className="muted small">해지할 때까지, 모든 날짜의 일정을 읽을 수 있습니다.</p>
    </AddressForm>
  )
}
