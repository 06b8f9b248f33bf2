import type { FastifyInstance } from 'fastify'
import { adminLogin, adminLogout } from '../../../contract/admin/login.ts'
import { inTransaction } from '../../database/transaction.ts'
import { recordWrite } from '../../http/audit.ts'
import { clearAdminCookies, setAdminCookies } from '../../http/cookies.ts'
import { route } from '../../http/route.ts'
import { beginSession, endSession } from '../../http/session.ts'
import { signInAdmin } from './commands.ts'

export function adminRoutes(app: FastifyInstance) {
  route(app, adminLogin, async ({ body, reply, now }) => {
    const admin = await signInAdmin(app.db, body, now)
    // The caller is not signed in yet, so that the adapter has no administrator to note.
    const session = await inTransaction(app.db, async (tx) => {
      await recordWrite(tx, adminLogin, { admin }, { message: '로그인했습니다.' }, now)
      return beginSession(tx, { admin_id: admin.id }, now)
    })
    setAdminCookies(reply, session)
    return { message: 'Login successful', admin }
  })
  route(app, adminLogout, async ({ token, reply, context }) => {
    await endSession(context.db, token)
    clearAdminCookies(reply)
    return { message: '로그아웃되었습니다.' }
  })
}
