import {
  changeTiers,
  findTierImpact,
  listMembers,
  type GivenTier,
  type TierImpact,
} from '../../../contract/admin/members.ts'
import type { Member } from '../../../contract/member.ts'
import { ChoiceBar } from '../../ui/choice/choice-bar.tsx'
import { NO_FIELDS, useForm } from '../../ui/form/form.tsx'
import { ReadError, Skeleton } from '../../ui/page.tsx'
import { AboveList } from './above-list.tsx'
import type { MemberQuery } from './member-query.ts'
import { useState } from 'react'
import { ApiError, call } from '../../api/client.ts'
import { refresh, useRead } from '../../api/reads/use-read.ts'
import { adminToast } from '../../ui/toast.ts'
import { FormDialog } from '../components/form-dialog.tsx'
import { withReason } from '../components/with-toast.ts'

const TIERS = {
  normal: { label: '일반', becomes: '일반으로' },
  vip: { label: 'VIP', becomes: 'VIP로' },
  vvip: { label: 'VVIP', becomes: 'VVIP로' },
} as const satisfies Record<GivenTier, { label: string; becomes: string }>

const CHOICES = (['normal', 'vip', 'vvip'] as const).map((id) => ({ id, label: TIERS[id].label }))

type Props = {
  /** The chosen ones; empty means all found. */
  members: readonly Member[]
  query: MemberQuery
  onClose: () => void
}

const counted = (count: number) => `${count.toLocaleString('ko')}명`

export default function TierDialog({ members, query, onClose }: Props) {
  const { tier, choose, read, impact, form } = useTierChange(members, query, onClose)
  return (
    <FormDialog
      title={members.length > 0 ? '선택한 회원의 등급 변경' : '조회된 회원의 등급 변경'}
      form={form}
      action={impact ? `회원 ${counted(impact.changes)} 등급 변경` : '등급 변경'}
      disabled={!impact || impact.changes === 0}
      onClose={onClose}
    >
      <p>{members.length > 0 ? <span translate="no">{namesOf(members)}</span> : foundText(query)}</p>
      <ChoiceBar<GivenTier | ''> label="새 등급" choices={CHOICES} chosen={tier} onChoose={choose} />
      <div role="status">
        {tier !== '' && !impact && read.isFetching && <Skeleton />}
        {tier !== '' && impact && <ImpactText impact={impact} tier={tier} />}
      </div>
      {read.isError && !read.isFetching && (
        <ReadError title="영향을 받는 예약을 확인하지 못했습니다." read={read} />
      )}
      {impact && impact.above > 0 && <AboveList impact={impact} />}
    </FormDialog>
  )
}

const namesOf = (members: readonly Member[]) => members.map(({ name }) => name).join(', ')

function foundText({ search, user_filter }: MemberQuery): string {
  const isFiltered = user_filter !== 'all'
  if (search) return `검색어 ‘${search}’${isFiltered ? '와 등급 필터' : ''}로 조회된 회원 모두가 대상입니다.`
  return isFiltered ? '등급 필터로 조회된 회원 모두가 대상입니다.' : '등록된 회원 모두가 대상입니다.'
}

function ImpactText({ impact: { members, changes }, tier }: { impact: TierImpact; tier: GivenTier }) {
  const { label, becomes } = TIERS[tier]
  if (changes === 0) return <p>{`이미 모두 ${label} 등급입니다. 바뀌는 회원이 없습니다.`}</p>
  return (
    <p>
      <span>{`회원 ${counted(members)} 중`}</span> <strong>{counted(changes)}</strong>
      <span>{`의 등급이 ${becomes} 바뀝니다.${members > changes ? ` ${counted(members - changes)}은 이미 ${label}입니다.` : ''}`}</span>
    </p>
  )
}

const FAILED = '등급 변경에 실패했습니다.'

function useTierChange(members: readonly Member[], { search, user_filter }: MemberQuery, onDone: () => void) {
  const [tier, setTier] = useState<GivenTier | ''>('')
  const [error, setError] = useState<string | null>(null)
  const ids = members.map(({ id }) => id)
  const which = ids.length > 0 ? { ids: ids.join(',') } : { search, user_filter }
  const read = useRead(
    findTierImpact,
    { query: { ...which, tier: tier || 'normal' } },
    { enabled: tier !== '' },
  )
  const impact = tier === '' || read.isFetching ? undefined : read.data

  const form = useForm({
    schema: NO_FIELDS,
    submit: async () => {
      if (tier === '' || !impact) return
      const whose = ids.length > 0 ? { user_ids: ids } : { found: { search, user_filter } }
      const body = { ...whose, tier, expected_changes: impact.changes }
      const { message } = await call(changeTiers, { body })
      adminToast.success(message)
      void refresh(listMembers)
      onDone()
    },
    failed: (failure) => {
      setError(withReason(failure, FAILED))
      // Members have changed since: count again.
      if (failure instanceof ApiError) void refresh(listMembers, findTierImpact)
    },
  })
  const choose = (chosen: GivenTier | '') => {
    setError(null)
    setTier(chosen)
  }
  return { tier, choose, read, impact, form: { ...form, error } }
}
