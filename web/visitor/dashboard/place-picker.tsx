import { Link } from 'wouter'
import { labelledName } from '../../components/tier.tsx'
import { SelectField } from '../../ui/field.tsx'
import type { Kind } from '../../paths.ts'
import type { Place } from '../components/places.ts'
import { stepsAddress } from './choice.ts'

type Props = {
  kind: Kind
  date: string
  places: readonly Place[]
  place: Place | undefined
  onSelect: (id: number) => void
}

export const PlacePicker = ({ kind, date, places, place, onSelect }: Props) => (
  <section className="place-picker stack" data-gap="12">
    <SelectField
      label={kind === 'tour' ? '도슨트' : '미팅룸'}
      name="place"
      value={place?.id ?? 0}
      onChange={(event) => onSelect(Number(event.currentTarget.value))}
    >
      <option value={0}>{kind === 'tour' ? '도슨트 선택' : '미팅룸 선택'}</option>
      {places.map((each) => (
        <option key={each.id} value={each.id} translate="no">
          {[labelledName(each), ...each.facts].slice(0, kind === 'tour' ? 2 : 3).join(' · ')}
        </option>
      ))}
    </SelectField>
    <div className="row place-picker__foot" data-wrap data-spread>
      {kind === 'tour' && place && <p className="muted small">{place.facts[1]}</p>}
      <Link className="muted small place-picker__steps" to={stepsAddress(kind, date)}>
        단계별로 예약하기
      </Link>
    </div>
  </section>
)
