import type { Instant } from '../../../../domain/madrid-time.ts'
import { ApiError } from '../../../api/client.ts'
import { now } from '../../../browser/clock.ts'

// The service's limit per address.
export const BETWEEN_MAILS_MS = 60_000

/** When a refused request may be repeated; null for other failures. */
export const waitOf = (failure: unknown): Instant | null =>
  failure instanceof ApiError && failure.status === 429 ? now() + (failure.retryAfter ?? 60) * 1_000 : null

/** Only if this mailbox caused the refusal, not its network. */
export const mailboxWaitOf = (failure: unknown): Instant | null =>
  failure instanceof ApiError && 'email' in failure.fields ? waitOf(failure) : null
