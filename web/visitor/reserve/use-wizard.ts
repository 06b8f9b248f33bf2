import { useMemo } from 'react'
import { navigate, useHistoryState } from 'wouter/use-browser-location'
import { PATHS, type DashboardState } from '../../paths.ts'
import { useHeadingFocus } from '../components/steps/use-heading-focus.ts'
import { advanced, choose, restored, type Choices, type WizardState } from './wizard-state.ts'

export type Kind = 'tour' | 'room'

/** Path and words of the two wizards. */
export const WIZARDS = {
  tour: {
    path: PATHS.reserveTour,
    title: 'VIP 투어 예약',
    steps: ['날짜', '도슨트', '시간대', '시간', '방문자 정보'],
    headings: [
      '날짜를 선택해주세요',
      '도슨트를 선택해주세요',
      '시간대를 선택해주세요',
      '시간을 선택해주세요',
      '방문자 정보를 입력해주세요',
    ],
  },
  room: {
    path: PATHS.reserveRoom,
    title: '미팅룸 예약',
    steps: ['날짜', '미팅룸', '시간대', '시간', '방문자 정보'],
    headings: [
      '날짜를 선택해주세요',
      '미팅룸을 선택해주세요',
      '시간대를 선택해주세요',
      '시간을 선택해주세요',
      '방문자 정보를 입력해주세요',
    ],
  },
} as const

/**
 * A booking step by step. The choice lives in the history entry of its step, so that it survives a reload, and the
 * browser's back button is the wizard's own: the entry before knows nothing of this step's choice.
 */
export function useWizard(kind: Kind) {
  const entry = useHistoryState<Partial<WizardState> | null>()
  const state = useMemo(() => restored(entry), [entry])
  const heading = useHeadingFocus(state.step)
  const { path } = WIZARDS[kind]
  const replace = (next: WizardState) => navigate(path, { replace: true, state: next })
  return {
    kind,
    state,
    /** For the heading of the step. */
    heading,
    choose: (choice: Choices) => replace(choose(state, choice)),
    /** Another time or place for what is about to be booked, at the last step. */
    move: (choices: Choices) => replace({ ...state, ...choices }),
    next: () => {
      const next = advanced(state)
      if (next) navigate(path, { state: next })
    },
    back: () => {
      if (state.step > 1) return history.back()
      const grid: DashboardState = { kind, ...(state.event_date && { date: state.event_date.date }) }
      navigate(PATHS.dashboard, { state: grid })
    },
  }
}

export type Wizard = ReturnType<typeof useWizard>
