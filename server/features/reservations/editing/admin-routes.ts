import type { FastifyInstance } from 'fastify'
import { editNote, editVisitor } from '../../../../contract/admin/reservation-edits.ts'
import { route } from '../../../http/route.ts'
import { changeNote, correctVisitor } from './commands.ts'

export function reservationEditRoutes(app: FastifyInstance) {
  route(app, editVisitor, async ({ params, body, admin, now, context }) => ({
    message: '방문자 정보가 수정되었습니다.',
    reservation: await correctVisitor(context, admin, params.id, body, now),
  }))
  route(app, editNote, async ({ params, body, admin, now, context }) => ({
    message: '추가 정보가 수정되었습니다.',
    reservation: await changeNote(context, admin, params.id, body, now),
  }))
}
