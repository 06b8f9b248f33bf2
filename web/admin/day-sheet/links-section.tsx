import { useState } from 'react'
import {
  listDaySheetLinks,
  makeDaySheetLink,
  revokeDaySheetLink,
  type DaySheetLink,
} from '../../../contract/admin/day-sheet-links.ts'
import type { Docent, Room } from '../../../contract/place.ts'
import { lastDayOfLink } from '../../../domain/day-sheet.ts'
import { koreanDate, madridDate, shortKoreanDate } from '../../../domain/madrid-time.ts'
import { call } from '../../api/client.ts'
import { confirmed, failureText } from '../components/with-toast.ts'
import { Options } from '../components/options.tsx'
import { refresh, usePolled } from '../../api/reads/use-read.ts'
import { useNow } from '../../browser/clock.ts'
import { Checkbox } from '../../ui/choice/checkbox.tsx'
import { Field, SelectField } from '../../ui/controls.tsx'
import { useForm, type Typed } from '../../ui/form/form.tsx'
import { AddressForm, chosenPlace, placeTyped, type AddressDialogProps } from './address-form.tsx'
import { AddressesSection } from './addresses-section.tsx'
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
  made: '링크를 만들었습니다',
  use: '데이 시트 링크입니다.',
  copy: '링크 복사',
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
      list={usePolled(listDaySheetLinks, {})}
      facts={FACTS}
      revoke={(id) => confirmed(() => call(revokeDaySheetLink, { params: { id } }))}
      refresh={() => refresh(listDaySheetLinks)}
    >
      {(asked) => <LinkDialog {...props} {...asked} />}
    </AddressesSection>
  )
}

type LinkDialogProps = AddressDialogProps<DaySheetLink> & Pick<Props, 'dates' | 'date'>

/** Empty dates mean all dates and no expiry. */
const completed = ({ date, expires_on, may_mark_arrivals, ...typed }: Typed) => ({
  ...placeTyped(typed),
  date: date || null,
  expires_on: expires_on || null,
  may_mark_arrivals: Boolean(may_mark_arrivals),
})

function LinkDialog({ dates, date, place, onMade, ...props }: LinkDialogProps) {
  const today = madridDate(useNow(60_000))
  const [covered, setCovered] = useState(date)
  const form = useForm({
    schema: makeDaySheetLink.body!,
    initial: chosenPlace(place),
    complete: completed,
    submit: async (body) => {
      const { link, url } = await confirmed(() => call(makeDaySheetLink, { body }))
      void refresh(listDaySheetLinks)
      onMade({ item: link, url })
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
        <Options of={dates} text={koreanDate} />
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
