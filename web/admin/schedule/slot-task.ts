import type { DeletionTerms, Impact } from '../../../contract/admin/deletion.ts'
import { lockFilteredSlots } from '../../../contract/admin/slots.ts'
import { call } from '../../api/client.ts'
import { portionsOf, type SlotDay } from './slot-groups.ts'
import { queryOf, type SlotKind, type SlotFilter } from './slot-kind.ts'

export type SlotAction = 'lock' | 'unlock' | 'delete'

export type SlotTask = {
  action: SlotAction
  kind: SlotKind
  /** null: everything that matches the filter. */
  ids: readonly number[] | null
  count: number
  filter: SlotFilter
  days: readonly SlotDay[]
}

export const TASK_TEXTS: Readonly<
  Record<
    SlotAction,
    { name: string; none: string; failed: string; effect: string; waits?: string; unfiltered: string }
  >
> = {
  lock: {
    name: '잠금',
    none: '잠글 시간을 선택해주세요.',
    failed: '가용 시간 잠금에 실패했습니다.',
    effect: '새 예약만 받지 않으며, 이미 있는 예약은 그대로 유지됩니다.',
    unfiltered:
      '지금의 개별 잠금 상태로는 되돌릴 수 없으며, 이후 예약이 취소될 수 있고 취소된 시간은 다시 예약할 수 없습니다.',
  },
  unlock: {
    name: '잠금 해제',
    none: '잠금 해제할 시간을 선택해주세요.',
    failed: '가용 시간 잠금 해제에 실패했습니다.',
    effect: '잠금 해제된 시간은 바로 예약할 수 있게 됩니다.',
    waits: '예약이 없는 시간을 기다리던 회원이 있으면 그 회원의 예약으로 신청됩니다.',
    unfiltered:
      '지금의 개별 잠금 상태로는 되돌릴 수 없으며, 다시 닫으려면 그사이 들어온 예약이 취소될 수 있습니다.',
  },
  delete: {
    name: '삭제',
    none: '삭제할 시간을 선택해주세요.',
    failed: '가용 시간 삭제에 실패했습니다.',
    effect: '삭제된 시간은 되돌릴 수 없습니다.',
    waits: '이 시간을 기다리던 자리 대기도 끝나며, 기다리던 회원에게 이메일로 안내됩니다.',
    unfiltered: '예약이 취소될 수 있으며 되돌릴 수 없습니다.',
  },
}

export const isUnfiltered = ({ ids, filter }: Pick<SlotTask, 'ids' | 'filter'>): boolean =>
  ids === null && filter.place === null && filter.date === null

// Fits a URL.
const MAX_IDS = 1_000

export async function readTaskImpact({ kind, ids, filter, days }: SlotTask): Promise<Impact> {
  if (ids === null) return call<SlotKind['impact']>(kind.impact, { query: queryOf(kind, filter) })
  const reservation_ids: number[] = []
  for (const portion of portionsOf(days, ids, MAX_IDS)) {
    const query = { ids: portion.join(',') }
    reservation_ids.push(...(await call<SlotKind['impact']>(kind.impact, { query })).reservation_ids)
  }
  return { reservation_ids }
}

export function perform(
  { action, kind, ids, filter }: SlotTask,
  terms: DeletionTerms,
): Promise<{ message: string }> {
  if (action === 'delete')
    return ids === null
      ? call<SlotKind['deleteFiltered']>(kind.deleteFiltered, {
          query: queryOf(kind, filter),
          body: terms,
        })
      : call<SlotKind['deleteChosen']>(kind.deleteChosen, { body: { time_slot_ids: [...ids], ...terms } })
  if (ids !== null) return call<SlotKind['lock']>(kind.lock, { body: { time_slot_ids: [...ids], action } })
  const { place, date } = filter
  return call(lockFilteredSlots, { body: { type: kind.type, resource_id: place, date, action } })
}
