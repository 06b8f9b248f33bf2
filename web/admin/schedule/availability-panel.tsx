import { type EventDate } from '../../../contract/event-date.ts'
import { listEventDatesAsAdmin } from '../../../contract/admin/event-dates.ts'
import { listSlotTimes } from '../../../contract/admin/slots.ts'
import type { Docent } from '../../../contract/docent.ts'
import type { Room } from '../../../contract/room.ts'
import { dateToShow } from '../../../domain/event-date.ts'
import { madridDate } from '../../../domain/madrid-time.ts'
import { now } from '../../browser/clock.ts'
import { Loading, LoadState } from '../components/load-state.tsx'
import { useReads } from '../components/use-reads.ts'
import { POLL_MS, useRead } from '../../api/reads/use-read.ts'
import { Button } from '../../ui/button.tsx'
import { Skeletons } from '../../ui/skeleton.tsx'
import { useDayInView, useSlotFilter, type SlotFilter } from './address.ts'
import { AddSlotForm } from './add-slot-form.tsx'
import { AddSlotsForm } from './add-slots-form.tsx'
import { CopyDayButton } from './copy-day-button.tsx'
import { DayInView } from './day-in-view.tsx'
import { Panel } from './panel.tsx'
import { SlotBoard } from './slot-board.tsx'
import { countDays } from './slot-days.ts'
import { SlotFilterFields } from './slot-filter-fields.tsx'
import { queryOf, ROOMS, TOURS, type SlotKind } from './slot-kind.ts'
import { SlotsMissing } from './slots-missing.tsx'
import { useAskForPlan } from './use-asked-plan.ts'

const FAILED = '가용 시간을 불러오는데 실패했습니다.'

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
  const days = useDays(kind, filter, dates.data?.dates)
  const slots = useReads(
    {
      slots: useRead<SlotKind['slots']>(
        kind.slots,
        { query: queryOf(kind, { ...filter, date: days.shown }) },
        { poll, enabled: days.shown !== null },
      ),
    },
    FAILED,
  )
  const board = { kind, filter, onFilter: narrow }
  return (
    <Panel
      title={kind.title}
      staleSince={places.staleSince ?? dates.staleSince ?? days.reads.staleSince ?? slots.staleSince}
    >
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
      {days.all.length > 1 && days.shown !== null && (
        <DayInView days={days.all} shown={days.shown} onSee={days.see} />
      )}
      {days.shown === null ? (
        <LoadState reads={days.reads} skeleton={<SlotsSkeleton />}>
          {() => <SlotBoard {...board} slots={[]} total={0} />}
        </LoadState>
      ) : (
        <LoadState reads={slots} skeleton={<SlotsSkeleton />}>
          {({ slots }) => (
            <SlotBoard
              // Another filter or day is another list: nothing chosen stays chosen out of sight.
              key={`${filter.place} ${filter.date} ${days.shown}`}
              {...board}
              slots={slots}
              total={filter.date === null ? days.total : slots.length}
            />
          )}
        </LoadState>
      )}
    </Panel>
  )
}

/** The days whose slots the filter lets through, and which of them is in view: never more than one. */
function useDays(kind: SlotKind, { place, date }: SlotFilter, dates: readonly EventDate[] | undefined) {
  const times = useRead(
    listSlotTimes,
    { query: { kind: kind.type } },
    { poll: POLL_MS, enabled: date === null },
  )
  const [wanted, see] = useDayInView()
  const all = date === null && times.data && dates ? countDays(times.data, dates, place) : []
  const first = dateToShow(
    all.map((day) => day.date),
    madridDate(now()),
    wanted,
  )
  return {
    all,
    shown: date ?? first ?? null,
    total: all.reduce((sum, { count }) => sum + count, 0),
    see,
    reads: useReads({ times }, FAILED),
  }
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
