import { type EventDate } from '../../../contract/event-date.ts'
import { listEventDatesAsAdmin } from '../../../contract/admin/event-dates.ts'
import type { Docent } from '../../../contract/docent.ts'
import type { Room } from '../../../contract/room.ts'
import { Loading, LoadState } from '../components/load-state.tsx'
import { useReads } from '../components/use-reads.ts'
import { POLL_MS, useRead } from '../../api/reads/use-read.ts'
import { Button } from '../../ui/button.tsx'
import { Skeletons } from '../../ui/skeleton.tsx'
import { useSlotFilter } from './address.ts'
import { AddSlotForm } from './add-slot-form.tsx'
import { AddSlotsForm } from './add-slots-form.tsx'
import { CopyDayButton } from './copy-day-button.tsx'
import { Panel } from './panel.tsx'
import { SlotBoard } from './slot-board.tsx'
import { SlotFilterFields } from './slot-filter-fields.tsx'
import { queryOf, ROOMS, TOURS, type SlotKind } from './slot-kind.ts'
import { SlotsMissing } from './slots-missing.tsx'
import { useAskForPlan } from './use-asked-plan.ts'

export const TourAvailability = () => <AvailabilityPanel key="tour" kind={TOURS} />

export const RoomAvailability = () => <AvailabilityPanel key="room" kind={ROOMS} />

function AvailabilityPanel({ kind }: { kind: SlotKind }) {
  const [filter, narrow] = useSlotFilter()
  const poll = POLL_MS
  const places = useReads(
    { places: useRead<SlotKind['places']>(kind.places, {}, { poll }) },
    '리소스 목록을 불러오는데 실패했습니다.',
  )
  const dates = useReads(
    { dates: useRead(listEventDatesAsAdmin, {}, { poll }) },
    '날짜 목록을 불러오는데 실패했습니다.',
  )
  const slots = useReads(
    { slots: useRead<SlotKind['slots']>(kind.slots, { query: queryOf(kind, filter) }, { poll }) },
    '가용 시간을 불러오는데 실패했습니다.',
  )
  return (
    <Panel title={kind.title} staleSince={places.staleSince ?? dates.staleSince ?? slots.staleSince}>
      <LoadState reads={places}>
        {({ places }) => (
          <LoadState reads={dates}>
            {({ dates }) => (
              <>
                <AddForms kind={kind} places={places} dates={dates} />
                <SlotFilterFields {...{ kind, places, dates, filter }} onChange={narrow} />
              </>
            )}
          </LoadState>
        )}
      </LoadState>
      <LoadState reads={slots} skeleton={<SlotsSkeleton />}>
        {({ slots }) => (
          <SlotBoard
            // Another filter is another list: nothing chosen stays chosen out of sight.
            key={`${filter.place} ${filter.date}`}
            {...{ kind, slots, filter }}
            onFilter={narrow}
          />
        )}
      </LoadState>
    </Panel>
  )
}

const SlotsSkeleton = () => (
  <Loading gap={8}>
    <div className="slot-board__groups">
      <Skeletons count={3} shape="card" />
    </div>
  </Loading>
)

type Props = { kind: SlotKind; places: readonly (Docent | Room)[]; dates: readonly EventDate[] }

function AddForms({ kind, places, dates }: Props) {
  const askForPlan = useAskForPlan()
  if (places.length === 0 || dates.length === 0)
    return <SlotsMissing kind={kind} hasPlaces={places.length > 0} hasDates={dates.length > 0} />
  return (
    <div className="schedule__folds">
      <div className="row" data-wrap>
        <Button kind="primary" onClick={() => askForPlan(kind)}>
          시간 한꺼번에 만들기
        </Button>
        <CopyDayButton kind={kind.type} />
      </div>
      <AddSlotsForm kind={kind} places={places} dates={dates} />
      {kind.type === 'tour' && <AddSlotForm docents={places} dates={dates} />}
    </div>
  )
}
