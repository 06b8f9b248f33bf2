import { useId, type ReactNode } from 'react'
import { tierOf, type TierFlags } from '../../../../domain/tier.ts'
import { tierWord } from '../../../../domain/tier-word.ts'
import { Checkbox } from '../../../ui/choice/checkbox.tsx'

type Props = {
  /** Subject of the sentence: 선택한 회원은. */
  who: string
  member: TierFlags
  place: TierFlags
  error: ReactNode
}

export function OverruleField({ who, member, place, error }: Props) {
  const id = useId()
  return (
    <div className="caution stack" data-gap="8" role="group" aria-label="등급 제한">
      <p>{`${tierOf(place)} 전용입니다. ${who} ${tierWord(member)} 회원입니다.`}</p>
      <Checkbox
        name="overrule_tier"
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? id : undefined}
      >
        이번 예약에만 등급 제한을 적용하지 않습니다. 이력에 기록됩니다.
      </Checkbox>
      {error && (
        <p className="field__error" id={id}>
          {error}
        </p>
      )}
    </div>
  )
}
