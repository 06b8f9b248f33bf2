import type { Docent, Room } from '../../../../contract/place.ts'
import { useRef, useState, type SyntheticEvent } from 'react'
import { partySizeText } from '../../../../contract/admin/reservation-edits.ts'
import { MAX_LENGTH } from '../../../../contract/field.ts'
import { reservationFacts, type Reservation } from '../../../../contract/reservation.ts'
import { applicantName } from '../../../../contract/text/applicant-text.ts'
import { isHeld } from '../../../../domain/moving.ts'
import { checkPartySize } from '../../../../domain/booking.ts'
import { useNow } from '../../../browser/clock.ts'
import { overlaps } from '../../../../domain/slot.ts'
import { spanOf } from '../../../../domain/slot-choice.ts'
import { timeRange } from '../../../components/reservation/reservation-text.ts'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { readForm, TextField } from '../../../ui/form/form.tsx'
import { FormDialog } from '../../components/form-dialog.tsx'
import { EditConflictNotice } from '../../components/edit-conflict.tsx'
import { FreeTimeFields } from '../../components/free-time/free-time-fields.tsx'
import { OverruleField } from '../../components/free-time/overrule-field.tsx'
import { Options } from '../../components/options.tsx'
import { placeIdOf, type Place } from '../../components/place.ts'
import { heldBy } from './move-slot.ts'
import { MoveSides, placeFacts } from './move-sides.tsx'
import { useMove, useOverrule } from './use-move.ts'
import { useMoveTime, type MoveTime } from './use-move-time.ts'
import { useReservationContext } from '../context/context-sections.tsx'
import { listEventDatesAsAdmin } from '../../../../contract/admin/event-dates.ts'
import { instantOf, koreanDate, madridDate, startOfDay } from '../../../../domain/madrid-time.ts'
import { useRead } from '../../../api/reads/use-read.ts'
import { tierPrefix } from '../../../components/tier.tsx'
import { SelectField } from '../../../ui/controls.tsx'
import { figures } from '../../../ui/figures.ts'
import { VisitorName, visitText } from '../../components/visit.tsx'

/** `time` is HH:MM. */
export type MoveGoal = { placeId: number; date: string; time: string }

type Places = { docents: readonly Docent[]; rooms: readonly Room[] }

type MoveProps = {
  reservation: Reservation
  places: Places
  /** Initial choice; otherwise the current place and time. */
  goal?: MoveGoal | undefined
  onClose: () => void
}

/** The reservation keeps its number and status. */
export default function MoveDialog({ places, ...props }: MoveProps) {
  const all = placesOf(props.reservation, places)
  const [placeId, setPlaceId] = useState(props.goal?.placeId ?? placeIdOf(props.reservation))
  const place = all.find((each) => each.place.id === placeId) ?? all[0]
  if (!place)
    return (
      <Dialog title={TITLE} onClose={props.onClose}>
        등록된 도슨트나 미팅룸이 없습니다.
      </Dialog>
    )
  return <MoveForm {...props} all={all} where={place} onPlace={setPlaceId} />
}

const placesOf = (reservation: Reservation, { docents, rooms }: Places): Place[] =>
  reservation.type === 'VIP_TOUR'
    ? docents.map((place) => ({ kind: 'tour', place }))
    : rooms.map((place) => ({ kind: 'room', place }))

const TITLE = '시간·장소 변경'

type FormProps = Omit<MoveProps, 'places'> & {
  all: readonly Place[]
  where: Place
  onPlace: (id: number) => void
}

