import type { FastifyInstance } from 'fastify'
import { changeScreenAlerts, listScreens, removeScreen } from '../../../contract/admin/screens.ts'
import { route } from '../../http/route.ts'
import * as commands from './commands.ts'
import { areAlertsOn, findScreens } from './queries.ts'

export function screenAdminRoutes(app: FastifyInstance) {
  route(app, listScreens, async ({ now }) => {
    const [alerts, rooms] = await Promise.all([areAlertsOn(app.db), findScreens(app.db, app.publicUrl, now)])
    return { alerts, build: app.webBuild, rooms }
  })
  route(app, changeScreenAlerts, async ({ body, context }) => {
    await commands.changeAlerts(context, body.alerts)
    return {
      message: body.alerts ? '화면 알림 메일을 켰습니다.' : '화면 알림 메일을 껐습니다.',
      alerts: body.alerts,
    }
  })
  route(app, removeScreen, async ({ params, context }) => ({
    message: '화면을 목록에서 제거했습니다.',
    screen: await commands.removeScreen(context, params.id),
  }))
}
