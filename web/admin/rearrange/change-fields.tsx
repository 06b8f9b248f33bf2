import type { ChangeEvent, RefObject } from 'react'
import { getAttention } from '../../../contract/admin/attention.ts'
import { listSlotTimes } from '../../../contract/admin/slots.ts'
import type { Docent, Room } from '../../../contract/place.ts'
import { madridDate, shortKoreanDate, type Instant } from '../../../domain/madrid-time.ts'
import { useRead } from '../../api/reads/use-read.ts'
import { labelledName } from '../../components/tier.tsx'
import { Checkbox } from '../../ui/choice/checkbox.tsx'
import { ChoiceBar } from '../../ui/choice/choice-bar.tsx'
import { Field, SelectField } from '../../ui/controls.tsx'
import { Options } from '../components/options.tsx'
import { CANCEL, CHANGES, startOf, substitutesOf, withChange, type Wanted } from './wanted.ts'

const MINUTES = ['-30', '-10', '10', '20', '30', '60'].map((id) => ({
  id,
  label: `${id.replace(/^(?=\d)/, '+').replace('-', '−')}분`,
}))
const PLACE = { docent: '도슨트', room: '미팅룸', shift: '대상', date: '대상', cancel: '대상' }
const TARGET = { docent: '대신할 도슨트', room: '옮길 미팅룸', date: '옮길 날짜' }

export type Choices = {
  dates: readonly string[]
  days: readonly { id: number; date: string }[]
  docents: readonly Docent[]
  rooms: readonly Room[]
  at: Instant
}

type Props = {
  wanted: Wanted
  choices: Choices
  target: RefObject<HTMLSelectElement | null>
  onChange: (wanted: Wanted) => void
}

export function ChangeFields({ wanted, choices, target, onChange }: Props) {
  const { change, date, place } = wanted
  const { dates, docents, rooms, at } = choices
  const set = (part: Partial<Wanted>) => onChange({ ...wanted, ...part })
  const field = (name: 'date' | 'place' | 'from' | 'to' | 'target' | 'minutes') => ({
    // No name, so that changing it does not trigger the discard dialog.
    name: '',
    value: wanted[name],
    onChange: ({ currentTarget: { value } }: ChangeEvent<HTMLInputElement | HTMLSelectElement>) =>
      set({ [name]: value, ...(name === 'date' && { from: startOf(value, at) }) }),
  })
  const days = dates.map((day) => ({
    id: day,
    name: `${shortKoreanDate(day)}${day === madridDate(at) ? ' 오늘' : ''}`,
  }))
  const reports = useRead(getAttention, {}).data?.day_reports ?? []
  const times = useRead(listSlotTimes, { query: { kind: 'tour' } }, { enabled: change === 'docent' }).data
  const dayId = choices.days.find((day) => day.date === date)?.id
  const substitutes = substitutesOf(docents, {
    absent: reports.flatMap((report) => (report.date === date && report.docent?.id) || []),
    withTimes: times?.days.flatMap((day) => (day.event_date_id === dayId ? day.place_id : [])),
  })
  const targets = {
    docent: substitutes.map(({ docent, problem }) => ({
      id: `${docent.id}`,
      name: `${labelledName(docent)} (${problem || docent.language})`,
    })),
    room: rooms.map((each) => ({ id: `${each.id}`, name: `${labelledName(each)} (${each.size}명)` })),
    date: days,
  }
  return (
    <>
      <div className="stack rearrange__choices" data-gap="8">
        <h3 aria-hidden="true">무엇이 바뀌나요?</h3>
        <ChoiceBar
          label="무엇이 바뀌나요?"
          choices={CHANGES}
          chosen={change}
          onChoose={(chosen) => onChange(withChange(wanted, chosen))}
        />
      </div>
      <div className="rearrange__fields">
        <SelectField {...field('date')} label="날짜">
          <Options of={days} text={nameOf} />
        </SelectField>
        <SelectField {...field('place')} label={PLACE[change]}>
          <option value="">{change === 'docent' || change === 'room' ? '선택해주세요' : '전체'}</option>
          {change !== 'room' && (
            <Options of={docents.map((each) => optionOf('docent', each))} text={nameOf} />
          )}
          {change !== 'docent' && <Options of={rooms.map((each) => optionOf('room', each))} text={nameOf} />}
        </SelectField>
        <Field {...field('from')} label="시작" type="time" required={false} />
        {change === 'shift' ? (
          <Field {...field('minutes')} label="직접 입력 (분)" type="number" step={1} required={false} />
        ) : (
          <Field {...field('to')} label="종료 (비우면 끝까지)" type="time" required={false} />
        )}
        {change !== 'shift' && change !== 'cancel' && (
          <SelectField {...field('target')} ref={target} label={TARGET[change]}>
            <option value="">선택해주세요</option>
            <Options
              of={targets[change].filter(
                ({ id }) => ![date, place].includes(change === 'date' ? id : `${change} ${id}`),
              )}
              text={nameOf}
            />
            <option value={CANCEL}>옮기지 않고 예약 취소</option>
          </SelectField>
        )}
        {change !== 'shift' && (
          <Checkbox checked={wanted.lock} onChange={() => set({ lock: !wanted.lock })}>
            비는 시간 잠그기
          </Checkbox>
        )}
      </div>
      {change === 'shift' && (
        <div className="rearrange__choices">
          <ChoiceBar
            label="늦추거나 당길 시간"
            choices={MINUTES}
            chosen={wanted.minutes}
            onChoose={(minutes) => set({ minutes })}
          />
        </div>
      )}
    </>
  )
}

const nameOf = ({ name }: { name: string }) => name

const optionOf = (kind: 'docent' | 'room', place: Docent | Room) => ({
  id: `${kind} ${place.id}`,
  name: labelledName(place),
})