function MoveForm({ reservation, goal, all, where, onPlace, onClose }: FormProps) {
  const form = useRef<HTMLFormElement>(null)
  const own = reservationFacts(reservation).date
  const [date, setDate] = useState(goal?.date ?? own)
  const first = goal?.time ?? timeRange(reservation).slice(0, 5)
  const time = useMoveTime(reservation, { ...where, date }, first, useNow(60_000))
  const { move, pending, conflict, failure, forgetFailure, aboveTier } = useMove(reservation, onClose)
  const overrule = useOverrule(reservation, where.place, aboveTier === where.place.id)
  const crowd = crowdText(reservation, where)
  const isSame = isHeld(heldBy(reservation), time.chosen)
  const forget = () => {
    forgetFailure()
    overrule.forget()
  }
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault()
    const { event_date_id, chosen } = time
    if (pending || !form.current || event_date_id === undefined || chosen.length === 0) return
    const typed = readForm(form.current)
    const overrule_tier = typed['overrule_tier'] === true
    if (!overrule.check(overrule_tier)) return
    const message = typeof typed['message'] === 'string' ? typed['message'] : ''
    await move({ place: where.place, slots: chosen, event_date_id, overrule_tier, message })
  }
  return (
    <FormDialog
      title={TITLE}
      wide
      form={{
        props: { ref: form, noValidate: true, onSubmit: submit, onInput: forget },
        error: failure,
        pending,
      }}
      action={conflict ? '그래도 변경' : isMailed(reservation) ? '변경하고 메일 보내기' : '변경'}
      kind={conflict ? 'danger' : 'primary'}
      disabled={isSame || time.chosen.length === 0 || crowd !== null}
      onClose={onClose}
    >
      <EditConflictNotice text={conflict} />
      <Subject reservation={reservation} />
      <MoveSides {...{ reservation, date, isSame }} goal={where} chosen={time.chosen}>
        <Overlaps {...{ reservation, date }} chosen={time.chosen} />
      </MoveSides>
      <PlaceAndDate {...{ all, where, onPlace, date, own }} onDate={setDate} />
      <FreeTimeFields time={time} isRoom={where.kind === 'room'} name="" error={undefined} />
      <div role="alert" className="free-time__lost-place">
        {crowd && <p className="move__warning">{crowd}</p>}
      </div>
      {overrule.member && (
        <OverruleField
          who="선택한 회원은"
          member={overrule.member}
          place={where.place}
          error={overrule.error}
        />
      )}
      <TextField
        label="회원에게 전할 말"
        name="message"
        optional
        rows={3}
        maxLength={MAX_LENGTH.reason}
        hint={toldText(reservation)}
      />
    </FormDialog>
  )
}

const Subject = ({ reservation: { visitor } }: Pick<MoveProps, 'reservation'>) => (
  <p>
    <VisitorName visitor={visitor} /> <span {...figures('muted')}>{visitor.count}명</span>
  </p>
)

type OverlapsProps = Pick<MoveProps, 'reservation'> & { date: string; chosen: MoveTime['chosen'] }

/** Allowed: colleagues of the visitor may come. */
function Overlaps({ reservation, date, chosen }: OverlapsProps) {
  const { tours = [], meetings = [] } = useReservationContext(reservation).data?.others ?? {}
  const { time, minutes } = spanOf(chosen)
  const starts_at = instantOf(date, time) ?? startOfDay(date)
  const wanted = { starts_at, ends_at: starts_at + minutes * 60_000 }
  const others = [...tours, ...meetings].filter((other) => overlaps(reservationFacts(other), wanted))
  return others.map((other) => (
    <p key={other.id} className="warning small">
      <span>신청자의 다른 예약과 시간이 겹칩니다: </span>
      <span {...figures()}>{visitText(other)}</span>
    </p>
  ))
}

const isMailed = ({ user }: Reservation) => user !== null && user.id !== null

const toldText = (reservation: Reservation): string =>
  `${
    isMailed(reservation)
      ? `${applicantName(reservation)} 님에게 이전 시간과 새 시간을 메일로 안내합니다.`
      : '메일을 받을 회원이 없습니다.'
  }${reservation.status === 'PENDING' ? ' 승인 대기 상태는 그대로입니다.' : ''}`

function crowdText({ visitor }: Reservation, where: Place): string | null {
  if (where.kind === 'tour') return null
  const { size } = where.place
  const problem = checkPartySize(visitor.count, size)
  return problem && `${partySizeText(problem, size)} 방문 인원은 ${visitor.count}명입니다.`
}

type PlaceProps = {
  all: readonly Place[]
  where: Place
  onPlace: (id: number) => void
  date: string
  /** The reservation's own date, which may be past. */
  own: string
  onDate: (date: string) => void
}

/** Other past days are not offered. */
function PlaceAndDate({ all, where, onPlace, date, own, onDate }: PlaceProps) {
  const { data: dates = [] } = useRead(listEventDatesAsAdmin, {})
  const today = madridDate(useNow(60_000))
  const known = dates.map((each) => each.date).filter((each) => each >= today)
  const days = [...new Set([...known, own, date])].sort()
  return (
    <div className="free-time__fields">
      <SelectField
        label="날짜"
        name=""
        className="field__control numerals"
        value={date}
        data-autofocus
        onChange={({ target }) => onDate(target.value)}
      >
        <Options of={days} text={koreanDate} />
      </SelectField>
      <SelectField
        label={where.kind === 'tour' ? '도슨트' : '미팅룸'}
        name=""
        value={where.place.id}
        onChange={({ target }) => onPlace(Number(target.value))}
      >
        {all.map((each) => (
          <option key={each.place.id} value={each.place.id} translate="no">
            {tierPrefix(each.place)}
            {each.place.name} ({placeFacts(each)})
          </option>
        ))}
      </SelectField>
    </div>
  )
}
