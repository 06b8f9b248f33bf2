import { useState } from 'react'
import {
  listDaySheetLinks,
  makeDaySheetLink,
  type DaySheetLink,
} from '../../../contract/admin/day-sheet-links.ts'
import type { Docent } from '../../../contract/docent.ts'
import type { Room } from '../../../contract/room.ts'
import { lastDayOfLink } from '../../../domain/day-sheet.ts'
import { koreanDate, madridDate } from '../../../domain/madrid-time.ts'
import { failureText } from '../components/with-toast.ts'
import { call } from '../../api/client.ts'
import { useNow } from '../../browser/clock.ts'
import { refresh } from '../../api/reads/use-read.ts'
import { Checkbox } from '../../ui/choice/checkbox.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { Field, SelectField } from '../../ui/field.tsx'
import { FormError } from '../../ui/form/form-error.tsx'
import type { Typed } from '../../ui/form/form-values.ts'
import { useForm } from '../../ui/form/use-form.ts'
import { copyToClipboard } from '../components/copy-to-clipboard.ts'
import { PlaceOptions } from './sheet-bar.tsx'
import type { PlaceChoice } from './sheet-choice.ts'

type Props = {
  dates: readonly string[]
  docents: readonly Docent[]
  rooms: readonly Room[]
  date: string
  place: PlaceChoice
  onMade: (link: DaySheetLink, url: string) => void
  onClose: () => void
}

/** Makes a link, then shows its address, this once. */
export function LinkDialog(props: Props) {
  const [made, setMade] = useState<{ link: DaySheetLink; url: string } | null>(null)
  return made ? (
    <MadeDialog {...made} onClose={props.onClose} />
  ) : (
    <FormDialog
      {...props}
      onMade={(link, url) => {
        props.onMade(link, url)
        setMade({ link, url })
      }}
    />
  )
}

/** The form's one list of docents and rooms as the service wants it, and no date for all of them. */
function completed({ resource_id: place, date, expires_on, may_mark_arrivals }: Typed) {
  const [kind, id] = typeof place === 'string' ? place.split(':') : []
  return {
    type: kind === 'room' ? 'room' : 'tour',
    resource_id: id && Number(id),
    date: date || null,
    expires_on: expires_on || null,
    may_mark_arrivals: Boolean(may_mark_arrivals),
  }
}

function FormDialog({ dates, docents, rooms, date, place, onMade, onClose }: Props) {
  const today = madridDate(useNow(60_000))
  const [covered, setCovered] = useState(date)
  const form = useForm({
    schema: makeDaySheetLink.body!,
    initial: { resource_id: place.includes(':') ? place : '' },
    complete: completed,
    submit: async (body) => {
      const { link, url } = await call(makeDaySheetLink, { body })
      void refresh(listDaySheetLinks)
      onMade(link, url)
    },
    failed: (failure) => failureText(failure, '링크를 만들지 못했습니다.'),
  })
  const last = lastDayOfLink(covered === '' ? dates : [covered])
  return (
    <Dialog
      title="링크 만들기"
      onClose={onClose}
      actions={
        <Button type="submit" form="link-form" kind="primary" pending={form.pending}>
          링크 만들기
        </Button>
      }
    >
      <form {...form.props} id="link-form" className="stack" aria-label="링크 만들기">
        <SelectField label="도슨트 · 미팅룸" required {...form.field('resource_id')}>
          <option value="">선택해주세요</option>
          <PlaceOptions docents={docents} rooms={rooms} />
        </SelectField>
        <SelectField
          label="볼 수 있는 날짜"
          name="date"
          value={covered}
          error={form.field('date').error}
          onChange={(event) => setCovered(event.target.value)}
        >
          <option value="">모든 날짜</option>
          {dates.map((each) => (
            <option key={each} value={each}>
              {koreanDate(each)}
            </option>
          ))}
        </SelectField>
        <Field
          label="만료일"
          optional
          type="date"
          min={today}
          hint={last && `비워두면 ${koreanDate(last)} 끝까지 볼 수 있습니다.`}
          {...form.field('expires_on')}
        />
        <Checkbox name="may_mark_arrivals" aria-describedby="link-arrivals">
          이 링크로 도착 확인 허용
        </Checkbox>
        <p className="muted small" id="link-arrivals">
          링크를 받은 사람이 이 데이 시트의 방문자 도착을 기록할 수 있습니다.
        </p>
        <FormError text={form.error} />
      </form>
    </Dialog>
  )
}

type MadeProps = { link: DaySheetLink; url: string; onClose: () => void }

const MadeDialog = ({ link, url, onClose }: MadeProps) => (
  <Dialog
    title="링크를 만들었습니다"
    onClose={onClose}
    actions={
      <>
        <Button onClick={onClose}>닫기</Button>
        <Button kind="primary" data-autofocus onClick={() => void copyToClipboard(url)}>
          링크 복사
        </Button>
      </>
    }
  >
    <div className="stack" data-gap="12">
      <p>
        <strong>{(link.docent ?? link.room)!.name}</strong> 데이 시트 링크입니다. 이 주소는 다시 표시되지
        않으니 지금 복사해 전달해주세요.
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
