import type { Db } from './database/transaction.ts'
import type { PostMail } from './mail/mail-types.ts'

/** `db` is the transaction, if the route has begun one. */
export type CommandContext = { db: Db; postMail: PostMail; publicUrl: string }
