// A process that only reminds, on the clock of its parent.
import { setTimeout as sleep } from 'node:timers/promises'
import { makeDb, makePool } from '../../server/database/connect.ts'
import { sendDueReminders } from '../../server/features/reminders/sending/commands.ts'
import { postMail } from '../../server/outbox/post-mail.ts'
import { smtpTransport } from '../../server/mail/transport.ts'
import { mailQueues } from '../../server/outbox/mail.ts'
import { startQueue } from '../../server/outbox/worker.ts'

const { DATABASE_URL: connectionString, SMTP_URL: url, NOW, PUBLIC_URL: publicUrl } = process.env
let now = Number(NOW)
process.on('disconnect', () => process.exit())

const pool = makePool({ connectionString: connectionString! }, () => {})
const db = makeDb(pool)
const context = { db, postMail, publicUrl: publicUrl! }
const log = { info() {}, warn() {}, error() {} }
const parts = { db, now: () => now, log }
const transport = smtpTransport({ url: url!, from: 'Stand <stand@example.com>' })
const begin = () => mailQueues(parts, transport).map((queue) => startQueue(queue, parts))
let running: ReturnType<typeof begin> = []
process.on('message', (told) => void hear(told))

/** Rests before the clock is set, as if all processes had the same clock at any time. */
async function hear(told: unknown) {
  if (told === 'rest') {
    await Promise.all(running.map((queue) => queue.stop()))
    process.send!('rested')
  } else {
    now = Number(told)
    running = begin()
  }
}

process.send!('ready')
for (;;) {
  await sendDueReminders(context, now)
  await sleep(20)
}
