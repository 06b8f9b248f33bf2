import { useLayoutEffect, useMemo, useRef } from 'react'
import { navigate, useSearch } from 'wouter/use-browser-location'
import { BOOKING_PATHS, PATHS, type Kind } from '../../paths.ts'
import { useHeadingFocus } from '../components/steps/use-heading-focus.ts'
import { keepChoice, keptChoice } from '../components/kept-choice.ts'
import { own, useOwnEntry } from '../components/use-own-entry.ts'
import { useTap } from '../../ui/choice/use-tap.ts'
import {
  advanced,
  afterWizard,
  choose,
  restored,
  wantedIn,
  type Choices,
  type WizardState,
} from './wizard-state.ts'

const wizard = (title: string, place: string, placeObject: string) => ({
  title,
  place,
  placeObject,
  steps: ['날짜', place, '시간대', '시간', '방문자 정보'],
  headings: [
    ...['날짜를', placeObject, '시간대를', '시간을'].map((what) => `${what} 선택해주세요`),
    '방문자 정보를 입력해주세요',
  ],
})

export const WIZARDS = {
  tour: wizard('VIP 투어 예약', '도슨트', '도슨트를'),
  room: wizard('미팅룸 예약', '미팅룸', '미팅룸을'),
}

/** Each step is a history entry, so that reload and Back work. The address may preset date and place. */
export function useWizard(kind: Kind) {
  const entry = useOwnEntry<Partial<WizardState>>()
  const search = useSearch()
  const state = useMemo(() => {
    const wanted = entry?.step ? null : wantedIn(search, kind, keptChoice())
    return restored(wanted ? { wanted } : entry)
  }, [entry, search, kind])
  const heading = useHeadingFocus(state.step)
  const path = BOOKING_PATHS[kind]
  const tap = useTap()
  const keep = (next: WizardState) => {
    const kept = keptChoice()
    // Wishes that are still open came from the dashboard.
    if (!next.wanted || (kept?.kind ?? 'tour') !== kind) keepChoice(afterWizard(kind, next, kept))
  }
  const replace = (next: WizardState) => {
    keep(next)
    navigate(path, { replace: true, state: { ...own(next), dialogs: entry?.dialogs } })
  }
  const goOn = (from: WizardState) => {
    const next = advanced(from)
    if (next) navigate(path, { state: own(next) })
  }
  const takeAndGoOn = (choice: Choices) => {
    const chosen = choose(state, choice)
    replace(chosen)
    goOn(chosen)
  }
  return {
    kind,
    state,
    heading,
    choose: (choice: Choices) => replace(choose(state, choice)),
    /** Moves on only after a tap: keyboard and screen reader users continue when they want to. */
    take: (choice: Choices) => (tap.isTapped() ? takeAndGoOn(choice) : replace(choose(state, choice))),
    takeAndGoOn,
    tapping: tap.props,
    isTapped: tap.isTapped,
    /** Replaces time or place at the last step. */
    move: (choices: Choices) => replace({ ...state, ...choices }),
    next: () => goOn(state),
    back: () => {
      if (state.step > 1) return history.back()
      keep(state)
      navigate(PATHS.dashboard)
    },
  }
}

export type Wizard = ReturnType<typeof useWizard>

/** Takes the wanted choice, once known to be available. */
export function useWanted(wizard: Wizard, choice: Choices | undefined, take = wizard.takeAndGoOn): void {
  const isTaken = useRef(false)
  const has = choice !== undefined
  // Before paint, so that the step does not flash.
  useLayoutEffect(() => {
    if (!has || isTaken.current) return
    isTaken.current = true
    take(choice)
    // Only once: coming back means choosing again.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [has])
}
