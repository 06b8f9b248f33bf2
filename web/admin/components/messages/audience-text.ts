import type { AudienceInput } from '../../../../contract/admin/messages.ts'
import { TIER_FILTERS } from '../use-members.ts'

export type MessageTo = {
  audience: AudienceInput
  /** Names the filter of reservations. */
  about?: string | undefined
}

/** Such as `VIP 회원 132명에게`. */
export function audienceText(
  { audience: { members, reservations }, about }: MessageTo,
  count: number,
): string {
  const to = `회원 ${count.toLocaleString('ko')}명에게`
  const { search } = members ?? reservations ?? {}
  const found = search && `검색어 ‘${search}’`
  if (members) {
    const tier = TIER_FILTERS.find(({ id }) => id !== 'all' && id === members.user_filter)?.label
    return [found && `${found}로 조회된`, tier, to].filter(Boolean).join(' ')
  }
  const chosen = reservations?.reservation_ids
  return `${[about, found, chosen && `선택한 ${chosen.length}건`].filter(Boolean).join(' · ')} 예약의 ${to}`
}
