import { useSearchParams } from 'wouter'
import { isDate } from '../../../domain/madrid-time.ts'
import { useQueryParams } from '../components/use-query-params.ts'
import { ROOMS, TOURS, type SlotFilter, type SlotKind } from './slot-kind.ts'

export const TABS = [
  { id: 'dates', label: '날짜 관리' },
  { id: 'docents', label: '도슨트 관리' },
  { id: 'rooms', label: '미팅룸 관리' },
  { id: 'tour-slots', label: '투어 가용 시간' },
  { id: 'room-slots', label: '미팅룸 가용 시간' },
] as const

export type TabId = (typeof TABS)[number]['id']

// In the address, so that both survive a reload and can be shared.

export function useTab(): [TabId, (id: TabId) => void] {
  const [search, setSearch] = useSearchParams()
  const tab = TABS.find(({ id }) => id === search.get('tab'))?.id ?? 'dates'
  return [tab, (id) => id !== tab && setSearch({ tab: id }, { replace: true })]
}

export function useSlotFilter(): [SlotFilter, (filter: SlotFilter) => void] {
  const { values, change } = useQueryParams()
  const narrow = ({ place, date }: SlotFilter) =>
    change({ place: place ?? '', date: date ?? '' }, { replace: true })
  return [{ place: readPlace(values.get('place')), date: readDate(values.get('date')) }, narrow]
}

const readPlace = (text: string | null) => (text && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null)

const readDate = (text: string | null) => (text && isDate(text) ? text : null)

/** The dialog is open while the URL has `plan=tour` or `plan=room`. */
export function usePlan() {
  const { values, change } = useQueryParams()
  const plan = (type: string) => change({ plan: type }, { replace: true })
  return {
    kind: [TOURS, ROOMS].find(({ type }) => type === values.get('plan')),
    open: ({ type }: SlotKind) => plan(type),
    close: () => plan(''),
  }
}
