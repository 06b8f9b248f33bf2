import { useSearch } from 'wouter'
import { navigate } from 'wouter/use-browser-location'
import { listEventDates } from '../../../../contract/event-date.ts'
import {
  listMyReservations,
  reservationFacts,
  reservationsIn,
  type Reservation,
  type ReservationLists,
} from '../../../../contract/reservation.ts'
import { madridDate, type Instant } from '../../../../domain/madrid-time.ts'
import { canChangeTime } from '../../../../domain/reservation.ts'
import { useChangesOf, usePolled } from '../../../api/reads/use-read.ts'
import { useNow } from '../../../browser/clock.ts'
import { PATHS } from '../../../paths.ts'
import { Button } from '../../../ui/controls.tsx'
import { EmptyState, Page, ReadError, RetryNote, Skeletons, StaleNote } from '../../../ui/page.tsx'
import { detailsAddress } from '../../components/own-list/list-view.ts'
import { openChangeOf } from '../../components/own-list/open-change.ts'
import { useTierLabels } from '../../components/own-list/use-tier-labels.ts'
import { ChangeForm } from './change-form.tsx'

export default function ChangePage() {
  const id = Number(new URLSearchParams(useSearch()).get('id'))
  const mine = usePolled(listMyReservations, {})
  const dates = usePolled(listEventDates, {})
  useChangesOf('mine', mine)
  const { withLabel } = useTierLabels()
  const now = useNow(60_000)
  const read = mine.data ? dates : mine
  const old = mine.data && reservationsIn(mine.data).find((one) => one.id === id)
  const why = mine.data && whyNot(mine.data, old, now)
  return (
    <Page title="시간 변경 요청 · 투어·미팅룸 예약">
      <div className="stack">
        <h1>시간 변경 요청</h1>
        <StaleNote since={mine.staleSince} />
        <RetryNote shown={read.isRetrying} />
        {why ? (
          <EmptyState title={why}>
            <Button
              onClick={() => navigate(old ? detailsAddress(old) : PATHS.reservations, { replace: true })}
            >
              예약내역 보기
            </Button>
          </EmptyState>
        ) : old && dates.data ? (
          <ChangeForm
            key={id}
            old={withLabel(old)}
            days={dates.data.filter(({ date }) => date >= madridDate(now))}
            now={now}
          />
        ) : read.isError ? (
          <ReadError title="예약 내역을 불러오는데 실패했습니다." read={read} />
        ) : (
          <Skeletons count={3} shape="card" />
        )}
      </div>
    </Page>
  )
}

function whyNot(mine: ReservationLists, old: Reservation | undefined, now: Instant): string | null {
  if (!old) return '예약을 찾을 수 없습니다.'
  if (openChangeOf(mine, old)) return '이미 시간 변경을 요청하신 예약입니다. 결과를 기다려주세요.'
  return canChangeTime(reservationFacts(old), now) ? null : '지금은 시간을 변경할 수 없는 예약입니다.'
}
