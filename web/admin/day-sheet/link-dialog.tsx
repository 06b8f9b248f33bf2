import { useState } from 'react'
import {
  listDaySheetLinks,
  makeDaySheetLink,
  type DaySheetLink,
} from '../../../contract/admin/day-sheet-links.ts'
import { lastDayOfLink } from '../../../domain/day-sheet.ts'
import { koreanDate, madridDate } from '../../../domain/madrid-time.ts'
import { call } from '../../api/client.ts'
import { refresh } from '../../api/reads/use-read.ts'
import { useNow } from '../../browser/clock.ts'
import { Checkbox } from '../../ui/choice/checkbox.tsx'
import { Field, SelectField } from '../../ui/field.tsx'
import type { Typed } from '../../ui/form/form-values.ts'
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

type Props = AddressDialogProps & { dates: readonly string[]; date: string }
type Made = { link: DaySheetLink; url: string }

export function LinkDialog(props: Props) {
  const [made, tell] = useMade<Made>(props.onMade, ({ link }) => link.id)
  if (!made) return <FormDialog {...props} tell={tell} />
  return (
    <MadeDialog title="링크를 만들었습니다" copy="링크 복사" url={made.url} onClose={props.onClose}>
      <strong>{nameOf(made.link)}</strong> 데이 시트 링크입니다. 이 주소는 다시 표시되지 않으니 지금 복사해
      전달해주세요.
    </MadeDialog>
  )
}

/** Empty dates mean all dates and no expiry. */
const completed = ({ date, expires_on, may_mark_arrivals, ...typed }: Typed) => ({
  ...placeTyped(typed),
  date: date || null,
  expires_on: expires_on || null,
  may_mark_arrivals: Boolean(may_mark_arrivals),
})

function FormDialog({ dates, date, place, tell, ...props }: Props & { tell: (made: Made) => void }) {
  const today = madridDate(useNow(60_000))
  const [covered, setCovered] = useState(date)
  const form = useForm({
    schema: makeDaySheetLink.body!,
    initial: chosenPlace(place),
    complete: completed,
    submit: async (body) => {
      const made = await call(makeDaySheetLink, { body })
      void refresh(listDaySheetLinks)
      tell(made)
    },
    failed: (failure) => failureText(failure, '링크를 만들지 못했습니다.'),
  })
  const last = lastDayOfLink(covered === '' ? dates : [covered])
  return (
    <AddressForm title="링크 만들기" form={form} {...props}>
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
    </AddressForm>
  )
}
