import { useState } from 'react'
import type { Instant } from '../../../domain/madrid-time.ts'

/** How far a sign-up has come; kept in session storage, because people leave for their mail and come back. */
export type Progress = {
  /** The address that the last code was mailed to. */
  email: string
  /** When it was mailed; 0 when this page does not know. */
  mailed_at: Instant
  /** When the service will mail another one. */
  resend_at: Instant
  /** How often a wrong one was entered since. */
  wrong_tries: number
  /** The code that was found right. */
  code: string
  /** The last step was sent, and an answer to it was lost. */
  is_sent: boolean
}

const KEY = 'sign_up'

/** The part that is about the code that was mailed last. */
export type Mailed = Omit<Progress, 'email'>

/** A code of which this page knows nothing but that it was mailed. */
export const UNKNOWN_MAIL: Mailed = { mailed_at: 0, resend_at: 0, wrong_tries: 0, code: '', is_sent: false }

const START: Progress = { email: '', ...UNKNOWN_MAIL }

export type Step = 1 | 2 | 3

/** The step that a sign-up has come to: a code was mailed for the second, and found right for the third. */
export const earnedStep = ({ email, code }: Progress): Step => (code ? 3 : email ? 2 : 1)

export const CODE_DRAFT = 'sign_up_code'
export const PROFILE_DRAFT = 'sign_up_profile'

/** How far it has come by now, whatever a screen was drawn with. */
export function readProgress(): Progress {
  try {
    return { ...START, ...(JSON.parse(sessionStorage.getItem(KEY) ?? '{}') as Partial<Progress>) }
  } catch {
    return START
  }
}

export function useProgress() {
  const [progress, setProgress] = useState(readProgress)
  const change = (part: Partial<Progress>) => {
    // From what is kept, not from this render: an answer may come after the visitor has gone on or back.
    const next = { ...readProgress(), ...part }
    sessionStorage.setItem(KEY, JSON.stringify(next))
    setProgress(next)
  }
  return [progress, change] as const
}

export function forgetProgress(): void {
  sessionStorage.removeItem(KEY)
}
