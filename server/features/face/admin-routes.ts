import type { FastifyInstance } from 'fastify'
import { changeFace } from '../../../contract/admin/face.ts'
import { route } from '../../http/route.ts'
import { writeFace } from './commands.ts'

export function faceAdminRoutes(app: FastifyInstance) {
  route(app, changeFace, async ({ body, context, now }) => ({
    message: '로고와 색상이 저장되었습니다.',
    face: await writeFace(context.db, body, now),
  }))
}
