import { useState } from 'react'
import type { Instant } from '../../../domain/madrid-time.ts'
import { readStored, storeForSession } from '../../browser/session-storage.ts'

/** In session storage, because people leave to read their mail. */
export type Progress = {
  email: string
  /** 0 if this page does not know. */
  mailed_at: Instant
  /** When another code can be requested. */
  resend_at: Instant
  /** Since the last code was mailed. */
  wrong_tries: number
  /** Verified. */
  code: string
  /** The last step was sent and its answer lost. */
  is_sent: boolean
}

const KEY = 'sign_up'

export type Mailed = Omit<Progress, 'email'>

/** Known only to have been mailed. */
export const UNKNOWN_MAIL: Mailed = { mailed_at: 0, resend_at: 0, wrong_tries: 0, code: '', is_sent: false }

const START: Progress = { email: '', ...UNKNOWN_MAIL }

export type Step = 1 | 2 | 3

export const earnedStep = ({ email, code }: Progress): Step => (code ? 3 : email ? 2 : 1)

export const CODE_DRAFT = 'sign_up_code'
export const PROFILE_DRAFT = 'sign_up_profile'

/** Current, not as of the last render. */
export const readProgress = (): Progress => ({ ...START, ...(readStored(KEY) as Partial<Progress> | null) })

export function useProgress() {
  const [progress, setProgress] = useState(readProgress)
  const change = (part: Partial<Progress>) => {
    // An answer may come after this render, when the visitor has moved on.
    const next = { ...readProgress(), ...part }
    storeForSession(KEY, JSON.stringify(next))
    setProgress(next)
  }
  return [progress, change] as const
}

export function forgetProgress(): void {
  sessionStorage.removeItem(KEY)
}
