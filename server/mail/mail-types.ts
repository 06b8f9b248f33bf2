import type { Instant } from '../../domain/madrid-time.ts'
import type { Tx } from '../database/transaction.ts'
import type { Mail } from './mail.ts'

/** Writes mails in the transaction of their cause; they are sent from `due_at` on. */
export type PostMail = (tx: Tx, mails: readonly Mail[], now: Instant, due_at?: Instant) => Promise<void>
