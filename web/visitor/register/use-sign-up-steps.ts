import { useEffect, useLayoutEffect } from 'react'
import { navigate, useHistoryState } from 'wouter/use-browser-location'
import type { Member } from '../../../contract/member.ts'
import { stillWanted, wantedBy } from '../../api/arrival.ts'
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

const entry = () => (history.state ?? {}) as RegisterState

export const signsIn = (): boolean => entry().signs_in === true

const entryOf = (step: number) => ({ ...stillWanted(), signs_in: signsIn(), step })

function enter(earned: Step) {
  const { step: entered, from_login } = entry()
  if (entered) return
  const isFollowing = from_login === true || signsIn()
  if (!isFollowing) navigate(PATHS.login, { replace: true })
  for (let step = 1; step <= earned; step += 1)
    navigate(PATHS.register, { replace: isFollowing && step === 1, state: entryOf(step) })
}

/** Undefined if the visitor left during a call. */
const currentStep = (): number | undefined =>
  pathOf(location.pathname) === PATHS.register ? entry().step : undefined

/** Does nothing if the visitor has left. */
export function goOnTo(step: Step): void {
  if (currentStep() === step - 1) navigate(PATHS.register, { state: entryOf(step) })
}

/**
 * To the wanted page of a member who is signed in, otherwise to the login. Goes back over all steps first, so
 * that Back does not return to them.
 */
export function leaveSignUp(member: Member | null): void {
  const step = currentStep()
  if (step === undefined) return
  const goOn = () => {
    const wanted = member && wantedBy(member.id)
    navigate(wanted?.address ?? PATHS.login, { replace: true, state: wanted?.state ?? stillWanted() })
  }
  if (step === 1) return goOn()
  addEventListener('popstate', goOn, { once: true })
  history.go(1 - step)
}
