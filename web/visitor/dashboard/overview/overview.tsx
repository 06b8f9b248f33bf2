import { useState } from 'react'
import { Link } from 'wouter'
import { dayAxis } from '../../../../domain/day-axis.ts'
import { AlertDialog } from '../../../ui/panel/alert-dialog.tsx'
import { EmptyState } from '../../../ui/notice.tsx'
import { PATHS } from '../../../paths.ts'
import { useOwnSlots } from '../../components/use-own-slots.ts'
import type { DayProps } from '../day-view.tsx'
import { SelectionBar } from '../selection-bar.tsx'
import { useDayChoice } from '../use-day-choice.ts'
import { Legend } from './legend.tsx'
import { OverviewGrid } from './overview-grid.tsx'
import './overview.css'

/** A day at a glance: docents or rooms below each other, times across, and the way to the booking. */
export default function Overview(props: DayProps) {
  const { day, kind, places, now } = props
  const choice = useDayChoice(props)
  const ownSlots = useOwnSlots()
  const [isPastShown, showPast] = useState(false)
  const { past, ahead } = dayAxis(places, day.date, now)
  const times = isPastShown ? [...past, ...ahead] : ahead
  return (
    <section className="overview" aria-label="시간 선택">
      <header className="overview__head">
        {past.length > 0 && (
          <button
            type="button"
            className="overview__past"
            aria-expanded={isPastShown}
            onClick={() => showPast(!isPastShown)}
          >
            지난 시간 {past.length}개
          </button>
        )}
        <Link className="overview__steps" to={kind === 'tour' ? PATHS.reserveTour : PATHS.reserveRoom}>
          단계별로 예약하기
        </Link>
      </header>
      {times.length > 0 ? (
        <>
          <OverviewGrid
            {...{ kind, places, times, now, ownSlots }}
            date={day.date}
            member={choice.member}
            chosen={choice.selected.map(({ id }) => id)}
            onTap={choice.tap}
          />
          {kind === 'room' && <Legend />}
        </>
      ) : (
        <EmptyState title="예약할 수 있는 시간이 모두 지났습니다">다른 날짜를 선택해주세요.</EmptyState>
      )}
      <SelectionBar {...choice.bar('no_time')} />
      {choice.alert !== null && (
        <AlertDialog title="예약 안내" text={choice.alert} onClose={choice.closeAlert} />
      )}
    </section>
  )
}
