import { useRef } from 'react'
import { turnVip, turnVvip, type TierFlags } from '../../../domain/tier.ts'
import { Checkbox } from '../../ui/choice/checkbox.tsx'

type Props = {
  flags: TierFlags
  /** Label after the tier: `전용` for docents and rooms. */
  suffix?: string
}

export function TierFields({ flags, suffix = '' }: Props) {
  const vip = useRef<HTMLInputElement>(null)
  const vvip = useRef<HTMLInputElement>(null)
  const turn = (rule: typeof turnVip, on: boolean) => {
    if (!vip.current || !vvip.current) return
    const turned = rule({ is_vip: vip.current.checked, is_vvip: vvip.current.checked }, on)
    vip.current.checked = turned.is_vip
    vvip.current.checked = turned.is_vvip
  }
  return (
    <fieldset className="row">
      <legend className="visually-hidden">등급</legend>
      <Checkbox
        name="is_vip"
        defaultChecked={flags.is_vip}
        box={vip}
        onChange={({ currentTarget }) => turn(turnVip, currentTarget.checked)}
      >
        {`VIP ${suffix}`}
      </Checkbox>
      <Checkbox
        name="is_vvip"
        defaultChecked={flags.is_vvip}
        box={vvip}
        onChange={({ currentTarget }) => turn(turnVvip, currentTarget.checked)}
      >
        {`VVIP ${suffix}`}
      </Checkbox>
    </fieldset>
  )
}
