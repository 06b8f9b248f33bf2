import { useState } from 'react'
import { findTierImpact, type TierImpact } from '../../../contract/admin/members.ts'
import type { Member } from '../../../contract/member.ts'
import { hasTierFor, type TierFlags } from '../../../domain/tier.ts'
import { call } from '../../api/client.ts'
import { lazy } from '../../shell/lazy.tsx'

const Warning = lazy(() => import('./tier-warning.tsx'))

type Asked = { impact: TierImpact; answer: (goesOn: boolean) => void }

const wordOf = ({ is_vip, is_vvip }: TierFlags) => (is_vvip ? 'vvip' : is_vip ? 'vip' : 'normal')

/** Asks before a tier drops below a live reservation. Render `question` beside the form. */
export function useTierWarning({ id, ...stored }: Member) {
  const [asked, setAsked] = useState<Asked | null>(null)

  /** False if the administrator declines. */
  const maySave = async (wanted: TierFlags): Promise<boolean> => {
    if (hasTierFor(wanted, stored)) return true
    const query = { ids: String(id), tier: wordOf(wanted) } as const
    const impact = await call(findTierImpact, { query })
    if (impact.above === 0) return true
    return new Promise((resolve) => {
      const answer = (goesOn: boolean) => {
        setAsked(null)
        resolve(goesOn)
      }
      setAsked({ impact, answer })
    })
  }
  const question = asked && <Warning impact={asked.impact} onAnswer={asked.answer} />
  return { maySave, question }
}
