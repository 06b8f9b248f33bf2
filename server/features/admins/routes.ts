import type { FastifyInstance } from 'fastify'
import { adminLogin, adminLogout } from '../../../contract/admin/login.ts'
import { actionOf, placeOf, recordDeed, recordWrite } from '../../http/audit.ts'
import { clearAdminCookies, sessionToken, setAdminCookies } from '../../http/gates.ts'
import { originOf, rememberDevice, setDeviceCookie } from '../../http/known-devices.ts'
import { inTransaction, type Tx } from '../../database/transaction.ts'
import { route } from '../../http/route.ts'
import { beginSession, endSession, type SignedInAdmin } from '../../http/session.ts'
import { deviceOf, endFormerSession } from '../sessions/commands.ts'
import { signInAdmin, type SignedIn } from './commands.ts'
import { getMyAccount } from './queries.ts'

export function adminRoutes(app: FastifyInstance) {
  route(app, adminLogin, async ({ body, request, reply, now }) => {
    const check = { keyFor: app.keyFor, deviceTime: app.deviceClock() }
    const origin = await originOf(request, 'admin_login', body.name)
    const given = { ...body, origin }
    // The route has no administrator to audit yet.
    const place = placeOf(request)
    const refused = async ({ id, name }: SignedInAdmin) => {
      const summary = '로그인에 실패했습니다.'
      const deed = {
        action: actionOf(adminLogin),
        target: null,
        summary,
        details: { login: 'refused' },
        place,
      }
      await inTransaction(app.db, (tx) => recordDeed(tx, { id, name }, deed, now))
    }
    const begin = async (tx: Tx, signedIn: SignedIn) => {
      const { admin, recovery_codes_left: left } = signedIn
      const message =
        left === null ? '로그인했습니다.' : `복구 코드로 로그인했습니다. 남은 복구 코드는 ${left}개입니다.`
      await recordWrite(tx, adminLogin, { admin, place }, { message }, now)
      const owner = { admin_id: admin.id }
      await endFormerSession(tx, sessionToken(request, 'admin'))
      const session = await beginSession(tx, owner, now, deviceOf(request))
      const device = await rememberDevice(tx, request, owner, now, session.token)
      return { admin, left, session, device }
    }
    const { admin, left, session, device } = await signInAdmin(app.db, given, check, now, { begin, refused })
    // It may have replaced an older session.
    app.sessions.forget({ admin_id: admin.id })
    setAdminCookies(reply, session)
    setDeviceCookie(reply, 'admin_login', device)
    const { role, second_factor, ...account } = await getMyAccount(app.db, admin)
    return {
      message: 'Login successful',
      admin: { ...admin, role },
      ...(left !== null && { recovery_codes_left: left }),
      ...(account.must_change_password && { must_change_password: true as const }),
      ...(account.second_factor_required && !second_factor && { must_set_up_second_factor: true as const }),
    }
  })
  route(app, adminLogout, async ({ token, reply, context }) => {
    await endSession(context.db, token)
    clearAdminCookies(reply)
    reply.header('clear-site-data', '"cache"')
    return { message: '로그아웃되었습니다.' }
  })
}
