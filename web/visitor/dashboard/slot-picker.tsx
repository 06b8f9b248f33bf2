import { tierOf } from '../../../domain/tier.ts'
import { EmptyState } from '../../ui/page.tsx'
import type { Place } from '../components/places.ts'
import { NoTimes } from './no-times.tsx'
import { ALERTS } from './selection.ts'
import { TimesOfDay } from './times-of-day.tsx'
import { TimesSection } from './times-section.tsx'
import { useDayChoice, type DayProps } from './use-day-choice.ts'
import type { Views } from './use-views.ts'

type Props = DayProps & { place: Place | undefined; views: Views | null | undefined }

export function SlotPicker({ place, views, ...props }: Props) {
  const { day, kind, now, lead, takeLead } = props
  const choice = useDayChoice(props, place ? place.slots : null)
  const noPlace = kind === 'tour' ? 'no_docent' : 'no_room'
  return (
    <TimesSection
      className="slot-picker"
      choice={choice}
      bar={{ ...choice.bar(place ? 'no_time' : noPlace, choice.refusal), placeName: undefined }}
      takeLead={takeLead}
    >
      {place && tierOf(place) !== 'normal' && (
        <TierBanner place={place} isAllowed={choice.refusal === null} />
      )}
      {/* Lazy, because most days have free times. */}
      {place &&
        choice.nothingLeft &&
        (views ? (
          <views.NothingLeft
            {...{ kind, now, lead }}
            why={choice.nothingLeft}
            date={day.date}
            wanted={place.id}
          />
        ) : (
          <NoTimes isFailed={views === null} />
        ))}
      {place && place.slots.length > 0 && (
        <TimesOfDay
          place={place}
          date={day.date}
          now={now}
          selected={choice.selected.map(({ id }) => id)}
          onTap={(...tapped) => choice.tap(place, ...tapped)}
          onWait={(...times) => choice.wait(place, ...times)}
        />
      )}
      {!place && (
        <EmptyState title={ALERTS[noPlace]}>선택하시면 예약할 수 있는 시간이 나타납니다.</EmptyState>
      )}
    </TimesSection>
  )
}

function TierBanner({ place, isAllowed }: { place: Place; isAllowed: boolean }) {
  const tier = tierOf(place)
  return (
    <p className="small slot-picker__tier" data-tier={tier}>
      {`${tier} 회원 전용 ${place.chosen.kind === 'tour' ? '도슨트' : '미팅룸'}입니다.${!isAllowed ? ' 회원님의 등급으로는 예약하실 수 없습니다.' : ''}`}
    </p>
  )
}
