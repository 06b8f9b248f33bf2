import { Link } from 'wouter'
import { hasTierFor, tierOf, type TierFlags } from '../../../domain/tier.ts'
import { TierBadge, tierPrefix } from '../../components/tier.tsx'
import { SelectField } from '../../ui/field.tsx'
import { stepsAddress, type Kind, type Place } from './choice.ts'

type Props = {
  kind: Kind
  date: string
  places: readonly Place[]
  place: Place | undefined
  member: TierFlags
  onSelect: (id: number) => void
}

/** Which docent or room, what to know of it, and for whom it is. */
export const PlacePicker = ({ kind, date, places, place, member, onSelect }: Props) => (
  <section className="place-picker stack" data-gap="12">
    <SelectField
      label={kind === 'tour' ? '도슨트' : '미팅룸'}
      name="place"
      value={place?.id ?? 0}
      onChange={(event) => onSelect(Number(event.currentTarget.value))}
    >
      <option value={0}>{kind === 'tour' ? '도슨트 선택' : '미팅룸 선택'}</option>
      {places.map((each) => (
        <option key={each.id} value={each.id}>
          {tierPrefix(each)}
          {each.name} · {each.facts[0]}
        </option>
      ))}
    </SelectField>
    <div className="place-picker__foot">
      {place && <p className="place-picker__fact">{place.facts[1]}</p>}
      <Link className="place-picker__steps" to={stepsAddress(kind, date)}>
        단계별로 예약하기
      </Link>
    </div>
    {place && <TierBanner place={place} kind={kind} isAllowed={hasTierFor(member, place)} />}
  </section>
)

function TierBanner({ place, kind, isAllowed }: { place: Place; kind: Kind; isAllowed: boolean }) {
  const tier = tierOf(place)
  if (tier === 'normal') return null
  return (
    <p className="place-picker__tier" data-tier={tier}>
      <TierBadge of={place} />
      <span>
        {tier} 회원 전용 {kind === 'tour' ? '도슨트' : '미팅룸'}입니다.
        {!isAllowed && ' 회원님의 등급으로는 예약하실 수 없습니다.'}
      </span>
    </p>
  )
}
