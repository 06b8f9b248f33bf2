import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ADMIN_CHANGES_PATH, RESERVATIONS_TOPIC } from '../../contract/admin/changes.ts'
import { CHANGES_PATH, isOwnTopic } from '../../contract/topics.ts'
import { readWatched, type Watched } from '../../contract/watched.ts'
import { AppError, invalid } from '../http/app-error.ts'
import { networkOf } from '../http/network.ts'
import { identify, type Caller, sessionToken } from '../http/gates.ts'
import { EventStream } from './event-stream.ts'
import type { SessionStreams } from './session-streams.ts'
import { makeStreamPlaces, type Listener, type StreamLimits } from './stream-places.ts'

type Streams = { sessions: SessionStreams; limits: StreamLimits }

export function serveStreams(app: FastifyInstance, { sessions, limits }: Streams) {
  const places = makeStreamPlaces(limits)
  const check = setInterval(() => void sessions.endOver().catch(() => {}), limits.sessionCheckMs)
  check.unref()
  app.addHook('preClose', async () => clearInterval(check))

  /** A browser that has already disconnected would never emit `close`. */
  function begin(
    reply: FastifyReply,
    { token }: Caller,
    listener: Listener,
    use: (stream: EventStream) => void,
  ) {
    places.refuseFull(listener)
    reply.hijack()
    app.admission.release(reply.raw)
    if (reply.raw.destroyed) return
    const stream = new EventStream(reply.raw, app.clock(), limits.pingMs, app.securityHeaders)
    // It reconnects to another process.
    if (app.leaving.isLeaving) return stream.close()
    places.take(stream, listener)
    if (token) sessions.add(stream, token)
    use(stream)
  }

  app.get(CHANGES_PATH, async (request, reply) => {
    const asked = readAsked(request)
    const isOwn = [...asked.keys()].some(isOwnTopic)
    const caller = await identifyListener(request, isOwn)
    const listener = { network: networkOf(request.ip), session: caller.token ?? null }
    places.refuseFull(listener)
    const known = await app.changes.findKnown(asked)
    const member_id = isOwn ? caller.member!.id : null
    begin(reply, caller, listener, (stream) => app.changes.add(stream, known, member_id))
  })
  app.get(ADMIN_CHANGES_PATH, async (request, reply) => {
    const caller = await identify(request, 'admin', app.sessions.find, app.clock())
    if (watched(request) !== RESERVATIONS_TOPIC) refuse()
    const listener = { network: networkOf(request.ip), session: caller.token!, isAdmin: true }
    begin(reply, caller, listener, (stream) => app.changes.addAdmin(stream))
  })
}

/** Anonymous if nobody is signed in and all topics are public. */
async function identifyListener(request: FastifyRequest, isOwn: boolean): Promise<Caller> {
  if (!isOwn && sessionToken(request, 'member') === undefined) return {}
  try {
    const { sessions, clock } = request.server
    return await identify(request, 'member', sessions.find, clock())
  } catch (error) {
    if (isOwn || !(error instanceof AppError)) throw error
    return {}
  }
}

const watched = (request: FastifyRequest) => (request.query as { watch?: unknown }).watch

/** A reconnect repeats its first URL, so the versions are outdated. */
function readAsked(request: FastifyRequest): Watched {
  const asked = readWatched(watched(request)) ?? refuse()
  const comesBack = request.headers['last-event-id'] !== undefined
  return comesBack ? new Map([...asked.keys()].map((topic) => [topic, ''])) : asked
}

function refuse(): never {
  throw invalid('watch', '구독할 수 없는 주제입니다.')
}
