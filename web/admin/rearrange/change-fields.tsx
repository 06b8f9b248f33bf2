import type { RefObject } from 'react'
import type { Docent, Room } from '../../../contract/place.ts'
import { madridDate, shortKoreanDate, type Instant } from '../../../domain/madrid-time.ts'
import { labelledName } from '../../components/tier.tsx'
import { Checkbox } from '../../ui/choice/checkbox.tsx'
import { ChoiceBar } from '../../ui/choice/choice-bar.tsx'
import { Field, SelectField } from '../../ui/controls.tsx'
import { CANCEL, CHANGES, startOf, withChange, type Wanted } from './wanted.ts'

export type Choices = {
  dates: readonly string[]
  docents: readonly Docent[]
  rooms: readonly Room[]
  at: Instant
}

type Props = {
  wanted: Wanted
  choices: Choices
  /** The select of the target. */
  target: RefObject<HTMLSelectElement | null>
  onChange: (wanted: Wanted) => void
}

// No field has a name: choices are not worth the discard question.
export function ChangeFields({ wanted, choices, target, onChange }: Props) {
  const { change } = wanted
  const set = (part: Partial<Wanted>) => onChange({ ...wanted, ...part })
  return (
    <>
      <div className="stack rearrange__kinds" data-gap="8">
        <h3 aria-hidden="true">무엇이 바뀌나요?</h3>
        <ChoiceBar
          label="무엇이 바뀌나요?"
          choices={CHANGES}
          chosen={change}
          onChoose={(chosen) => onChange(withChange(wanted, chosen))}
        />
      </div>
      <Scope {...{ wanted, choices, set }} />
      {change === 'shift' && <Minutes minutes={wanted.minutes} onMinutes={(minutes) => set({ minutes })} />}
      {change !== 'shift' && (
        <div className="row rearrange__target" data-wrap>
          <Target {...{ wanted, choices, target, set }} />
          <Checkbox checked={wanted.lock} onChange={() => set({ lock: !wanted.lock })}>
            비는 시간 잠그기
          </Checkbox>
        </div>
      )}
    </>
  )
}

type PartProps = Pick<Props, 'wanted' | 'choices'> & { set: (part: Partial<Wanted>) => void }

function Scope({ wanted: { change, date, place, from, to }, choices, set }: PartProps) {
  const needsPlace = change === 'docent' || change === 'room'
  return (
    <div className="rearrange__fields">
      <SelectField
        label="날짜"
        name=""
        className="field__control numerals"
        value={date}
        onChange={({ target }) =>
          set({ date: target.value, from: startOf(target.value, choices.at), target: '' })
        }
      >
        {choices.dates.map((day) => (
          <option key={day} value={day} translate="no">
            {dateText(day, choices.at)}
          </option>
        ))}
      </SelectField>
      <SelectField
        label={change === 'docent' ? '도슨트' : change === 'room' ? '미팅룸' : '대상'}
        name=""
        value={place}
        onChange={({ target }) => set({ place: target.value, ...(needsPlace && { target: '' }) })}
      >
        <option value="">{needsPlace ? '선택해주세요' : '전체'}</option>
        {change !== 'room' && <Places kind="docent" places={choices.docents} />}
        {change !== 'docent' && <Places kind="room" places={choices.rooms} />}
      </SelectField>
      <Field
        label="시작"
        name=""
        type="time"
        required={false}
        value={from}
        onChange={({ target }) => set({ from: target.value })}
      />
      {change !== 'shift' && (
        <Field
          label="종료 (비우면 끝까지)"
          name=""
          type="time"
          required={false}
          value={to}
          onChange={({ target }) => set({ to: target.value })}
        />
      )}
    </div>
  )
}

const dateText = (date: string, now: Instant) =>
  shortKoreanDate(date) + (date === madridDate(now) ? ' · 오늘' : '')

const Places = ({ kind, places }: { kind: 'docent' | 'room'; places: readonly (Docent | Room)[] }) =>
  places.map((place) => (
    <option key={`${kind} ${place.id}`} value={`${kind} ${place.id}`} translate="no">
      {labelledName(place)}
    </option>
  ))

const TARGET_LABEL = { docent: '대신할 도슨트', room: '옮길 미팅룸', date: '옮길 날짜' }

type TargetProps = PartProps & Pick<Props, 'target'>

function Target({ wanted: { change, date, place, target: chosen }, choices, target, set }: TargetProps) {
  if (change === 'shift' || change === 'cancel') return null
  const others = {
    docent: choices.docents.map((each) => ({
      id: `${each.id}`,
      name: `${labelledName(each)} (${each.language})`,
    })),
    room: choices.rooms.map((each) => ({ id: `${each.id}`, name: `${labelledName(each)} (${each.size}명)` })),
    date: choices.dates.map((day) => ({ id: day, name: dateText(day, choices.at) })),
  }[change].filter(({ id }) => (change === 'date' ? id !== date : `${change} ${id}` !== place))
  return (
    <SelectField
      label={TARGET_LABEL[change]}
      name=""
      ref={target}
      value={chosen}
      onChange={({ currentTarget }) => set({ target: currentTarget.value })}
    >
      <option value="">선택해주세요</option>
      {others.map(({ id, name }) => (
        <option key={id} value={id} translate="no">
          {name}
        </option>
      ))}
      <option value={CANCEL}>옮기지 않고 예약 취소</option>
    </SelectField>
  )
}

const MINUTES = [
  { id: '10', label: '+10분' },
  { id: '20', label: '+20분' },
  { id: '30', label: '+30분' },
  { id: '60', label: '+60분' },
  { id: '-10', label: '−10분' },
]

const Minutes = ({ minutes, onMinutes }: { minutes: string; onMinutes: (minutes: string) => void }) => (
  <div className="row rearrange__minutes" data-wrap>
    <ChoiceBar label="늦추거나 당길 시간" choices={MINUTES} chosen={minutes} onChoose={onMinutes} />
    <Field
      label="직접 입력 (분)"
      name=""
      type="number"
      step={1}
      value={minutes}
      onChange={({ target }) => onMinutes(target.value)}
    />
  </div>
)
