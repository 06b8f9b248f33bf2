import { useState } from 'react'
import { navigate } from 'wouter/use-browser-location'
import type { EventDate } from '../../../../contract/event-date.ts'
import { reservationFacts, slotIdsOf, type Reservation } from '../../../../contract/reservation.ts'
import type { ScheduleSlot } from '../../../../contract/schedule.ts'
import { shortKoreanDate, type Instant } from '../../../../domain/madrid-time.ts'
import { chooseSlot, spanOf, stillFree } from '../../../../domain/slot-choice.ts'
import { freeAt, isPast } from '../../../../domain/slot.ts'
import { POLL_MS, useChangesOf } from '../../../api/reads/use-read.ts'
import { timeRange, titleOf, whereOf } from '../../../components/reservation/reservation-text.ts'
import { lossText } from '../../../components/slot-text.ts'
import { labelledName, tierRefusal } from '../../../components/tier.tsx'
import { Button, SelectField } from '../../../ui/controls.tsx'
import { figures } from '../../../ui/figures.ts'
import { FormError } from '../../../ui/form/form.tsx'
import { EmptyState, ReadError, RetryNote, Skeletons } from '../../../ui/page.tsx'
import { ActionBar } from '../../components/action-bar.tsx'
import { AlertDialog } from '../../components/late-dialogs.ts'
import { placesOf } from '../../components/places.ts'
import { ResendNote, RETRYING } from '../../components/resend-note.tsx'
import { SlotGrid } from '../../components/slot-grid.tsx'
import { useLostSelection } from '../../components/use-lost-selection.ts'
import { useMember } from '../../components/use-member.ts'
import { own, useOwnEntry } from '../../components/use-own-entry.ts'
import { useSchedule } from '../../components/use-schedule.ts'
import { HINTS, REFUSALS } from '../slot-texts.ts'
import { useChangeRequest } from './use-change-request.ts'

/** In the history entry, so that it survives a reload and a new login. */
type Choice = { date?: string; place_id?: number; slot_ids?: readonly number[] }

type Props = { old: Reservation; days: readonly EventDate[]; now: Instant }

