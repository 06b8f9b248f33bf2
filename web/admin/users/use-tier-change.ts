import { useState } from 'react'
import { changeTiers, findTierImpact, listMembers, type GivenTier } from '../../../contract/admin/members.ts'
import type { Member } from '../../../contract/member.ts'
import { ApiError, call } from '../../api/client.ts'
import { refresh, useRead } from '../../api/reads/use-read.ts'
import { adminToast } from '../../ui/toast.ts'
import type { MemberQuery } from './member-query.ts'
import { withReason } from '../components/with-toast.ts'

const FAILED = '등급 변경에 실패했습니다.'

export function useTierChange(
  members: readonly Member[],
  { search, user_filter }: MemberQuery,
  onDone: () => void,
) {
  const [tier, setTier] = useState<GivenTier | ''>('')
  const [pending, setPending] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const ids = members.map(({ id }) => id)
  const which = ids.length > 0 ? { ids: ids.join(',') } : { search, user_filter }
  const read = useRead(
    findTierImpact,
    { query: { ...which, tier: tier || 'normal' } },
    { enabled: tier !== '' },
  )
  const impact = tier === '' || read.isFetching ? undefined : read.data

  const change = async () => {
    if (tier === '' || !impact) return
    setPending(true)
    setError(null)
    try {
      const whose = ids.length > 0 ? { user_ids: ids } : { found: { search, user_filter } }
      const body = { ...whose, tier, expected_changes: impact.changes }
      const { message } = await call(changeTiers, { body })
      adminToast.success(message)
      void refresh(listMembers)
      return onDone()
    } catch (failure) {
      setError(withReason(failure, FAILED))
      // Members have changed since: count again.
      if (failure instanceof ApiError) void refresh(listMembers, findTierImpact)
    }
    setPending(false)
  }
  const choose = (chosen: GivenTier | '') => {
    setError(null)
    setTier(chosen)
  }
  return { tier, choose, read, impact, pending, error, change: () => void change() }
}
