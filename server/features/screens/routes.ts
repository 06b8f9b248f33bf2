import type { FastifyInstance } from 'fastify'
import { checkInScreen } from '../../../contract/screen.ts'
import { route } from '../../http/route.ts'
import { checkIn } from './commands.ts'

export function screenRoutes(app: FastifyInstance) {
  route(app, checkInScreen, async ({ body, now }) => {
    await checkIn(app.db, body, now)
    return { message: '화면이 확인되었습니다.' }
  })
}