export function ChangeForm({ old, days, now }: Props) {
  const member = useMember()
  const choice = useOwnEntry<Choice>() ?? {}
  const change = (part: Choice) =>
    navigate(location.href, { replace: true, state: own({ ...(history.state as object), ...part }) })
  const [alert, setAlert] = useState<string | null>(null)
  // Fixed, because the times would move under a thumb.
  const [opened] = useState(now)

  const { date: before } = reservationFacts(old)
  const day = days.find(({ date }) => date === (choice.date ?? before)) ?? days[0]
  const date = day?.date ?? before
  const schedule = useSchedule(date, { poll: POLL_MS })
  useChangesOf(`schedule:${date}`, schedule)
  const kind = old.type === 'VIP_TOUR' ? 'tour' : 'room'
  const held = old.type === 'VIP_TOUR' ? old.available_tour.docent.id : old.room.id
  const places = placesOf(schedule.data, kind)
    .filter(({ chosen }) => chosen.kind === 'tour' || chosen.place.size >= old.visitor.count)
    .sort((a, b) => Number(b.id === held) - Number(a.id === held))
  const place = places.find(({ id }) => id === choice.place_id) ?? places[0]
  const slots = (place?.slots ?? []).filter(({ time }) => !isPast(date, time, opened))
  const refusal = place ? tierRefusal(member, place) : null
  const isFree = freeAt(date, now)
  const chosen = choice.slot_ids ?? []
  const selected = refusal === null ? stillFree(slots, chosen, isFree) : []
  const loss = useLostSelection(
    chosen,
    place !== undefined && chosen.length > 0 && selected.length === 0,
    () => refusal ?? lossText(slots, chosen, date, now),
    () => change({ slot_ids: [] }),
  )
  const wanted = place && day && { ...place.chosen, date, event_date_id: day.id, slots: selected }
  const form = useChangeRequest(old, wanted)

  const look = (at: Choice) => {
    loss.forget()
    change({ ...at, slot_ids: [] })
  }
  const tap = (slot: ScheduleSlot) => {
    if (refusal !== null) return setAlert(refusal)
    const next = chooseSlot(kind, slots, chosen, slot, isFree)
    if (next && 'problem' in next) return setAlert(REFUSALS[next.problem])
    loss.forget()
    if (next) change({ slot_ids: next.selected })
  }
  const from = `${shortKoreanDate(before)} ${timeRange(old)}`
  const to = selected.length > 0 && spanOf(selected)
  return (
    <form {...form.props} className="wizard stack">
      <div className="card stack" data-gap="4">
        <p {...figures('strong')}>{titleOf(old)}</p>
        <p {...figures('muted')}>{[from, ...whereOf(old)].join(' · ')}</p>
        <p className="small">
          승인될 때까지 지금 예약이 유지됩니다. 방문자 정보와 요청 사항은 그대로 옮겨집니다 (
          <span translate="no">{`${old.visitor.count}명`}</span>).
        </p>
      </div>
      <SelectField
        label="날짜"
        name="date"
        value={date}
        onChange={(event) => look({ date: event.currentTarget.value })}
      >
        {days.map((each) => (
          <option key={each.date} value={each.date} translate="no">
            {shortKoreanDate(each.date)}
          </option>
        ))}
      </SelectField>
      {place && (
        <SelectField
          label={kind === 'tour' ? '도슨트' : '미팅룸'}
          name="place"
          value={place.id}
          onChange={(event) => look({ place_id: Number(event.currentTarget.value) })}
        >
          {places.map((each) => (
            <option key={each.id} value={each.id} translate="no">
              {[labelledName(each), ...each.facts].slice(0, kind === 'tour' ? 2 : 3).join(' · ')}
            </option>
          ))}
        </SelectField>
      )}
      {refusal !== null && <p className="note">{refusal}</p>}
      {slots.some(({ id }) => slotIdsOf(old).includes(id)) && (
        <p className="muted small">지금 예약한 시간은 승인될 때까지 유지되므로 다시 선택할 수 없습니다.</p>
      )}
      <RetryNote shown={schedule.isRetrying} />
      {place && slots.length > 0 ? (
        <div className="wizard__grid">
          <SlotGrid
            key={`${date} ${place.id}`}
            {...{ kind, slots, date, now }}
            placeName={place.name}
            tier={place}
            selected={selected.map(({ id }) => id)}
            onTap={tap}
          />
        </div>
      ) : schedule.data || schedule.isEmptyDay ? (
        <EmptyState title="예약할 수 있는 시간이 없습니다">다른 날짜나 장소를 선택해주세요.</EmptyState>
      ) : schedule.isError ? (
        <ReadError title="예약 현황을 불러오는데 실패했습니다." read={schedule} />
      ) : (
        <Skeletons count={4} shape="cell" />
      )}
      <FormError text={form.error} />
      <ResendNote shown={form.isRetrying} />
      <ActionBar>
        <div className="grow" role="status">
          {to ? (
            <p>
              <span {...figures('small')}>
                {from} → {date !== before && shortKoreanDate(date)}
              </span>{' '}
              <span {...figures('time')}>
                {to.time} ~ {to.end_time}
              </span>
            </p>
          ) : (
            <p className={loss.text ? 'step-bar__loss' : 'muted'}>{loss.text ?? HINTS[kind]}</p>
          )}
        </div>
        <Button
          type="submit"
          kind="primary"
          disabled={!to}
          pending={form.pending}
          pendingLabel={form.isRetrying ? RETRYING : undefined}
        >
          시간 변경 요청
        </Button>
      </ActionBar>
      {alert !== null && <AlertDialog text={alert} onClose={() => setAlert(null)} />}
    </form>
  )
}
