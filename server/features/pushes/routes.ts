import type { FastifyInstance } from 'fastify'
import { allowPush, getPush, stopPush } from '../../../contract/push.ts'
import { makeRateLimit } from '../../http/gates.ts'
import { route } from '../../http/route.ts'
import { vapidKeyOf } from '../../outbox/vapid.ts'
import { allowDevice, forgetDevice } from './commands.ts'
import { isPushEnabled } from './queries.ts'

/** Browsers renew their subscription at each visit. */
const A_MINUTE = 20

type Options = { pushServices?: readonly string[] }

export function pushRoutes(app: FastifyInstance, { pushServices: push_services = [] }: Options) {
  const { public_key: server_key } = vapidKeyOf(app.keyFor)
  const limit = makeRateLimit(A_MINUTE)
  // Nothing is pushed in a rehearsal.
  route(app, getPush, async () => ({
    public_key: !app.rehearsal && (await isPushEnabled(app.db)) ? server_key : null,
  }))
  route(app, allowPush, async ({ body, member, token, context, now }) => {
    limit(member.id, now).throwIfOver()
    const allowed = { member_id: member.id, token, server_key, push_services }
    await allowDevice(context.db, body, allowed, now)
    return { message: '이 휴대폰으로 알림을 받습니다.' }
  })
  route(app, stopPush, async ({ body, context }) => {
    await forgetDevice(context.db, body.endpoint)
    return { message: '이 휴대폰으로 알림을 받지 않습니다.' }
  })
}
