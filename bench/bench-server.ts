import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { instantOf } from '../domain/madrid-time.ts'
import { buildApp } from '../server/build-app.ts'
import { makeDb, makePool } from '../server/database/connect.ts'
import { startEmbedded } from '../server/database/embedded/embedded.ts'
import { migrate } from '../server/database/migrate.ts'
import { fillSampleEvent, SAMPLE_LOGIN } from '../server/sample-event/sample-event.ts'
import { createFirstAdmin } from '../server/features/admins/commands.ts'
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
  await fillSampleEvent(db, 'http://localhost', now)
  if (admin) await createFirstAdmin(db, admin, now)
  const app = await buildApp({
    db,
    clock: () => now,
    postMail: (tx, mails, at) => postMail(tx, { insert: async () => null }, mails, at),
    resendMails: async () => [],
    publicUrl: 'http://localhost',
    ...(webRoot && { webRoot }),
  })
  app.snapshots.keep(true)
  await app.listen({ host: '127.0.0.1', port: 0 })
  const origin = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
  return {
    origin,
    pool,
    db,
    snapshots: app.snapshots,
    cookie: await signIn(origin),
    async close() {
      await app.close()
      await db.destroy()
      await embedded.stop()
      rmSync(dataDir, { recursive: true })
    },
  }
}

async function signIn(origin: string): Promise<string> {
  const answer = await fetch(`${origin}/api/user/login/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(SAMPLE_LOGIN),
  })
  return answer.headers.getSetCookie()[0]!.split(';')[0]!
}
