import { useEffect, useRef, useState, type SyntheticEvent } from 'react'
import { useLocation } from 'wouter'
import {
  isTimeGone,
  meetingFormFor,
  placeAndTime,
  REQUESTED_TEXT,
  reserveMeeting,
  reserveTour,
  tourForm,
} from '../../../contract/booking.ts'
import type { BodyOf } from '../../../contract/endpoint.ts'
import { listMyReservations } from '../../../contract/reservation.ts'
import { getSchedule } from '../../../contract/schedule.ts'
import { listAvailableRooms, listAvailableTours } from '../../../contract/slot.ts'
import { waitForMeeting, waitForTour } from '../../../contract/waitlist-requests.ts'
import { listMyWaitlist } from '../../../contract/waitlist.ts'
import { shortKoreanDate } from '../../../domain/madrid-time.ts'
import type { Loss } from '../../../domain/slot-loss.ts'
import { ApiError, call } from '../../api/client.ts'
import { refresh } from '../../api/reads/use-read.ts'
import { openRequest, UnansweredError } from '../../api/writes/retrying-call.ts'
import { PATHS, type Booking, type ChosenSlot } from '../../paths.ts'
import { visitorToast } from '../../ui/toast.ts'
import { FormError, useForm } from '../../ui/form/form.tsx'
import { asked, rememberBooked } from '../components/booked-slots.ts'
import { LOSS_TEXT } from '../../components/slot-text.ts'
import { toastAfterUnmount } from '../components/toast-after-unmount.ts'
import { useMember } from '../components/use-member.ts'
import { useChosenTime, type ChosenBooking, type ChosenTime } from './use-chosen-time.ts'
import { VisitorFields } from '../../components/visitor-fields.tsx'
import { lazy, QUIETLY, usePreload } from '../../shell/lazy.tsx'
import { Button } from '../../ui/controls.tsx'
import { ResendNote, RETRYING } from '../components/resend-note.tsx'
import { LostTime } from './lost-time.tsx'
import { StepBar } from './step-bar.tsx'

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
      <div className="live note" data-large role="status">
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

type Body = BodyOf<typeof reserveTour> | BodyOf<typeof reserveMeeting>

/** The last request. `answer` is the day's newest answer when it was sent. */
type Sent = {
  slots: string
  state: 'sending' | 'retrying' | 'done' | 'unanswered' | 'failed' | 'gone' | 'free'
  answer: number
  isLine: boolean
}

const KINDS = {
  tour: { book: reserveTour, wait: waitForTour, draft: 'tour', name: '투어 예약' },
  room: { book: reserveMeeting, wait: waitForMeeting, draft: 'meeting', name: '미팅 예약' },
} as const
const GRIDS = [getSchedule, listAvailableTours, listAvailableRooms]

const FAILED = '예약 신청에 실패했습니다.'
const UNANSWERED = `${FAILED} 연결이 불안정해 결과를 확인하지 못했습니다. 다시 눌러도 두 번 신청되지 않습니다.`
const PERHAPS_OWN = '앞서 보낸 신청이 접수되었을 수 있으니 예약내역을 확인해주세요.'

const LOSSES: Readonly<Record<Loss, string>> = {
  ...LOSS_TEXT,
  removed: '선택하신 시간은 더 이상 운영되지 않습니다. 다른 시간을 선택해주세요.',
}

function useBookingForm(booking: ChosenBooking) {
  const [, navigate] = useLocation()
  const member = useMember()
  const chosen = useChosenTime(booking)
  const { send, failed, ...request } = useBookingRequest(booking, chosen)
  const { kind, place, slots, grid } = booking
  const { draft, name } = KINDS[kind]
  const what = `${name} ${shortKoreanDate(booking.date)} ${slots[0]!.time}`
  const isPressedInstead = useRef(false)
  const form = useForm<Pick<Body, 'visitor' | 'note'>>({
    schema: kind === 'room' ? meetingFormFor(place.size) : tourForm,
    draft,
    initial: {
      'visitor.company': member.company_name,
      'visitor.name': member.name,
      'visitor.phone': member.phone,
      'visitor.count': 1,
    },
    submit: async (typed, onRetry) => {
      const joins = isPressedInstead.current || request.isLine
      const chosenSlots = { ...booking, slots: await bookableSlots(booking) }
      const { message, reservation } = await send(
        { ...typed, ...placeAndTime(chosenSlots) } as Body,
        joins,
        onRetry,
      )
      // Not awaited: the next screen shows cached data first.
      void refresh(...GRIDS, listMyReservations, listMyWaitlist)
      const slot_ids = joins ? [] : slots.map(({ id }) => id)
      rememberBooked(slot_ids)
      const told = message ?? REQUESTED_TEXT[kind]
      const isHere = form.props.ref.current !== null
      visitorToast.success(isHere ? told : `${what} · ${told}`)
      // Do not navigate if the visitor has left.
      if (!isHere) return
      asked.last = reservation?.status ?? 'waits'
      // Still chosen there until the list of reservations says otherwise.
      navigate(PATHS.dashboard, { replace: true, state: { ...grid, slot_ids } })
    },
    failed,
    late: toastAfterUnmount(what),
  })
  const { isGone, isRefused, isOver, isLineSaid } = request
  // A refusal's text stays until a field is invalid.
  const isLossSaid = isGone && !((isRefused || isLineSaid) && form.error)
  return {
    form,
    ...request,
    chosen,
    /** Sends the form to the waiting list instead. */
    join: () => {
      isPressedInstead.current = true
      form.props.ref.current?.requestSubmit()
      isPressedInstead.current = false
    },
    /** For a lost time its reason, otherwise the current failure. */
    error: isLossSaid ? LOSSES[chosen.loss ?? 'taken'] : isOver ? null : form.error,
  }
}

