import type { FastifyInstance } from 'fastify'
import { login } from '../../../contract/login.ts'
import { completeRegistration, requestCode, verifyEmail } from '../../../contract/sign-up.ts'
import { getMyInfo, logout } from '../../../contract/member.ts'
import { clearMemberCookie, setMemberCookie } from '../../http/cookies.ts'
import { route } from '../../http/route.ts'
import { beginSession, endSession } from '../../http/session.ts'
import { checkCode, register, sendCode, signIn } from './commands.ts'

export function signInRoutes(app: FastifyInstance) {
  route(app, login, async ({ body, request, reply, now }) => {
    const member = await signIn(app.db, { ...body, address: request.ip }, now)
    setMemberCookie(reply, await beginSession(app.db, { member_id: member.id }, now))
    return { message: 'Login successful', user_data: member }
  })
  route(app, logout, async ({ token, reply, context }) => {
    await endSession(context.db, token)
    clearMemberCookie(reply)
    // A browser keeps answers too, for their ETags: on a shared phone they must not outlive the session.
    reply.header('clear-site-data', '"cache"')
    return { message: '로그아웃되었습니다.' }
  })
  route(app, requestCode, async ({ body, context, now }) => {
    await sendCode(context, body.email, now)
    return { message: '인증번호가 발송되었습니다.' }
  })
  route(app, verifyEmail, async ({ body, now }) => {
    await checkCode(app.db, body.email, body.token, now)
    return { message: '이메일이 인증되었습니다.' }
  })
  route(app, completeRegistration, async ({ body, now }) => ({
    message: '회원가입이 완료되었습니다.',
    user: await register(app.db, body, now),
  }))
  route(app, getMyInfo, async ({ member }) => member)
}
