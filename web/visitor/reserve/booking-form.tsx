import { useEffect, useRef, useState, type SyntheticEvent } from 'react'
import { useLocation } from 'wouter'
import { VisitorFields } from '../../components/visitor-fields.tsx'
import { PATHS } from '../../paths.ts'
import { lazy, QUIETLY, usePreload } from '../../shell/lazy.tsx'
import { Button } from '../../ui/controls.tsx'
import { FormError } from '../../ui/form/form.tsx'
import { ResendNote, RETRYING } from '../components/resend-note.tsx'
import { LostTime } from './lost-time.tsx'
import { StepBar } from './step-bar.tsx'
import { useBookingForm, type ChosenBooking } from './use-booking-form.ts'

// Rarely needed.
const NearestTimes = lazy(() => import('./nearest-times.tsx'), { Fallback: Searching })
const MovedNote = lazy(() => import('./moved-note.tsx'), QUIETLY)
const OverlapLines = lazy(() => import('./overlap-lines.tsx'), QUIETLY)
const WaitNote = lazy(() => import('../components/waitlist/wait-note.tsx'), QUIETLY)

type Props = ChosenBooking & {
  onBack: () => void
}

export function BookingForm({ onBack, ...booking }: Props) {
  const { kind, place, slots, grid } = booking
  const [, navigate] = useLocation()
  const { form, error, chosen, move, ...request } = useBookingForm(booking)
  const { isGone, isRefused, isLine, day, isMoved, isRetrying, isSent } = request
  const [count, setCount] = useState(Number(form.field('visitor.count').defaultValue))
  const overlaps = isGone || (isSent && chosen.isOwn) ? [] : chosen.own
  const submit = useRef<HTMLButtonElement>(null)
  const lost = useRef<HTMLDivElement>(null)
  usePreload([NearestTimes, MovedNote])
  useEffect(() => {
    // The pressed button is gone; this one is next.
    if (isMoved) submit.current?.focus()
  }, [isMoved])
  const input = (event: SyntheticEvent) => {
    form.props.onInput(event)
    const field = event.target as HTMLInputElement
    if (field.name === 'visitor.count') setCount(Number(field.value))
  }
  return (
    <form
      {...form.props}
      onInput={input}
      className="stack"
      aria-label={kind === 'tour' ? '방문자 정보' : '미팅 정보'}
    >
      {/* Present before its lines, so that screen readers announce them. */}
      <div className="live note booking__own" data-large role="status">
        {overlaps.length > 0 && <OverlapLines own={overlaps} />}
      </div>
      {booking.waits && !isGone && <WaitNote isLine={isLine} />}
      <VisitorFields field={form.field} room={kind === 'room' ? place : null} isOwn />
      <LostTime
        ref={lost}
        text={isGone ? error : null}
        isAnswer={isRefused}
        isSearching={day === 'searching'}
      >
        {day === 'searching' && <Searching />}
        {day && day !== 'searching' && (
          <NearestTimes
            {...{ booking, day, count }}
            onPick={move}
            onJoin={request.mayJoin ? request.join : null}
            isJoining={form.pending}
          />
        )}
        <Button kind="quiet" onClick={() => navigate(PATHS.dashboard, { state: grid })}>
          다른 시간 선택하기
        </Button>
      </LostTime>
      <FormError text={isGone ? null : error} />
      <p className="live note" data-large data-tone="approved" role="status">
        {isMoved && <MovedNote place={place} slots={slots} />}
      </p>
      <ResendNote shown={isRetrying} />
      <StepBar onBack={onBack} status={isGone && <p className="step-bar__loss">{GONE}</p>}>
        {/* The same button, so that it keeps the focus. */}
        <Button
          ref={submit}
          type={isGone ? 'button' : 'submit'}
          onClick={isGone ? () => showOffers(lost.current) : undefined}
          kind="primary"
          wide
          pending={form.pending}
          pendingLabel={isRetrying ? RETRYING : '신청 중...'}
        >
          {isGone ? '가까운 시간 보기' : isLine ? '자리가 나면 신청하기' : '예약 신청'}
        </Button>
      </StepBar>
    </form>
  )
}

function Searching() {
  return <p>가까운 시간을 찾고 있습니다.</p>
}

const GONE = '선택하신 시간은 예약할 수 없습니다'

function showOffers(lost: HTMLElement | null) {
  lost?.scrollIntoView({ block: 'nearest' })
  lost?.querySelector('button')?.focus({ preventScroll: true })
}
