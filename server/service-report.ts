import { createHmac } from 'node:crypto'
import { accessSync, constants } from 'node:fs'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { deviceClock } from './clock.ts'
import { programVersion } from './database/program-version.ts'
import type { Env } from './env.ts'
import type { KeyFor } from './secret.ts'

const PATH = '/service-report'
const PROOF = 'x-report-proof'
const FRESH_MS = 60_000

const prove = (keyFor: KeyFor, text: string) =>
  createHmac('sha256', keyFor('service report')).update(text).digest('base64url')

/** The code of the failure, such as EROFS; null if all is well. */
export function backupFault({ backup }: Env): string | null {
  try {
    // The dot makes a file fail.
    if (backup) accessSync(`${backup.dir}/.`, constants.W_OK | constants.X_OK)
    return null
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? String(error)
  }
}

const reportOn = (request: FastifyRequest, env: Env, connections: number) => ({
  version: programVersion(),
  node: process.versions.node,
  started_at: deviceClock() - process.uptime() * 1_000,
  connections,
  backup_fault: backupFault(env),
  address: request.ip,
  sender: request.socket.remoteAddress ?? '',
  is_forwarded: request.headers['x-forwarded-for'] !== undefined,
  is_believed: (request.ips?.length ?? 1) > 1,
})

/** A process reports on itself and on the request, to commands that prove that they know its secret. */
export function serveReport(app: FastifyInstance, env: Env, connections: number) {
  const { keyFor } = app
  app.get(PATH, async (request, reply) => {
    const [asked = '', proof = ''] = String(request.headers[PROOF]).split(' ')
    const isFresh = Math.abs(deviceClock() - Number(asked)) < FRESH_MS
    // Hashed again, so that the time of the comparison reveals nothing.
    if (!isFresh || prove(keyFor, proof) !== prove(keyFor, prove(keyFor, `ask ${asked}`)))
      return reply.callNotFound()
    return { ...reportOn(request, env, connections), proof: prove(keyFor, `answer ${asked}`) }
  })
}

/** The `report` is absent if another program, or a process with another secret, answers. */
export async function askReport(origin: string, keyFor: KeyFor, headers: Record<string, string> = {}) {
  const asked = deviceClock()
  const answer = await fetch(`${origin}${PATH}`, {
    headers: { ...headers, [PROOF]: `${asked} ${prove(keyFor, `ask ${asked}`)}` },
    redirect: 'manual',
    signal: AbortSignal.timeout(10_000),
  })
  type Answer = ReturnType<typeof reportOn> & { proof: string }
  const report = (await answer.json().catch(() => undefined)) as Answer | undefined
  return { answer, report: report?.proof === prove(keyFor, `answer ${asked}`) ? report : undefined }
}
