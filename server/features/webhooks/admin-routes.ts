import type { FastifyInstance } from 'fastify'
import {
  addWebhook,
  changeWebhook,
  deleteWebhook,
  listWebhookDeliveries,
  listWebhooks,
  renewWebhookSecret,
  resendDeliveries,
  testWebhook,
} from '../../../contract/admin/webhooks.ts'
import { AppError } from '../../http/app-error.ts'
import { route } from '../../http/route.ts'
import { makeReach } from '../../outbox/address.ts'
import * as commands from './commands.ts'
import { findDeliveries, findWebhooks } from './queries.ts'

export function webhookAdminRoutes(app: FastifyInstance, { webhookAllow = [] }: { webhookAllow?: string[] }) {
  const reach = makeReach(webhookAllow)
  const { keyFor } = app
  route(app, listWebhooks, ({ now }) => findWebhooks(app.db, now))
  route(app, addWebhook, async ({ body, admin, context: { db }, now }) => ({
    message: '웹훅을 추가했습니다.',
    ...(await commands.addWebhook({ db, keyFor, reach }, admin, body, now)),
  }))
  route(app, changeWebhook, async ({ params, body, context: { db }, now }) => ({
    message: '웹훅을 저장했습니다.',
    webhook: await commands.changeWebhook({ db, reach }, params.id, body, now),
  }))
  route(app, deleteWebhook, async ({ params, context: { db } }) => ({
    message: '웹훅을 삭제했습니다.',
    name: await commands.deleteWebhook(db, params.id),
  }))
  route(app, renewWebhookSecret, async ({ params, context: { db }, now }) => ({
    message: '새 서명 키를 만들었습니다.',
    ...(await commands.renewSecret({ db, keyFor }, params.id, now)),
  }))
  route(app, testWebhook, async ({ params, context: { db }, now }) => ({
    message: '테스트를 보냈습니다.',
    delivery: await commands.enqueueTest(db, params.id, now),
  }))
  route(app, listWebhookDeliveries, async ({ params, now }) => {
    if ((await findWebhooks(app.db, now, params.id)).length === 0) throw new AppError('not_found')
    return findDeliveries(app.db, params.id)
  })
  route(app, resendDeliveries, async ({ params, body, context: { db }, now }) => {
    const queued = await commands.resendDeliveries(db, params.id, body, now)
    const message = queued > 0 ? `알림 ${queued}건을 다시 보냅니다.` : '다시 보낼 알림이 없습니다.'
    return { message, queued }
  })
}
