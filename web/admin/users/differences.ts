import type { Member } from '../../../contract/my-account.ts'
import { tierOf, type TierFlags } from '../../../domain/tier.ts'

export type Difference = { name: string; before: string; after: string }

const FIELDS = [
  ['이름', 'name'],
  ['이메일', 'email'],
  ['전화번호', 'phone'],
  ['회사명', 'company_name'],
  ['직책', 'position'],
] as const

/** A tier in words. */
function tierText(flags: TierFlags): string {
  const tier = tierOf(flags)
  return tier === 'normal' ? '일반' : tier
}

/** In what a member differs from what it was, in the words of the form. */
export const differences = (before: Member, after: Member): Difference[] =>
  [
    ...FIELDS.map(([name, field]) => ({ name, before: before[field], after: after[field] })),
    { name: '등급', before: tierText(before), after: tierText(after) },
  ].filter((each) => each.before !== each.after)
