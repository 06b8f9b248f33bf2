import { useState } from 'react'
import type { Instant } from '../../../domain/madrid-time.ts'

/** How far a sign-up has come; kept in session storage, because people leave for their mail and come back. */
export type Progress = {
  step: 1 | 2 | 3
  /** The address that the last code was mailed to. */
  email: string
  /** When the service will mail another one. */
  resend_at: Instant
  /** The code that was found right. */
  code: string
  /** The last step was sent, and an answer to it was lost. */
  is_sent: boolean
}

const KEY = 'sign_up'
const START: Progress = { step: 1, email: '', resend_at: 0, code: '', is_sent: false }

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
