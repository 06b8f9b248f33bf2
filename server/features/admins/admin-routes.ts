import type { FastifyInstance } from 'fastify'
import {
  addAdmin,
  changePassword,
  changeRole,
  deleteAdmin,
  getMyAdmin,
  listAdmins,
} from '../../../contract/admin/accounts.ts'
import { route } from '../../http/route.ts'
import { changeOwnPassword, createAdmin, giveRole, removeAdmin } from './commands.ts'
import { findAdmins, getMyAccount } from './queries.ts'

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
  route(app, deleteAdmin, async ({ params, admin, context }) => ({
    message: '관리자가 삭제되었습니다.',
    admin: await removeAdmin(context.db, admin, params.id),
  }))
  route(app, changePassword, async ({ body, admin, token, context, now }) => {
    await changeOwnPassword(context.db, { admin, token }, body, now)
    return { message: '비밀번호가 변경되었습니다.' }
  })
}
