import type { FastifyInstance } from 'fastify'
import {
  changeMember,
  deleteMember,
  deleteMembers as deleteMembersCall,
  exportMembers,
  getMember,
  listMembers,
  memberImpact,
  membersImpact,
} from '../../../contract/admin/members.ts'
import { AppError } from '../../http/app-error.ts'
import { route } from '../../http/route.ts'
import { deleteMembers, editMember, erasedMember } from './commands.ts'
import { findMember, findMemberImpact, findMembers, isMember } from './queries.ts'
import { exportMemberList } from './spreadsheet.ts'

export function memberAdminRoutes(app: FastifyInstance) {
  route(app, listMembers, ({ query }) => findMembers(app.db, query))
  route(app, exportMembers, ({ query, now }) => exportMemberList(app, query, now))
  route(app, getMember, async ({ params }) => {
    const found = await findMember(app.db, params.id)
    if (!found) throw new AppError('not_found')
    return found
  })
  route(app, changeMember, async ({ params, body, context, now }) => ({
    message: '회원 정보가 수정되었습니다.',
    user: await editMember(context.db, params.id, body, now),
  }))
  route(app, deleteMember, async ({ params, body, admin, context, now }) => {
    const unwanted = { ids: [params.id], own_reason: body?.reason }
    const deleted = await deleteMembers(context, admin, unwanted, now)
    if (deleted === 0) throw new AppError('not_found')
    return { message: '회원이 삭제되었습니다.', user: erasedMember(params.id) }
  })
  route(app, deleteMembersCall, async ({ body, admin, context, now }) => {
    const { user_ids, reason: own_reason } = body ?? {}
    const deleted = await deleteMembers(context, admin, { ids: user_ids ?? 'all', own_reason }, now)
    const message = user_ids ? `선택한 ${deleted}명의 회원이 삭제되었습니다.` : '모든 회원이 삭제되었습니다.'
    return { message, deleted }
  })
  route(app, membersImpact, ({ query, now }) => findMemberImpact(app.db, query.ids ?? 'all', now))
  route(app, memberImpact, async ({ params, now }) => {
    if (!(await isMember(app.db, params.id))) throw new AppError('not_found')
    return findMemberImpact(app.db, [params.id], now)
  })
}
