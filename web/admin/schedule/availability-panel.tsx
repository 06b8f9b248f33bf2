import { type EventDate } from '../../../contract/event-date.ts'
import { listEventDatesAsAdmin } from '../../../contract/admin/event-dates.ts'
import { listSlotTimes } from '../../../contract/admin/slots.ts'
import type { Docent, Room } from '../../../contract/place.ts'
import { LoadState, useReads } from '../components/load-state.tsx'
import { usePolled } from '../../api/reads/use-read.ts'
import { Button } from '../../ui/controls.tsx'
import { usePlan, useSlotFilter } from './address.ts'
import { AddSlotForm, AddSlotsForm } from './add-slots-form.tsx'
import { CopyDayButton } from './copy-day-button.tsx'
import { Panel } from './panel.tsx'
import { SlotBoard } from './slot-board.tsx'
import { SLOTS_FAILED, SlotsSkeleton } from './slot-day.tsx'
import { countDays } from './slot-days.ts'
import { SlotFilterFields } from './slot-filter-fields.tsx'
import type { SlotKind } from './slot-kind.ts'
import { SlotsMissing } from './slots-missing.tsx'

export default function AvailabilityPanel({ kind }: { kind: SlotKind }) {
  const [filter, narrow] = useSlotFilter()
  const places = useReads(
    { places: usePolled<SlotKind['places']>(kind.places, {}) },
    '리소스 목록을 불러오는데 실패했습니다.',
  )
  const dates = useReads(
    { dates: usePolled(listEventDatesAsAdmin, {}) },
    '날짜 목록을 불러오는데 실패했습니다.',
  )
  const { place, date } = filter
  const times = usePolled(listSlotTimes, { query: { kind: kind.type } }, { enabled: date === null })
  const counted = useReads({ times }, SLOTS_FAILED)
  const days =
    date === null
      ? times.data && dates.data && countDays(times.data, dates.data.dates, place)
      : [{ date, count: null }]
  const isEmpty = places.data?.places.length === 0 || dates.data?.dates.length === 0
  return (
    <Panel title={kind.title} staleSince={places.staleSince ?? dates.staleSince ?? counted.staleSince}>
      <LoadState reads={places}>
        {({ places }) => (
          <LoadState reads={dates}>
            {({ dates }) => (
              <div className="row schedule__bar" data-wrap>
                <SlotFilterFields {...{ kind, places, dates, filter }} onChange={narrow} />
                <AddForms kind={kind} places={places} dates={dates} />
              </div>
            )}
          </LoadState>
        )}
      </LoadState>
      {/* A new filter remounts the list, so that nothing hidden stays chosen. */}
      {isEmpty ? null : days ? (
        <SlotBoard key={`${place} ${date}`} kind={kind} days={days} filter={filter} onFilter={narrow} />
      ) : (
        <LoadState reads={counted} skeleton={<SlotsSkeleton />}>
          {() => null}
        </LoadState>
      )}
    </Panel>
  )
}

type Props = { kind: SlotKind; places: readonly (Docent | Room)[]; dates: readonly EventDate[] }

function AddForms({ kind, places, dates }: Props) {
  const plan = usePlan()
  if (places.length === 0 || dates.length === 0)
    return <SlotsMissing kind={kind} hasPlaces={places.length > 0} hasDates={dates.length > 0} />
  return (
    <>
      <Button kind="primary" onClick={() => plan.open(kind)}>
        시간 한꺼번에 만들기
      </Button>
      <CopyDayButton kind={kind.type} />
      <AddSlotsForm kind={kind} places={places} dates={dates} />
      {kind.type === 'tour' && <AddSlotForm places={places} dates={dates} />}
    </>
  )
}
