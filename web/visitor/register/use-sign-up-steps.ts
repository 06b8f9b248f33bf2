import { useEffect, useLayoutEffect } from 'react'
import { navigate, useHistoryState } from 'wouter/use-browser-location'
import { stillWanted } from '../../api/arrival.ts'
import { PATHS, pathOf, type RegisterState } from '../../paths.ts'
import type { Step } from './register-progress.ts'

/** Each step is a history entry, so that Back and reload work. Never beyond `earned`. */
export function useSignUpSteps(earned: Step): Step {
  const asked = useHistoryState<RegisterState | null>()?.step ?? earned
  const step = Math.min(asked, earned) as Step
  // Before the first paint, and only once.
  // oxlint-disable-next-line react-hooks/exhaustive-deps
  useLayoutEffect(() => enter(earned), [])
  useEffect(() => {
    if (asked > step) history.go(step - asked)
  }, [asked, step])
  return step
}

function enter(earned: Step) {
  const entry = history.state as RegisterState | null
  if (entry?.step) return
  const isFromLogin = entry?.from_login === true
  if (!isFromLogin) navigate(PATHS.login, { replace: true })
  for (let step = 1; step <= earned; step += 1)
    navigate(PATHS.register, { replace: isFromLogin && step === 1, state: { ...stillWanted(), step } })
}

/** Undefined if the visitor left during a call. */
const currentStep = (): number | undefined =>
  pathOf(location.pathname) === PATHS.register ? (history.state as RegisterState | null)?.step : undefined

/** Does nothing if the visitor has left. */
export function goOnTo(step: Step): void {
  if (currentStep() === step - 1) navigate(PATHS.register, { state: { ...stillWanted(), step } })
}

/** Goes back over all steps first, so that Back does not return to them. */
export function leaveSignUp(): void {
  const step = currentStep()
  if (step === undefined) return
  const goOn = () => navigate(PATHS.login, { replace: true, state: stillWanted() })
  if (step === 1) return goOn()
  addEventListener('popstate', goOn, { once: true })
  history.go(1 - step)
}
