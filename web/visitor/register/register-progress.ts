import { useState } from 'react'
import type { Instant } from '../../../domain/madrid-time.ts'

/** How far a sign-up has come; kept in session storage, because people leave for their mail and come back. */
export type Progress = {
  step: 1 | 2 | 3
  /** Whom the last code was mailed to. */
  email: string
  /** When the service will mail another one. */
  resend_at: Instant
  /** The code that was found right. */
  code: string
}

const KEY = 'sign_up'
const START: Progress = { step: 1, email: '', resend_at: 0, code: '' }

export const PROFILE_DRAFT = 'sign_up_profile'

function read(): Progress {
  try {
    return { ...START, ...(JSON.parse(sessionStorage.getItem(KEY) ?? '{}') as Partial<Progress>) }
  } catch {
    return START
  }
}

export function useProgress() {
  const [progress, setProgress] = useState(read)
  const change = (part: Partial<Progress>) => {
    // From what is kept, not from this render: an answer may come after the visitor has gone on or back.
    const next = { ...read(), ...part }
    sessionStorage.setItem(KEY, JSON.stringify(next))
    setProgress(next)
  }
  return [progress, change] as const
}

export function forgetProgress(): void {
  sessionStorage.removeItem(KEY)
}
