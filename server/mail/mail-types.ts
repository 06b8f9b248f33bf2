import type { Instant } from '../../domain/madrid-time.ts'
import type { Tx } from '../database/transaction.ts'
import type { Mail } from './mail.ts'

/** Puts a mail into the outbox, in the transaction of what it tells. */
export type PostMail = (tx: Tx, mail: Mail, now: Instant) => Promise<void>

/** Sends a mail once more; false where that cannot be. See `outbox.ts`. */
export type ResendMail = (tx: Tx, id: number) => Promise<boolean>
