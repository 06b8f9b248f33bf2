import { useMemo } from 'react'
import { listMyWaitlist, type WaitlistEntry } from '../../../../contract/waitlist.ts'
import { useChangesOf, usePolled } from '../../../api/reads/use-read.ts'

const NONE: readonly WaitlistEntry[] = []

export function useWaitlist() {
  const read = usePolled(listMyWaitlist, {})
  useChangesOf('waits', read)
  const { max_entries = 0, entries = NONE } = read.data ?? {}
  const { isSettled: isKnown } = read
  return useMemo(() => {
    const waiting = entries.filter(({ state }) => state === 'waiting')
    // Later entries of the map win: those of the best position.
    const longest = [...waiting].sort((a, b) => (b.place ?? 0) - (a.place ?? 0))
    return {
      waiting,
      /** Also true if it could not be loaded. */
      isKnown,
      max: max_entries,
      isOpen: max_entries > 0,
      isFull: waiting.length >= max_entries,
      places: new Map(longest.flatMap(({ slot_ids, place }) => slot_ids.map((id) => [id, place ?? 1]))),
    }
  }, [max_entries, entries, isKnown])
}

export const BY_TIER = 'VVIP, VIP 순서로 배정됩니다.'

export const fullText = (max: number): string =>
  `자리 대기는 한 번에 ${max}건까지 가능합니다. 예약내역에서 다른 자리 대기를 취소하신 뒤 신청해주세요.`
