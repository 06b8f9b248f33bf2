import type { CallInput, ResponseOf } from '../../../contract/endpoint.ts'
import { listMembers, type UserFilter } from '../../../contract/admin/members.ts'
import type { Member } from '../../../contract/member.ts'
import { useRead } from '../../api/reads/use-read.ts'

export const MEMBERS_PER_PAGE = 10

export const TIER_FILTERS: readonly { id: UserFilter; label: string }[] = [
  { id: 'all', label: '전체' },
  { id: 'vvip', label: 'VVIP' },
  { id: 'vip', label: 'VIP' },
  { id: 'normal', label: '일반' },
]

type MemberPage = ResponseOf<typeof listMembers>

export function useMembers(
  query: CallInput<typeof listMembers>['query'],
  options?: Parameters<typeof useRead>[2],
) {
  const read = useRead(listMembers, { query }, options)
  return { ...read, data: read.data && pageOf(read.data, Number(query.page ?? 1)) }
}

/** A server may answer all members as one list, without pages. */
export function pageOf(answer: MemberPage | readonly Member[], page: number): MemberPage {
  if (!('length' in answer)) return answer
  const end = page * MEMBERS_PER_PAGE
  return { count: answer.length, results: answer.slice(end - MEMBERS_PER_PAGE, end) }
}
