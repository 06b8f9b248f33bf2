import { useState } from 'react'
import {
  listCalendarFeeds,
  makeCalendarFeed,
  type CalendarFeed,
} from '../../../contract/admin/calendar-feeds.ts'
import type { Docent } from '../../../contract/docent.ts'
import type { Room } from '../../../contract/room.ts'
import { call } from '../../api/client.ts'
import { refresh } from '../../api/reads/use-read.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { Field, SelectField } from '../../ui/field.tsx'
import { FormError } from '../../ui/form/form-error.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { copyToClipboard } from '../components/copy-to-clipboard.ts'
import { failureText } from '../components/with-toast.ts'
import { PlaceOptions } from './sheet-bar.tsx'
import type { PlaceChoice } from './sheet-choice.ts'

type Made = { feed: CalendarFeed; url: string }
type Props = {
  docents: readonly Docent[]
  rooms: readonly Room[]
  place: PlaceChoice
  onMade: (made: Made) => void
  onClose: () => void
}

/** Makes a calendar link, then shows its address, this once. */
export function FeedDialog(props: Props) {
  const [made, setMade] = useState<Made | null>(null)
  if (made) return <MadeDialog {...made} onClose={props.onClose} />
  return (
    <FormDialog
      {...props}
      onMade={(next) => {
        props.onMade(next)
        setMade(next)
      }}
    />
  )
}

function FormDialog({ docents, rooms, place, onMade, onClose }: Props) {
  const form = useForm({
    schema: makeCalendarFeed.body!,
    initial: { resource_id: place.includes(':') ? place : '' },
    complete: ({ resource_id: chosen }) => {
      const [kind, id] = typeof chosen === 'string' ? chosen.split(':') : []
      return { type: kind === 'room' ? 'room' : 'tour', resource_id: id && Number(id) }
    },
    submit: async (body) => {
      const made = await call(makeCalendarFeed, { body })
      void refresh(listCalendarFeeds)
      onMade(made)
    },
    failed: (failure) => failureText(failure, '캘린더 주소를 만들지 못했습니다.'),
  })
  return (
    <Dialog
      title="캘린더 주소 만들기"
      onClose={onClose}
      actions={
        <Button type="submit" form="feed-form" kind="primary" pending={form.pending}>
          캘린더 주소 만들기
        </Button>
      }
    >
      <form {...form.props} id="feed-form" className="stack" aria-label="캘린더 주소 만들기">
        <SelectField label="도슨트 · 미팅룸" required {...form.field('resource_id')}>
          <option value="">선택해주세요</option>
          <PlaceOptions docents={docents} rooms={rooms} />
        </SelectField>
        <p className="muted small">해지할 때까지, 모든 날짜의 일정을 읽을 수 있습니다.</p>
        <FormError text={form.error} />
      </form>
    </Dialog>
  )
}

const MadeDialog = ({ feed, url, onClose }: Made & { onClose: () => void }) => (
  <Dialog
    title="캘린더 주소를 만들었습니다"
    onClose={onClose}
    actions={
      <>
        <Button onClick={onClose}>닫기</Button>
        <Button kind="primary" data-autofocus onClick={() => void copyToClipboard(url)}>
          주소 복사
        </Button>
      </>
    }
  >
    <div className="stack" data-gap="12">
      <p>
        <strong>{(feed.docent ?? feed.room)!.name}</strong> 캘린더 주소입니다. 캘린더 앱의 ‘URL로 추가’나
        ‘구독’에 넣어주세요. 이 주소는 다시 표시되지 않으니 지금 복사해 전달해주세요.
      </p>
      <Field
        label="주소"
        name="url"
        readOnly
        required={false}
        value={url}
        onFocus={(event) => event.target.select()}
      />
      <p className="muted small">주소를 아는 사람은 누구나 방문자의 연락처를 볼 수 있습니다.</p>
    </div>
  </Dialog>
)
