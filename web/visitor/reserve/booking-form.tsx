import { useEffect, useRef } from 'react'
import { useLocation } from 'wouter'
import { spanOf } from '../../../domain/slot-choice.ts'
import { VisitorFields } from '../../components/booking/visitor-fields.tsx'
import { PATHS } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { FormError } from '../../ui/field.tsx'
import { ResendNote, RETRYING } from '../components/sending/resend-note.tsx'
import { NearestTimes } from './nearest-times.tsx'
import { useBookingForm, type ChosenBooking } from './use-booking-form.ts'

type Props = ChosenBooking & {
  /** To the step before, if there is one. */
  onBack: (() => void) | undefined
}

/** The form for the visitors' details; sends the request for a tour or a meeting. */
export function BookingForm({ onBack, ...booking }: Props) {
  const { kind, place, slots, grid } = booking
  const [, navigate] = useLocation()
  const { form, isRetrying, goneFor, isMoved } = useBookingForm(booking)
  const { time, end_time } = spanOf(slots)
  const submit = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    // The button that was pressed for another time is gone, and this is the one to press next.
    if (isMoved) submit.current?.focus()
  }, [isMoved])
  return (
    <form {...form.props} className="stack" aria-label={kind === 'tour' ? '방문자 정보' : '미팅 정보'}>
      <VisitorFields field={form.field} room={kind === 'room' ? place : null} isOwn />
      <FormError text={isMoved ? null : form.error}>
        {goneFor !== null && (
          <>
            <NearestTimes booking={booking} count={goneFor} />
            <Button kind="quiet" onClick={() => navigate(PATHS.dashboard, { state: grid })}>
              다른 시간 선택하기
            </Button>
          </>
        )}
      </FormError>
      <p className="booking__moved" role="status">
        {isMoved &&
          `${time} ~ ${end_time} · ${place.name} 시간으로 변경되었습니다. 예약 신청을 다시 눌러주세요.`}
      </p>
      <ResendNote shown={isRetrying} />
      <div className="booking__buttons row">
        {onBack && <Button onClick={onBack}>이전</Button>}
        <Button
          ref={submit}
          type="submit"
          kind="primary"
          wide
          pending={form.pending}
          pendingLabel={isRetrying ? RETRYING : '신청 중...'}
        >
          예약 신청
        </Button>
      </div>
    </form>
  )
}
