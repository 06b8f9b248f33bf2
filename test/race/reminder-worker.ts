// A process that does nothing but remind: what a server does of it, on the clock that its parent tells it.
import { setTimeout as sleep } from 'node:timers/promises'
import { makeDb, makePool } from '../../server/database/connect.ts'
import { sendDueReminders } from '../../server/features/reminders/sending/commands.ts'
import { postMail } from '../../server/mail/outbox.ts'
import { smtpTransport } from '../../server/mail/transport.ts'
import { startMail } from '../../server/mail/worker.ts'

const { DATABASE_URL: connectionString, SMTP_URL: url, NOW, PUBLIC_URL: publicUrl } = process.env
let now = Number(NOW)
process.on('message', (told) => (now = Number(told)))
process.on('disconnect', () => process.exit())

const pool = makePool({ connectionString: connectionString! }, () => {})
const db = makeDb(pool)
const context = { db, postMail, publicUrl: publicUrl! }
startMail({
  pool,
  db,
  transport: smtpTransport({ url: url!, from: 'Stand <stand@example.com>' }),
  now: () => now,
  log: { info() {}, warn() {}, error() {} },
})
process.send!('ready')
for (;;) {
  await sendDueReminders(context, now)
  await sleep(20)
}
