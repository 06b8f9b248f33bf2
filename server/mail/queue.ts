import { isTooLate, TOO_LATE } from './too-late.ts'

/** How often and how long a mail that could not be sent is tried again. */
export type Retry = { limit: number; first_seconds: number; longest_seconds: number }

// Twelve tries over a good hour: long enough for a mail server's restart, short enough to be seen the same day.
export const RETRY: Retry = { limit: 12, first_seconds: 5, longest_seconds: 900 }

// Five tries end before a sign-up code does: a later mail would only confuse.
const CODE_RETRIES = 5

/** A mail that is taken, with this try among its attempts. */
type Tried = {
  kind: string
  facts: unknown
  attempts: number
  created_at: Date
  last_error: string | null
}

const isCode = ({ kind }: Tried) => kind === 'verification_code'
const mostTries = (mail: Tried, { limit }: Retry) =>
  1 + (isCode(mail) ? Math.min(limit, CODE_RETRIES) : limit)

/** Why a mail that was taken is not sent any more, or null. */
export function whyNotSent(mail: Tried, retry: Retry, now: number): string | null {
  // The mail server was away, or busy, until now.
  if (isTooLate(mail, now)) return TOO_LATE
  // Nothing was written down when the process died at each try.
  if (mail.attempts > mostTries(mail, retry)) return mail.last_error ?? 'interrupted while sending'
  return null
}

/** The seconds until the next try of a mail whose try has failed; null when that was the last one. */
export function pauseAfter(mail: Tried, retry: Retry): number | null {
  if (mail.attempts >= mostTries(mail, retry)) return null
  return Math.min(retry.longest_seconds, retry.first_seconds * 2 ** (mail.attempts - 1))
}
