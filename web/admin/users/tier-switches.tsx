import { useId, useState } from 'react'
import { turnVip, turnVvip, type TierFlags } from '../../../domain/tier.ts'
import { Checkbox } from '../../ui/choice/checkbox.tsx'

/** A VVIP is VIP too, so VIP can't be removed first. */
export function TierSwitches({ flags: given }: { flags: TierFlags }) {
  const [flags, setFlags] = useState<TierFlags>({ is_vip: given.is_vip, is_vvip: given.is_vvip })
  const hintId = useId()
  return (
    <fieldset aria-describedby={hintId}>
      <legend className="field__label">등급</legend>
      <div className="users__tiers">
        <Checkbox
          name="is_vip"
          checked={flags.is_vip}
          disabled={flags.is_vvip}
          onChange={(event) => setFlags(turnVip(flags, event.target.checked))}
        >
          VIP
        </Checkbox>
        <Checkbox
          name="is_vvip"
          checked={flags.is_vvip}
          onChange={(event) => setFlags(turnVvip(flags, event.target.checked))}
        >
          VVIP
        </Checkbox>
      </div>
      <p className="field__hint" id={hintId}>
        VVIP 회원은 VIP 예약도 할 수 있습니다.
      </p>
    </fieldset>
  )
}
