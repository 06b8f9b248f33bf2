import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { instantOf } from '../domain/madrid-time.ts'
import { buildApp } from '../server/build-app.ts'
import { makeDb, makePool } from '../server/database/connect.ts'
import { startEmbedded } from '../server/database/embedded/embedded.ts'
import { BACKLOG } from '../server/http/http-server.ts'
import { migrate } from '../server/database/migrate.ts'
import { fillSampleEvent, SAMPLE_LOGIN } from '../server/sample-event/sample-event.ts'
import { createFirstAdmin } from '../server/features/admins/commands.ts'
import { readKeys } from '../server/secret.ts'
import { postMail } from '../server/mail/outbox.ts'

type BenchServerOptions = {
  /** The built web app, for measurements in a browser. */
  webRoot?: string
  admin?: { name: string; password: string }
}

/** The real server with the sample event, on an embedded database that writes to disk as in earnest. */
export async function openBenchServer({ webRoot, admin }: BenchServerOptions = {}) {
  const dataDir = mkdtempSync(join(tmpdir(), 'fairslot-bench-'))
  // Root starts the database as another user, who must be able to pass.
  chmodSync(dataDir, 0o711)
  const embedded = await startEmbedded({ dataDir, log: () => {} })
  const pool = makePool(embedded.connection, () => {})
  const db = makeDb(pool)
  await migrate(pool)
  const now = instantOf('2026-11-20', '06:00')!
  await db.updateTable('settings').set({ max_reservations: 999 }).execute()
  await fillSampleEvent(db, 'http://localhost', now)
  if (admin) await createFirstAdmin(db, admin, now)
  const app = await buildApp({
    db,
    clock: () => now,
    deviceClock: () => now,
    postMail: (tx, mails, at) => postMail(tx, { insert: async () => null }, mails, at),
    resendMails: async () => [],
    publicUrl: 'http://localhost',
    // One visitor stands for all of them.
    bookingsAMinute: Infinity,
    keyFor: readKeys({ secret: undefined, data_dir: dataDir }),
    ...(webRoot && { webRoot }),
  })
  app.snapshots.keep(true)
  app.sessions.keep(true)
  await app.listen({ host: '127.0.0.1', port: 0, backlog: BACKLOG })
  const origin = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
  return {
    origin,
    pool,
    db,
    snapshots: app.snapshots,
    cookie: await signIn(origin),
    /** The sessions of so many visitors of every tier. */
    async visitors(count: number): Promise<string[]> {
      const people = Array.from({ length: count }, (_, n) => ({
        phone: `010-7000-${String(n).padStart(4, '0')}`,
        name: `방문자${n}`,
      }))
      const shared = { company_name: '한빛전자', position: '과장', is_vip: true, is_vvip: true }
      const rows = people.map(({ phone, name }) => ({
        ...shared,
        ...{ phone, name, name_key: name, email: `${phone}@example.com`, created_at: new Date(now) },
      }))
      await db.insertInto('members').values(rows).execute()
      return Promise.all(people.map((person) => signIn(origin, person)))
    },
    async close() {
      await app.close()
      await db.destroy()
      await embedded.stop()
      rmSync(dataDir, { recursive: true })
    },
  }
}

async function signIn(origin: string, person = SAMPLE_LOGIN): Promise<string> {
  const answer = await fetch(`${origin}/api/user/login/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(person),
  })
  return answer.headers.getSetCookie()[0]!.split(';')[0]!
}
