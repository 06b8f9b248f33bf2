import type { FastifyInstance } from 'fastify'
import { getSetup, markStep } from '../../../contract/admin/setup.ts'
import { route } from '../../http/route.ts'
import { findSample, isAnyLeft } from '../go-live/queries.ts'
import { findSetup, markSetupStep } from './queries.ts'

export function setupAdminRoutes(app: FastifyInstance) {
  const service = {
    has_mail_server: app.mailFolder === null,
    public_url: app.publicUrl,
    rehearsal: app.rehearsal,
  }
  route(app, getSetup, async ({ now }) => ({
    ...(await findSetup(app.db, now)),
    ...service,
    has_sample: isAnyLeft(await findSample(app.db, now)),
  }))
  route(app, markStep, async ({ body, context }) => {
    await markSetupStep(context.db, body)
    return { message: '행사 준비 목록이 저장되었습니다.' }
  })
}
