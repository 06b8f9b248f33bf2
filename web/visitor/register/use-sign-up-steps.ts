import { useEffect, useLayoutEffect } from 'react'
import { navigate, useHistoryState } from 'wouter/use-browser-location'
import { stillWanted } from '../../api/arrival.ts'
import { PATHS, pathOf, type RegisterState } from '../../paths.ts'
import type { Step } from './register-progress.ts'

/**
 * The step that is shown. Each is a history entry of its own, so that the browser's back button is the sign-up's, and
 * forward and reload find their step again; none shows a step that has not been earned.
 */
export function useSignUpSteps(earned: Step): Step {
  const asked = useHistoryState<RegisterState | null>()?.step ?? earned
  const step = Math.min(asked, earned) as Step
  // Before anything is seen, and once: the entries are there from then on.
  // oxlint-disable-next-line react-hooks/exhaustive-deps
  useLayoutEffect(() => enter(earned), [])
  useEffect(() => {
    if (asked > step) history.go(step - asked)
  }, [asked, step])
  return step
}

/** Makes the entries up to the step that a sign-up had come to, and beneath them the login, where going back ends. */
function enter(earned: Step) {
  const entry = history.state as RegisterState | null
  if (entry?.step) return
  const isFromLogin = entry?.from_login === true
  if (!isFromLogin) navigate(PATHS.login, { replace: true })
  for (let step = 1; step <= earned; step += 1)
    navigate(PATHS.register, { replace: isFromLogin && step === 1, state: { ...stillWanted(), step } })
}

/** The step of the current entry; none when the visitor has left the sign-up while an answer was on its way. */
const currentStep = (): number | undefined =>
  pathOf(location.pathname) === PATHS.register ? (history.state as RegisterState | null)?.step : undefined

/** Goes on to a step, unless the visitor has gone elsewhere in the meantime. */
export function goOnTo(step: Step): void {
  if (currentStep() === step - 1) navigate(PATHS.register, { state: { ...stillWanted(), step } })
}

/** Goes on to the login, and first back over all steps, so that none is left for a back button to lead to. */
export function leaveSignUp(): void {
  const step = currentStep()
  if (step === undefined) return
  const goOn = () => navigate(PATHS.login, { replace: true, state: stillWanted() })
  if (step === 1) return goOn()
  addEventListener('popstate', goOn, { once: true })
  history.go(1 - step)
}
