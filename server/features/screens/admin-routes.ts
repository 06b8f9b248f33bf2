import type { FastifyInstance } from 'fastify'
import {
  changeScreenAlerts,
  listScreens,
  orderScreens,
  removeScreen,
  renameScreen,
  renewScreenCode,
} from '../../../contract/admin/screens.ts'
import { areWallsOff } from '../../../domain/screen.ts'
import { route } from '../../http/route.ts'
import * as commands from './commands.ts'
import { findScreens } from './queries.ts'
import { changeAlerts } from './silence/commands.ts'
import { getAlerts, offHoursOf } from './silence/queries.ts'

export function screenAdminRoutes(app: FastifyInstance) {
  route(app, listScreens, async ({ now }) => {
    const [alerts, rooms] = await Promise.all([getAlerts(app.db), findScreens(app.db, app.publicUrl, now)])
    return { ...alerts, are_walls_off: areWallsOff(offHoursOf(alerts), now), build: app.webBuild, rooms }
  })
  route(app, changeScreenAlerts, async ({ body, context, now }) => {
    const settings = await changeAlerts(context.db, body, now)
    const { alerts, expected: _, ...others } = body
    const isSwitch = Object.keys(others).length === 0
    const switched = alerts ? '화면 알림 메일을 켰습니다.' : '화면 알림 메일을 껐습니다.'
    return {
      message: isSwitch ? switched : '화면 알림 설정이 저장되었습니다.',
      alerts: settings.alerts,
      settings,
    }
  })
  route(app, renameScreen, async ({ params, body, context, now }) => ({
    message: body.name === null ? '화면 이름을 지웠습니다.' : '화면 이름이 저장되었습니다.',
    screen: await commands.nameScreen(context.db, params.id, body, now),
  }))
  route(app, orderScreens, async ({ body, context, now }) => {
    const ordered = await commands.giveOrder(context.db, body, now)
    const what = body.order === 'identify' ? '이름을 표시하도록' : '새로 고치도록'
    return { message: `화면 ${ordered}대에 ${what} 요청했습니다.`, ordered }
  })
  route(app, renewScreenCode, async ({ params, body, context }) => ({
    message: '새 설정 코드를 만들었습니다.',
    removed: await commands.renewCode(context, params.id, body),
  }))
  route(app, removeScreen, async ({ params, context }) => ({
    message: '화면을 목록에서 제거했습니다.',
    screen: await commands.removeScreen(context, params.id),
  }))
}
