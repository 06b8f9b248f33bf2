import type { Transport } from '../server/mail/transport.ts'
import { mailQueues } from '../server/outbox/mail.ts'
import { startQueue, type Job, type Queue, type WorkerParts } from '../server/outbox/worker.ts'

export const silent = { info() {}, warn() {}, error() {} }

/** Sends what is due, as a server process does, and stops. */
export async function sendDue<Sent extends Job>(
  parts: WorkerParts,
  ...queues: readonly Queue<Sent>[]
): Promise<void> {
  const running = queues.map((queue) => startQueue(queue, parts))
  await Promise.all(running.map((each) => each.idle()))
  await Promise.all(running.map((each) => each.stop()))
}

/** The same for mails, which this function takes. */
export function sendMails(
  { log = silent, ...parts }: Omit<WorkerParts, 'log'> & Partial<WorkerParts>,
  send: Transport['send'],
): Promise<void> {
  const all = { ...parts, log }
  return sendDue(all, ...mailQueues(all, { send, close() {} }))
}
