import { useState } from 'react'
import { chooseSlot, spanOf, stillFree } from '../../../domain/slot-choice.ts'
import { hourOf } from '../../../domain/slot-hours.ts'
import { freeAt } from '../../../domain/slot.ts'
import { useLostSelection } from '../components/use-lost-selection.ts'
import { SlotGrid } from '../components/slot-grid.tsx'
import { lossText } from '../../components/slot-text.ts'
import { useNow } from '../../browser/clock.ts'
import type { ChosenPlace, ChosenSlot, Kind } from '../../paths.ts'
import { AlertDialog } from '../components/late-dialogs.ts'
import { EmptyState, StaleNote } from '../../ui/page.tsx'
import { chosenSlot, SLOTS_FAILURE, useDaySlots, wantedSlots, type DaySlot } from './use-day-slots.ts'
import { HINTS, REFUSALS } from './slot-texts.ts'
import { NotThere, StepFrame } from './step-frame.tsx'
import { useWanted, type Wizard } from './use-wizard.ts'
import { figures } from '../../ui/figures.ts'

type Props = { wizard: Wizard; date: string; place: ChosenPlace['place']; hour: number }

export default function SlotStep({ wizard, date, place, hour }: Props) {
  const { kind } = wizard
  const [refusal, setRefusal] = useState<string | null>(null)
  const now = useNow(60_000)
  const read = useDaySlots(kind, date, place.id)
  const day = read.slots ?? []
  const isFree = freeAt(date, now)
  // Slots to wait for were chosen in a dialog, not in the grid.
  const kept = (!wizard.state.waits && wizard.state.slots) || []
  const chosen = kept.map(({ id }) => id)
  const selected = stillFree(day, chosen, isFree)
  const wanted = wantedSlots(wizard.state.wanted ?? {}, day, isFree)
  const isWanted = chosen.length === 0 && wanted[0] && hourOf(wanted[0]) === hour
  useWanted(wizard, isWanted ? { slots: wanted.map(chosenSlot) } : undefined, wizard.choose)
  const loss = useLostSelection(
    chosen,
    Boolean(read.slots) && chosen.length > 0 && selected.length === 0,
    () => lossText(kept, chosen, date, now),
    () => wizard.choose({ slots: [] }),
  )
  const tap = (slot: DaySlot) => {
    if (kind === 'tour' && selected.includes(slot) && wizard.isTapped()) return wizard.next()
    const outcome = chooseSlot(kind, day, chosen, slot, isFree)
    if (outcome && 'problem' in outcome) return setRefusal(REFUSALS[outcome.problem])
    loss.forget()
    if (!outcome) return
    const slots = day.filter(({ id }) => outcome.selected.includes(id)).map(chosenSlot)
    // A meeting also needs an end.
    const take = kind === 'tour' ? wizard.take : wizard.choose
    take({ slots })
  }
  // A meeting may last beyond its first hour.
  const shown = day.filter((slot) => (kind === 'tour' ? hourOf(slot) === hour : hourOf(slot) >= hour))
  return (
    <StepFrame
      wizard={wizard}
      isReady={selected.length > 0}
      status={<Status kind={kind} selected={selected} loss={loss.text} />}
    >
      <StaleNote since={read.staleSince} />
      {!read.slots && <NotThere read={read} failure={SLOTS_FAILURE} tiles />}
      {read.slots && shown.length === 0 && (
        <EmptyState title="등록된 시간이 없습니다">이전 단계로 돌아가 다른 시간대를 선택해주세요.</EmptyState>
      )}
      {shown.length > 0 && (
        <div className="wizard__grid">
          <SlotGrid
            kind={kind}
            slots={shown}
            date={date}
            placeName={place.name}
            tier={place}
            now={now}
            selected={selected.map(({ id }) => id)}
            onTap={tap}
            onWait={(slots, waits) => wizard.takeAndGoOn({ slots: slots.map(chosenSlot), waits })}
          />
        </div>
      )}
      {refusal !== null && <AlertDialog text={refusal} onClose={() => setRefusal(null)} />}
    </StepFrame>
  )
}

function Status({
  kind,
  selected,
  loss,
}: {
  kind: Kind
  selected: readonly ChosenSlot[]
  loss: string | null
}) {
  if (selected.length === 0)
    return loss === null ? <p className="muted">{HINTS[kind]}</p> : <p className="step-bar__loss">{loss}</p>
  const { time, end_time, minutes } = spanOf(selected)
  return (
    <p>
      <span {...figures('time')}>
        {time} ~ {end_time}
      </span>{' '}
      <span {...figures('wizard__length muted')}>
        {kind === 'room' && '총 '}
        {minutes}분
      </span>
    </p>
  )
}
