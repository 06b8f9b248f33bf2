import type { Db } from './database/transaction.ts'
import type { PostMail } from './mail/mail-types.ts'

/** Where commands work: the database (inside a transaction, where the adapter has begun one), mail and links. */
export type CommandContext = { db: Db; postMail: PostMail; publicUrl: string }