/** A schedule's answer may lack ids. */
async function bookableSlots({ kind, date, place, slots }: Booking): Promise<readonly ChosenSlot[]> {
  if (slots.every(({ id }) => id > 0)) return slots
  const place_id = String(place.id)
  const there =
    kind === 'tour'
      ? await call(listAvailableTours, { query: { date, docent_id: place_id } })
      : (await call(listAvailableRooms, { query: { date, room_id: place_id } })).all_slots
  return slots.map((slot) => ({ ...slot, id: there.find(({ time }) => time === slot.time)?.id ?? slot.id }))
}

const QUIET: readonly Sent['state'][] = ['sending', 'retrying', 'done', 'unanswered']

function useBookingRequest({ kind, waits, ...booking }: ChosenBooking, chosen: ChosenTime) {
  const [sent, setSent] = useState<Sent | null>(null)
  const [movedTo, setMovedTo] = useState<string | null>(null)
  const followsUnanswered = useRef(false)
  const slots = keyOf(booking.slots)
  const answer = useRef(chosen.answer)
  useEffect(() => {
    answer.current = chosen.answer
  }, [chosen.answer])

  const send = async (
    body: Body,
    isLine: boolean,
    onRetry: () => boolean,
  ): Promise<{ message?: string; reservation?: { status: string } }> => {
    const become = (state: Sent['state']) => setSent({ slots, state, answer: answer.current, isLine })
    become('sending')
    try {
      const request = openRequest(KINDS[kind][isLine ? 'wait' : 'book'], { body })
      followsUnanswered.current = request.followsUnanswered
      const made = await request.send(() => {
        become('retrying')
        return onRetry()
      })
      become('done')
      return made
    } catch (failure) {
      const after = stateAfter(failure, isLine)
      become(after)
      if (isLine || after === 'gone') void refresh(...GRIDS)
      throw failure
    }
  }

  const failed = (failure: unknown): string => {
    if (failure instanceof UnansweredError) return UNANSWERED
    if (!(failure instanceof ApiError && failure.isOwn)) return FAILED
    const isPerhapsOwn = failure.code === 'slot_taken' && followsUnanswered.current
    return isPerhapsOwn ? `${failure.text} ${PERHAPS_OWN}` : failure.text
  }

  const { state, isLine: isLineSaid = false } = sent?.slots === slots ? sent : NOT_SENT
  const isRefused = state === 'gone'
  // The refusal is newer than the day's data.
  const isNewer = sent?.answer === chosen.answer
  const isNewest = isRefused && isNewer
  const isFreed = chosen.isFree || (state === 'free' && isNewer)
  const isLine = waits && !isFreed
  // An unanswered booking may itself hold the time; a waiting-list entry does not.
  const isQuiet = state !== undefined && QUIET.includes(state) && !isLineSaid
  const isLost = chosen.loss !== null && !isFreed && !(waits && chosen.loss === 'taken')
  const isGone = isNewest || (!isQuiet && isLost)
  return {
    send,
    failed,
    isRetrying: sent?.state === 'retrying',
    isRefused,
    isLine,
    isLineSaid,
    /** Another visitor has the time, so its waiting list can be joined. */
    mayJoin: chosen.loss === 'taken' || (isRefused && chosen.loss === null),
    isGone,
    /** The day's schedule for alternatives. Data older than a refusal is not used. */
    day: isNewest ? (chosen.isFailing ? undefined : ('searching' as const)) : chosen.schedule,
    /** Its refusal no longer applies: the time is free again or not wanted. */
    isOver: sent?.state === 'gone' && !isGone && !(isRefused && chosen.isOwn),
    /** Sent or done, so own overlaps are not reported. */
    isSent: state !== undefined && state !== 'unanswered' && isQuiet,
    /** Another time was chosen and not sent yet. */
    isMoved: movedTo === slots && state === undefined,
    move: (moving: readonly ChosenSlot[]) => setMovedTo(keyOf(moving)),
  }
}

const NOT_SENT: { state?: Sent['state']; isLine?: boolean } = {}

function stateAfter(failure: unknown, isLine: boolean): Sent['state'] {
  if (failure instanceof UnansweredError) return 'unanswered'
  const code = failure instanceof ApiError && failure.isOwn ? failure.code : null
  if (code === 'slot_free') return 'free'
  // A refused entry has its own reason.
  return code !== null && isTimeGone(code) && !isLine ? 'gone' : 'failed'
}

const keyOf = (slots: readonly ChosenSlot[]) => slots.map(({ id }) => id).join(' ')
