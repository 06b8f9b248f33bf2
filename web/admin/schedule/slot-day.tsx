import { useEffect, useMemo, useRef, useState, type RefObject } from 'react'
import { koreanDate } from '../../../domain/madrid-time.ts'
import { usePolled } from '../../api/reads/use-read.ts'
import { Skeletons } from '../../ui/page.tsx'
import { Loading, LoadState, useReads } from '../components/load-state.tsx'
import type { Selection } from '../components/use-selection.ts'
import { SlotGroupCard } from './slot-group-card.tsx'
import { groupSlots, type Slot } from './slot-groups.ts'
import { queryOf, type SlotKind } from './slot-kind.ts'
import { figures } from '../../ui/figures.ts'

export const SLOTS_FAILED = '가용 시간을 불러오는데 실패했습니다.'

type Props = {
  kind: SlotKind
  /** null: all. */
  place: number | null
  date: string
  selection: Pick<Selection<number>, 'has' | 'mark'>
  /** By slot id. */
  waiting: ReadonlyMap<number, number>
  onLoad: (date: string, slots: readonly Slot[]) => void
}

/** Loads only near the viewport: an event may have many dates. */
export function SlotDay({ kind, place, date, selection, waiting, onLoad }: Props) {
  const holder = useRef<HTMLElement>(null)
  const query = queryOf(kind, { place, date })
  const slots = usePolled<SlotKind['slots']>(kind.slots, { query }, { enabled: useIsNear(holder) })
  const reads = useReads({ slots }, SLOTS_FAILED)
  const { data } = slots
  const groups = useMemo(() => groupSlots(data ?? []).flatMap((day) => day.groups), [data])
  useEffect(() => {
    if (data) onLoad(date, data)
  }, [data, date, onLoad])
  return (
    <section className="slot-board__day stack" data-gap="8" data-loaded={data !== undefined} ref={holder}>
      {data?.length !== 0 && <h3 {...figures('slot-board__date')}>{koreanDate(date)}</h3>}
      <LoadState reads={reads} skeleton={<SlotsSkeleton />}>
        {() => (
          <div className="slot-board__groups">
            {groups.map((group) => (
              <SlotGroupCard
                key={group.key}
                group={group}
                chosen={group.slots.map(({ id }) => id).filter((id) => selection.has(id))}
                onMark={selection.mark}
                waiting={waiting}
              />
            ))}
          </div>
        )}
      </LoadState>
    </section>
  )
}

export const SlotsSkeleton = () => (
  <Loading gap={8}>
    <div className="slot-board__groups">
      <Skeletons count={3} shape="card" />
    </div>
  </Loading>
)

/** In view or less than a screen away. */
function useIsNear(holder: RefObject<HTMLElement | null>): boolean {
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    const watch = new IntersectionObserver(([entry]) => setNear(entry!.isIntersecting), {
      rootMargin: '100% 0px',
    })
    watch.observe(holder.current!)
    return () => watch.disconnect()
  }, [holder])
  return isNear
}
