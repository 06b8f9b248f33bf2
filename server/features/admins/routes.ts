import type { FastifyInstance } from 'fastify'
import { adminLogin, adminLogout } from '../../../contract/admin.ts'
import { clearAdminCookies, setAdminCookies } from '../../http/cookies.ts'
import { route } from '../../http/route.ts'
import { beginSession, endSession } from '../../http/session.ts'
import { signInAdmin } from './commands.ts'

export function adminRoutes(app: FastifyInstance) {
  route(app, adminLogin, async ({ body, reply, now }) => {
    const admin = await signInAdmin(app.db, body, now)
    setAdminCookies(reply, await beginSession(app.db, { admin_id: admin.id }, now))
    return { message: 'Login successful', admin }
  })
  route(app, adminLogout, async ({ token, reply, office }) => {
    await endSession(office.db, token)
    clearAdminCookies(reply)
    return { message: '로그아웃되었습니다.' }
  })
}
