import type { FastifyInstance } from 'fastify'
import {
  addAdmin,
  changePassword,
  changeRole,
  confirm,
  deleteAdmin,
  getMyAdmin,
  listAdmins,
  listMadeBy,
} from '../../../contract/admin/accounts.ts'
import { route } from '../../http/route.ts'
import { createAdmin, giveRole, removeAdmin } from './commands.ts'
import { changeOwnPassword, confirmSession } from './passwords/commands.ts'
import { findAdmins, findMadeBy, getMyAccount } from './queries.ts'

export function adminAccountRoutes(app: FastifyInstance) {
  route(app, listAdmins, () => findAdmins(app.db))
  route(app, getMyAdmin, ({ admin }) => getMyAccount(app.db, admin))
  route(app, addAdmin, async ({ body, context, now }) => ({
    message: '관리자가 추가되었습니다.',
    admin: await createAdmin(context.db, body, now),
  }))
  route(app, changeRole, async ({ params, body, admin, context }) => ({
    message: '역할이 변경되었습니다.',
    admin: await giveRole(context.db, admin, params.id, body.role),
  }))
  route(app, listMadeBy, ({ params, now }) => findMadeBy(app.db, params.id, now))
  route(app, deleteAdmin, async ({ params: { id }, body, admin, context }) => ({
    message: '관리자가 삭제되었습니다.',
    admin: await removeAdmin(context.db, admin, { id, revoke: body?.revoke === true }),
  }))
  route(app, confirm, async ({ body, admin, token, context, now }) => {
    const check = { keyFor: app.keyFor, deviceTime: app.deviceClock() }
    await confirmSession(context.db, { admin, token }, body, check, now)
    return { message: '확인되었습니다.' }
  })
  route(app, changePassword, async ({ body, admin, token, context, now }) => {
    await changeOwnPassword(context.db, { admin, token }, body, now)
    return { message: '비밀번호가 변경되었습니다.' }
  })
}
