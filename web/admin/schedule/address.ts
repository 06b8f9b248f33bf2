import { useSearchParams } from 'wouter'
import { isDate } from '../../../domain/date-text.ts'

export const TABS = [
  { id: 'dates', label: '날짜 관리' },
  { id: 'docents', label: '도슨트 관리' },
  { id: 'rooms', label: '미팅룸 관리' },
  { id: 'tour-slots', label: '투어 가용 시간' },
  { id: 'room-slots', label: '미팅룸 가용 시간' },
] as const

export type TabId = (typeof TABS)[number]['id']

/** null: all. */
export type SlotFilter = { place: number | null; date: string | null }

export const NO_FILTER: SlotFilter = { place: null, date: null }

// In the address, so that both survive a reload and can be shared.

export function useTab(): [TabId, (id: TabId) => void] {
  const [search, setSearch] = useSearchParams()
  const tab = TABS.find(({ id }) => id === search.get('tab'))?.id ?? 'dates'
  return [tab, (id) => id !== tab && setSearch({ tab: id }, { replace: true })]
}

export function useSlotFilter(): [SlotFilter, (filter: SlotFilter) => void] {
  const [search, setSearch] = useSearchParams()
  const narrow = ({ place, date }: SlotFilter) =>
    setSearch(
      (before) => ({
        tab: before.get('tab') ?? '',
        ...(place === null ? {} : { place: String(place) }),
        ...(date === null ? {} : { date }),
      }),
      { replace: true },
    )
  return [{ place: readPlace(search.get('place')), date: readDate(search.get('date')) }, narrow]
}

const readPlace = (text: string | null) => (text && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null)

const readDate = (text: string | null) => (text && isDate(text) ? text : null)
