import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { getSignOn, SIGN_ON_PATH, type SignOnFailure } from '../../../../contract/admin/sign-on.ts'
import type { Instant } from '../../../../domain/madrid-time.ts'
import { ownScreen, type SignOn } from '../../../../domain/sign-on.ts'
import type { Tx } from '../../../database/transaction.ts'
import { placeOf, recordDeed } from '../../../http/audit.ts'
import { networkOf } from '../../../http/network.ts'
import { makeRateLimit, cookieOf, isHttps, sessionToken, setAdminCookies } from '../../../http/gates.ts'
import { route } from '../../../http/route.ts'
import { beginSession, type SignedInAdmin } from '../../../http/session.ts'
import { identityProvider, providerFault, type Checks } from '../../../http/identity-provider.ts'
import { seal, unseal } from '../../../secret.ts'
import { deviceOf, endFormerSession } from '../../sessions/commands.ts'
import { enter } from './commands.ts'

const CALLBACK = `${SIGN_ON_PATH}callback/`
const LASTS_MS = 10 * 60_000
/** Per network and minute: each makes the service ask the provider. */
const VISITS = 120

const nameOf = (request: FastifyRequest) => (isHttps(request) ? '__Secure-sso' : 'sso')
const optionsFor = (request: FastifyRequest) =>
  ({ path: SIGN_ON_PATH, httpOnly: true, sameSite: 'lax', secure: isHttps(request) }) as const

const failed = (why: SignOnFailure) => `/admin?sso=${why}`

/** Sealed in a cookie, because browsers do not send the session's own after the way back from another site. */
type Kept = Checks & { at: Instant; goal: string; isAnew: boolean; session: string | undefined }

type Visit = (request: FastifyRequest, reply: FastifyReply, now: Instant) => Promise<string>

export function signOnRoutes(app: FastifyInstance, { signOn }: { signOn?: SignOn }) {
  route(app, getSignOn, async () => ({ single_sign_on: signOn ? { button: signOn.oidc_button } : null }))
  if (!signOn) return
  const provider = identityProvider(signOn, app.publicUrl + CALLBACK)
  const key = app.keyFor('single sign-on')
  const visits = makeRateLimit(VISITS)

  /** Leads to the address that `visit` returns. */
  const lead = (path: string, visit: Visit) =>
    app.get(path, async (request, reply) => {
      reply.header('cache-control', 'no-store')
      const now = app.clock()
      if (visits(networkOf(request.ip), now).refusal) return reply.redirect(failed('too_many'))
      try {
        return await reply.redirect(await visit(request, reply, now))
      } catch (error) {
        app.log.warn({ err: error }, 'single sign-on failed')
        return reply.redirect(failed(providerFault(error)))
      }
    })

  lead(SIGN_ON_PATH, async (request, reply, at) => {
    // Another site must not sign anybody in.
    if (/cross|same-site/.test(String(request.headers['sec-fetch-site']))) return '/admin'
    const { next, confirm } = request.query as Record<string, unknown>
    const isAnew = confirm !== undefined
    const goal = ownScreen(next) ?? '/admin/dashboard'
    const { url, ...checks } = await provider.begin(isAnew)
    const kept: Kept = { ...checks, at, goal, isAnew, session: sessionToken(request, 'admin') }
    const sealed = seal(key, Buffer.from(JSON.stringify(kept)), CALLBACK).toString('base64url')
    reply.setCookie(nameOf(request), sealed, { ...optionsFor(request), maxAge: LASTS_MS / 1000 })
    return url
  })

  lead(CALLBACK, async (request, reply, now) => {
    reply.clearCookie(nameOf(request), optionsFor(request))
    const sealed = Buffer.from(cookieOf(request, nameOf(request)) ?? '', 'base64url')
    const bytes = unseal(key, sealed, CALLBACK)
    if (!bytes) return failed('failed')
    const { at, goal, isAnew, session, ...checks } = JSON.parse(bytes.toString()) as Kept
    if (now - at >= LASTS_MS) return failed('failed')
    const { search } = new URL(request.url, app.publicUrl)
    const identity = await provider.finish(search, checks, isAnew ? Math.ceil((now - at) / 1000) : undefined)
    const record = (tx: Tx, by: SignedInAdmin, summary: string, details = {}) => {
      const deed = { action: `GET ${CALLBACK}`, target: null, summary, details, place: placeOf(request) }
      return recordDeed(tx, by, deed, now)
    }
    const entering = { identity, rules: signOn.oidc_roles, confirms: isAnew ? session : undefined }
    const outcome = await enter(app.db, entering, now, {
      refused: (tx, by) => record(tx, by, '통합 로그인에 실패했습니다.', { login: 'refused' }),
      async begin(tx, admin) {
        await record(tx, admin, '통합 로그인으로 로그인했습니다.', { role: admin.role })
        await endFormerSession(tx, session)
        return beginSession(tx, { admin_id: admin.id }, now, deviceOf(request), now - identity.ageMs)
      },
    })
    app.sessions.forget('all')
    if (typeof outcome === 'string') return failed(outcome)
    setAdminCookies(reply, outcome)
    return goal
  })
}
