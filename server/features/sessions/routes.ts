import type { FastifyInstance } from 'fastify'
import { endOtherSessions, endSession, endSessionsByLink, listSessions } from '../../../contract/sessions.ts'
import { networkOf } from '../../http/network.ts'
import { makeRateLimit } from '../../http/gates.ts'
import { route } from '../../http/route.ts'
import { endByLink, endOneSession, endSessionsBut } from './commands.ts'
import { findSessions } from './queries.ts'

export const ENDED_TEXT = '선택한 기기에서 로그아웃했습니다.'
export const OTHERS_ENDED_TEXT = '다른 기기에서 모두 로그아웃했습니다.'
/** Per network and minute. Guessing is hopeless; this only limits the load. */
const MISSES = 60

export function sessionRoutes(app: FastifyInstance) {
  const misses = makeRateLimit(MISSES)
  const key = app.keyFor('session links')

  route(app, listSessions, ({ member, token, now }) =>
    findSessions(app.db, { member_id: member.id }, token, now),
  )
  route(app, endSession, async ({ member, params, context }) => {
    await endOneSession(context.db, { member_id: member.id }, params.id)
    return { message: ENDED_TEXT }
  })
  route(app, endOtherSessions, async ({ member, token, context }) => {
    await endSessionsBut(context.db, { member_id: member.id }, token)
    return { message: OTHERS_ENDED_TEXT }
  })
  route(app, endSessionsByLink, async ({ body, request, context, now }) => {
    const missed = misses(networkOf(request.ip), now)
    if (missed.refusal) throw missed.refusal
    const member_id = await endByLink(context.db, body.token, key, now)
    missed.giveBack()
    app.sessions.forget({ member_id })
    return { message: '모든 기기에서 로그아웃했습니다.' }
  })
}
