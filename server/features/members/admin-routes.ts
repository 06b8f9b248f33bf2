import type { FastifyInstance } from 'fastify'
import {
  addMember as addMemberCall,
  changeMember,
  changeTiers as changeTiersCall,
  deleteMember,
  deleteMembers as deleteMembersCall,
  exportMembers,
  findTierImpact as findTierImpactCall,
  getMember,
  listMembers,
  memberImpact,
  membersImpact,
} from '../../../contract/admin/members.ts'
import { endMemberSessions } from '../../../contract/admin/sessions.ts'
import { importMembers as importMembersCall } from '../../../contract/admin/member-import.ts'
import { isThere } from '../../database/transaction.ts'
import { AppError } from '../../http/app-error.ts'
import { route } from '../../http/route.ts'
import { endAccess } from '../sessions/commands.ts'
import { addMember } from './adding/commands.ts'
import { deleteMembers, editMember, erasedMember } from './commands.ts'
import { findMemberImpact, findMembers, findMemberSince } from './queries.ts'
import { importMembers } from './importing/commands.ts'
import { changeTiers } from './tiers/commands.ts'
import { findTierImpact } from './tiers/queries.ts'
import { exportMemberList } from './spreadsheet.ts'

export function memberAdminRoutes(app: FastifyInstance) {
  route(app, listMembers, ({ query }) => findMembers(app.db, query))
  route(app, exportMembers, ({ query, now }) => exportMemberList(app, query, now))
  route(app, addMemberCall, async ({ body, context, now }) => ({
    message: '회원이 등록되었습니다.',
    user: await addMember(context.db, body, now),
  }))
  route(app, importMembersCall, ({ body, context, now }) => importMembers(context, body, now))
  route(app, getMember, async ({ params }) => {
    const found = await findMemberSince(app.db, params.id)
    if (!found) throw new AppError('not_found')
    return found
  })
  route(app, changeMember, async ({ params, body, context, now }) => ({
    message: '회원 정보가 수정되었습니다.',
    user: await editMember(context.db, params.id, body, now),
  }))
  route(app, deleteMember, async ({ params, body, admin, context, now }) => {
    const unwanted = { ids: [params.id], terms: body }
    const deleted = await deleteMembers(context, admin, unwanted, now)
    if (deleted === 0) throw new AppError('not_found')
    return { message: '회원이 삭제되었습니다.', user: erasedMember(params.id) }
  })
  route(app, deleteMembersCall, async ({ body, admin, context, now }) => {
    const { user_ids } = body ?? {}
    const deleted = await deleteMembers(context, admin, { ids: user_ids ?? 'all', terms: body }, now)
    const message = user_ids ? `선택한 ${deleted}명의 회원이 삭제되었습니다.` : '모든 회원이 삭제되었습니다.'
    return { message, deleted }
  })
  route(app, findTierImpactCall, ({ query: { tier, ...which }, now }) =>
    findTierImpact(app.db, which, tier, now),
  )
  route(app, changeTiersCall, async ({ body, context, request, now }) => {
    // A search for a phone would tell whether it is known.
    if (request.caller.writesOnly && body.found) throw new AppError('scope_required')
    const ids = await changeTiers(context.db, body, now)
    const message = `회원 ${ids.length.toLocaleString('ko')}명의 등급이 변경되었습니다.`
    return { message, changed: ids.length, ...(body.found && { user_ids: ids }) }
  })
  route(app, endMemberSessions, async ({ params, context }) => {
    if (!(await isThere(context.db, 'members', params.id))) throw new AppError('not_found')
    await endAccess(context.db, params.id)
    return { message: '회원의 모든 기기에서 로그아웃했습니다.' }
  })
  route(app, membersImpact, ({ query, now }) => findMemberImpact(app.db, query.ids ?? 'all', now))
  route(app, memberImpact, async ({ params, now }) => {
    if (!(await isThere(app.db, 'members', params.id))) throw new AppError('not_found')
    return findMemberImpact(app.db, [params.id], now)
  })
}
