import { useRef, useState, type ReactNode } from 'react'
import type { EventDate } from '../../../contract/event-date.ts'
import type { Instant } from '../../../domain/madrid-time.ts'
import { freeAt } from '../../../domain/slot.ts'
import { useChangesOf, POLL_MS } from '../../api/reads/use-read.ts'
import { useSchedule } from '../components/use-schedule.ts'
import { useMember } from '../components/use-member.ts'
import { PLACE_KEYS, type DashboardState, type Kind } from '../../paths.ts'
import { ReadError, RetryNote, StaleNote } from '../../ui/page.tsx'
import { Tabs } from '../../ui/panel/tabs.tsx'
import { placesOf, type Place } from '../components/places.ts'
import { firstPlace } from './choice.ts'
import { NO_TIMES } from '../components/kept-choice.ts'
import { OverviewSkeleton, PlaceSkeleton } from './dashboard-skeleton.tsx'
import { NoTimes } from './no-times.tsx'
import { SlotPicker } from './slot-picker.tsx'
import type { DayProps } from './use-day-choice.ts'
import { useViews, type Views } from './use-views.ts'
import { labelledName } from '../../components/tier.tsx'
import { SelectField } from '../../ui/controls.tsx'

type Props = {
  day: EventDate
  choice: DashboardState
  change: (part: DashboardState) => void
  now: Instant
  chips: ReactNode
  datesStaleSince: string | null
}

const TABS = [
  { id: 'tour', label: 'VIP 투어' },
  { id: 'room', label: '미팅룸' },
] as const

export function DaySchedule({ day, choice, change, now, chips, datesStaleSince }: Props) {
  const schedule = useSchedule(day.date, { poll: POLL_MS })
  useChangesOf(`schedule:${day.date}`, schedule)
  const kind = choice.kind ?? 'tour'
  const { isEmptyDay } = schedule
  const places = placesOf(schedule.data, kind)
  const isLed = useRef(false)
  const lead = (to: DashboardState) => {
    isLed.current = true
    change(to)
  }
  const takeLead = () => {
    const wasLed = isLed.current
    isLed.current = false
    return wasLed
  }
  const { isWide, view, views, choose } = useViews()
  const key = `${day.date} ${kind}`
  const beside = views && <views.Ways {...{ kind, isWide, view }} {...{ lead, choose }} date={day.date} />
  const shown = { day, choice, change, now, kind, places, lead, takeLead, beside }
  return (
    <div className="stack">
      {chips}
      <StaleNote since={(isEmptyDay ? null : schedule.staleSince) ?? datesStaleSince} />
      <Tabs
        label="예약 종류"
        tabs={TABS}
        selected={kind}
        onSelect={(next) => change({ kind: next, ...NO_TIMES })}
      >
        {views && <views.Above {...shown} view={view} />}
        {places.length > 0 ? (
          view === 'single' ? (
            <Places key={key} {...shown} views={views} />
          ) : !views ? (
            <OverviewSkeleton />
          ) : view === 'overview' ? (
            <views.Overview key={key} {...shown} />
          ) : (
            <views.ByTime key={key} {...shown} />
          )
        ) : schedule.data || isEmptyDay ? (
          views ? (
            <views.NoPlaces kind={kind} />
          ) : (
            <NoTimes isFailed={views === null} />
          )
        ) : schedule.isError ? (
          <ReadError title="예약 현황을 불러오는데 실패했습니다." read={schedule} />
        ) : (
          <>
            <RetryNote shown={schedule.isRetrying} />
            {view === 'single' ? <PlaceSkeleton /> : <OverviewSkeleton />}
          </>
        )}
      </Tabs>
    </div>
  )
}

function Places(props: DayProps & { views: Views | null | undefined }) {
  const { day, choice, change, now, kind, places } = props
  const member = useMember()
  const key = PLACE_KEYS[kind]
  // Fixed once, so that a poll does not change who is shown.
  const [preset] = useState(() => firstPlace(places, member, freeAt(day.date, now))?.id)
  const place = places.find(({ id }) => id === (choice[key] ?? preset))
  return (
    <div className="dashboard">
      <PlacePicker
        kind={kind}
        places={places}
        place={place}
        beside={props.beside}
        onSelect={(id) => change({ [key]: id, slot_ids: [] })}
      />
      <SlotPicker
        // Resets selection and message.
        key={place?.id}
        {...props}
        choice={{ ...choice, [key]: place?.id }}
        place={place}
      />
    </div>
  )
}

type PlacePickerProps = {
  kind: Kind
  places: readonly Place[]
  place: Place | undefined
  beside: ReactNode
  onSelect: (id: number) => void
}

const PlacePicker = ({ kind, places, place, beside, onSelect }: PlacePickerProps) => (
  <section className="place-picker stack" data-gap="8">
    <SelectField
      label={kind === 'tour' ? '도슨트' : '미팅룸'}
      name="place"
      value={place?.id ?? 0}
      onChange={(event) => onSelect(Number(event.currentTarget.value))}
    >
      <option value={0}>{kind === 'tour' ? '도슨트 선택' : '미팅룸 선택'}</option>
      {places.map((each) => (
        <option key={each.id} value={each.id} translate="no">
          {[labelledName(each), ...each.facts].slice(0, kind === 'tour' ? 2 : 3).join(' · ')}
        </option>
      ))}
    </SelectField>
    <div className="row place-picker__foot" data-wrap data-spread>
      {kind === 'tour' && place && <p className="muted small">{place.facts[1]}</p>}
      {beside}
    </div>
  </section>
)
